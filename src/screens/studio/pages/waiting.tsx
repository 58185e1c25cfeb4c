import { browserClient } from '#http/client.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { getBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { exportWaiting, listWaiting } from '#sell/waitlist/wire/lists.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { Section } from '#ui/layout/section.tsx'
import { EmptyState } from '#ui/list/data-table.tsx'
import { ExportButton } from '#ui/list/export-button.tsx'
import { createTitle } from '#ui/page-title.ts'
import { CourseFrame } from '../frame/course-frame.tsx'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { InterestList } from '../waiting/interest-list.tsx'
import { WaitlistTable } from '../waiting/waitlist-table.tsx'
import type { Route } from './+types/waiting.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData?.course ? `Waiting for ${loaderData.course.title}` : 'Waiting'),
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const { course: courseCode } = args.params
  const [course, waiting] = await Promise.all([
    loadStudioCourse(client, session.as, courseCode),
    client.call(listWaiting, { auth: session.as, params: { course: courseCode } }),
    requireCurrentPerson(client, environment, session),
  ])
  return { course, waiting: getBody(waiting, 'COURSE_NOT_FOUND')?.data ?? null, session }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Waiting" lead="Loading the people who wait for a seat or asked for news…" isWide />
}

export default function WaitingPage({ loaderData: { course, waiting, session } }: Route.ComponentProps) {
  if (!course || !waiting) return <NoCourse session={session} />
  const { coursePrefixCode, actions } = course
  const canAct = actions.includes('learner.access')
  return (
    <CourseFrame
      course={course}
      session={session}
      page="waiting"
      title="Waiting"
      lead="People who wait for a seat, and people who asked for news or the curriculum."
    >
      {actions.includes('learner.export') && (
        <ExportButton
          filename={`waiting-${coursePrefixCode}.csv`}
          load={() => browserClient().call(exportWaiting, { auth: session.as, params: { course: coursePrefixCode } })}
        />
      )}
      {waiting.hasMore && <p>The lists show the first 500 people each. The export has everybody.</p>}
      {waiting.waitlists.length === 0 && (
        <Section title="Waitlist">
          <EmptyState>Nobody is waiting for a seat.</EmptyState>
        </Section>
      )}
      {waiting.waitlists.map((waitlist) => (
        <WaitlistTable
          key={waitlist.courseCode}
          waitlist={waitlist}
          course={coursePrefixCode}
          as={session.as}
          canInvite={canAct}
        />
      ))}
      <InterestList waiting={waiting} course={coursePrefixCode} as={session.as} canSend={canAct} />
    </CourseFrame>
  )
}
