import { NoRoom } from '#learn/lessons/room/no-room.tsx'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { loadSession } from '../session/load-session.ts'
import { SessionView } from '../session/session-view.tsx'
import type { Route } from './+types/session.ts'

export const handle = { isFlush: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.is === 'session' ? loaderData.session.title : 'Session'} · Understudy` },
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const [loaded, profile] = await Promise.all([
    loadSession(client, session.as, args.params.sessionId),
    requireCurrentPerson(client, environment, session),
  ])
  return { ...loaded, as: session.as, personId: profile.user_id }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Your session" lead="Loading the date, the way in and the recording…" isWide />
}

export default function SessionPage({ loaderData }: Route.ComponentProps) {
  const { as, personId } = loaderData
  return loaderData.is === 'session' ? (
    <SessionView key={loaderData.session.sessionId} session={loaderData.session} as={as} personId={personId} />
  ) : (
    <NoRoom is={loaderData.is === 'missing' ? 'no-session' : loaderData.is} />
  )
}
