import type { ReactNode } from 'react'
import type { Client } from '#http/client.ts'
import { BrokenLink } from '#people/accounts/parts/broken-link.tsx'
import { useLinkCall } from '#people/accounts/parts/link-call.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { createTitle } from '#ui/page-title.ts'
import { type CourseNews, confirmCourseNews, leaveCourseNews, readCourseNews } from '../wire.ts'
import type { Route } from './+types/course-news.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'News about a course')]

const read = (client: Client, token: string) => client.call(readCourseNews, { body: { token } })
const confirm = (client: Client, token: string) => client.call(confirmCourseNews, { body: { token } })
const leave = (client: Client, token: string) => client.call(leaveCourseNews, { body: { token } })

export default function CourseNewsPage() {
  const { data: courseNews, isBroken, message, isBusy, call, load } = useLinkCall(read)

  if (isBroken) return <BrokenLink />
  if (!courseNews) {
    return (
      <FormFrame key="loading" title="News about a course" lead="Loading…">
        {message && <ErrorMessage>{message}</ErrorMessage>}
        {message && <Button onClick={load}>Try again</Button>}
      </FormFrame>
    )
  }
  const { title, lead } = describeNews(courseNews)
  const wantsToLeave = new URLSearchParams(location.search).has('leave')
  const canConfirm = courseNews.state === 'off' || (courseNews.state === 'unconfirmed' && !wantsToLeave)
  const canLeave = courseNews.state === 'on' || courseNews.state === 'unconfirmed'
  return (
    <FormFrame key={courseNews.state} title={title} lead={lead}>
      {message && <ErrorMessage>{message}</ErrorMessage>}
      {canConfirm && (
        <Button
          look={courseNews.state === 'off' ? 'quiet' : undefined}
          size="tall"
          wide
          aria-busy={isBusy}
          onClick={() => call(confirm)}
        >
          {courseNews.state === 'off' ? 'Turn on again' : 'Confirm my address'}
        </Button>
      )}
      {canLeave && (
        <Button
          look={wantsToLeave ? undefined : 'quiet'}
          size="tall"
          wide
          aria-busy={isBusy}
          onClick={() => call(leave)}
        >
          Turn off this news
        </Button>
      )}
      <ButtonLink href={`/c/${courseNews.courseCode}`} look="quiet" size="tall" wide>
        See the course
      </ButtonLink>
    </FormFrame>
  )
}

function describeNews({ state, kind, title, email }: CourseNews): { title: string; lead: ReactNode } {
  const promise =
    kind === 'reminder'
      ? `We’ll e-mail ${email} when ${title} has a new date, and once before enrolment closes.`
      : `We’ll e-mail ${email} once for each new set of dates of ${title}, when enrolment opens.`
  switch (state) {
    case 'unconfirmed':
      return { title: 'Confirm your address', lead: promise.replace('We’ll', 'Confirm, and we’ll') }
    case 'on':
      return { title: 'You’ll hear from us', lead: promise }
    case 'off':
      return { title: 'News turned off', lead: `We won’t e-mail ${email} about the dates of ${title}.` }
    default:
      return {
        title: 'This course has ended',
        lead: (
          <>
            <bdi>{title}</bdi> will not run again, so there is no more news.
          </>
        ),
      }
  }
}
