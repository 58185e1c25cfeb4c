import { MessageSquare, Play } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { getFinishPath, getRoomPath } from '#domain/learning/room-path.ts'
import { browserClient } from '#http/client.ts'
import { formatTeachers } from '#learn/lessons/parts/course-words.ts'
import type { CourseRoom } from '#learn/lessons/wire/course.ts'
import type { Profile } from '#people/accounts/wire.ts'
import { leaveMessage } from '#people/support/wire.ts'
import { Button, getButtonClass } from '#ui/button.tsx'
import { ErrorMessage, SuccessMessage, TextField } from '#ui/field.tsx'
import { When } from '#ui/local-time.tsx'
import { useForm } from '#ui/use-form.ts'
import styles from './finish-screen.module.css'

type Props = { room: CourseRoom; profile: Profile }

export function NextSteps({ room, profile }: Props) {
  const { access, cohort, course, sessions } = room
  const [isWriting, setWriting] = useState(false)
  const id = useId()
  return (
    <section aria-labelledby={`${id}-next`}>
      <h2 id={`${id}-next`}>What’s next</h2>
      <ul className={styles.steps}>
        {access.state === 'open' && (
          <li>
            <Play size={20} aria-hidden="true" />
            <div>
              <b>{sessions.length > 0 ? 'Watch the lessons and recordings again' : 'Watch the lessons again'}</b>
              <p>
                {access.until ? (
                  <>
                    You have access until <When at={access.until} zone={cohort?.timezoneId ?? 'UTC'} form="date-year" />
                    .
                  </>
                ) : (
                  'They stay open to you.'
                )}
              </p>
            </div>
            <Link
              className={getButtonClass({ look: 'quiet', size: 'compact', wide: undefined })}
              to={`${getRoomPath(course.coursePrefixCode)}#lessons`}
            >
              Watch again
            </Link>
          </li>
        )}
        <li>
          <MessageSquare size={20} aria-hidden="true" />
          <div>
            <b>Tell us how it was</b>
            <p>Two sentences are enough. Only our team reads them.</p>
          </div>
          <Button
            look="quiet"
            size="compact"
            aria-expanded={isWriting}
            aria-controls={`${id}-review`}
            onClick={() => setWriting(!isWriting)}
          >
            Write a review
          </Button>
          <div id={`${id}-review`} className={styles.review} hidden={!isWriting}>
            {isWriting && <Review room={room} profile={profile} />}
          </div>
        </li>
      </ul>
    </section>
  )
}

/** A message to support, which names the course. */
function Review({ room: { course }, profile }: Props) {
  const { email, name } = profile
  const { form, field, errorMessage, isBusy, isDone } = useForm(
    { message: (text) => (text.trim() === '' ? 'A message is required' : null) },
    async ({ message }) => {
      const response = await browserClient().call(leaveMessage, {
        body: {
          email,
          name,
          message: `About ${course.title}${course.teachers.length > 0 ? ` with ${formatTeachers(course.teachers)}` : ''}:\n\n${message}`,
          page: getFinishPath(course.coursePrefixCode),
        },
      })
      return response.error === null ? null : response
    },
  )
  return (
    <form {...form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <TextField {...field('message')} label="How was the course?" idPrefix="review" maxLength={4000} required />
      {isDone ? (
        <SuccessMessage>Thank you. Our team has your review.</SuccessMessage>
      ) : (
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? 'Sending…' : 'Send review'}
        </Button>
      )}
    </form>
  )
}
