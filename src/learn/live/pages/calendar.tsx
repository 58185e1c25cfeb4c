import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { MyCalendar } from '../calendar/my-calendar.tsx'
import { readCalendarFeed } from '../wire/calendar-feed.ts'
import { listOwnSessions } from '../wire/learn.ts'
import type { Route } from './+types/calendar.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  createTitle(matches, 'Calendar'),
  { name: 'description', content: 'Your live sessions by date.' },
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const [response, feed] = await Promise.all([
    client.call(listOwnSessions, { auth: session.as }),
    client.call(readCalendarFeed, { auth: session.as }),
    requireCurrentPerson(client, environment, session),
  ])
  return { sessions: requireBody(response).data, feedUrl: requireBody(feed).data.url, as: session.as }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Calendar" lead="Loading your live sessions, the next one first…" />
}

export default function CalendarPage({ loaderData }: Route.ComponentProps) {
  return <MyCalendar {...loaderData} />
}
