import { useRevalidator } from 'react-router'
import type { MessageDetail, MessagePreview } from '#learn/messages/wire.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Definition, DefinitionList } from '#ui/layout/definition-list.tsx'
import { When } from '#ui/local-time.tsx'
import { CourseFrame } from '../frame/course-frame.tsx'
import { usePolling } from '../media/use-polling.ts'
import type { StudioCourse } from '../wire.ts'
import { Letter } from './letter.tsx'
import { countPeople, describeReaders } from './message-words.ts'
import styles from './messages.module.css'
import { MissedPeople } from './missed-people.tsx'
import { SendingNow } from './sending-now.tsx'
import { UnsentWords } from './unsent-words.tsx'

type Props = {
  course: StudioCourse
  message: MessageDetail
  preview: MessagePreview
  personId: string
  session: AppSession
}

/** A message that waits for its time, or was sent. */
export function SentMessage({ course, message, preview, personId, session }: Props) {
  const { revalidate } = useRevalidator()
  const { counts, missed, sendAt, sentBy, state, to } = message
  usePolling(state === 'sending' || (counts?.waiting ?? 0) > 0, () => void revalidate())
  return (
    <CourseFrame
      course={course}
      session={session}
      page="messages"
      title={message.subject}
      lead={
        <>
          {state === 'scheduled' ? 'Scheduled for ' : 'Sent '}
          <When at={sendAt!} zone="UTC" form="long" />
          {sentBy && (
            <>
              {' '}
              by <bdi>{sentBy}</bdi>
            </>
          )}
        </>
      }
    >
      {state === 'scheduled' && <SendingNow message={message} course={course.coursePrefixCode} session={session} />}
      <div className={styles.desk}>
        <div className={styles.write}>
          <UnsentWords
            place={{ personId, course: course.coursePrefixCode, messageId: message.messageId }}
            sent={message.text}
          />
          <section className={styles.card} aria-labelledby="result">
            <h2 id="result">{counts ? `To ${countPeople(counts.people)}` : `To ${describeReaders(message)}`}</h2>
            <p>
              <bdi>{to}</bdi>
            </p>
            {counts && (
              <DefinitionList>
                <Definition name="Sent">{counts.sent}</Definition>
                <Definition name="On the way">{counts.waiting}</Definition>
                <Definition name="Failed">{counts.failed}</Definition>
                <Definition name="Bounced">{counts.bounced}</Definition>
                <Definition name="In the portal only, or left out">{counts.leftOut}</Definition>
                {counts.forgotten > 0 && <Definition name="No longer known">{counts.forgotten}</Definition>}
              </DefinitionList>
            )}
          </section>
          {missed.length > 0 && (
            <section className={styles.card} aria-labelledby="missed">
              <h2 id="missed">Who got no e-mail</h2>
              <MissedPeople missed={missed} counts={counts} />
            </section>
          )}
        </div>
        <Letter preview={preview} readers={message.readers} />
      </div>
    </CourseFrame>
  )
}
