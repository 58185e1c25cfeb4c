import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { Agenda } from '../calendar/agenda.tsx'
import { addDays, getWeekStart, toDay } from '../calendar/week.ts'
import { listCalendar } from '../wire.ts'
import type { Route } from './+types/calendar.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Studio calendar')]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const monday = getWeekStart(new URL(args.request.url).searchParams.get('week'))
  const query = { from: monday.toISOString(), until: addDays(monday, 7).toISOString() }
  const [response] = await Promise.all([
    client.call(listCalendar, { auth: session.as, query }),
    requireCurrentPerson(client, environment, session),
  ])
  return { ...requireBody(response).data, week: toDay(monday), session }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Studio calendar" lead="Loading your sessions of this week…" />
}

export default function StudioCalendarPage({ loaderData }: Route.ComponentProps) {
  return <Agenda {...loaderData} />
}
