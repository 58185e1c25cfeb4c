import { findOfferedCourse } from '#learn/lessons/room/load-room.ts'
import { NoRoom } from '#learn/lessons/room/no-room.tsx'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { SessionView } from '../session/session-view.tsx'
import { readSession } from '../wire/learn.ts'
import type { Route } from './+types/session.ts'

export const handle = { isFlush: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData?.is === 'session' ? loaderData.session.title : 'Session'),
]

/** Refusals that the page explains. Others replace the page. */
const REASONS: Record<string, 'no-session' | 'unconfirmed' | 'revoked'> = {
  SESSION_NOT_FOUND: 'no-session',
  FIELD_INVALID: 'no-session',
  ENROLMENT_UNCONFIRMED: 'unconfirmed',
  ACCESS_ENDED: 'revoked',
}

export async function clientLoader({ params, ...args }: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const [response, profile] = await Promise.all([
    client.call(readSession, { auth: session.as, params }),
    requireCurrentPerson(client, environment, session),
  ])
  const reason = REASONS[response.errorCode ?? '']
  if (reason) {
    const courseCode = getCourseCode(response.data)
    return { is: reason, course: courseCode ? await findOfferedCourse(client, courseCode) : null }
  }
  return { is: 'session' as const, session: requireBody(response).data, as: session.as, personId: profile.user_id }
}
clientLoader.hydrate = true as const

/** The course of a refused session. Null: the person has a seat in it, or there is no such session. */
function getCourseCode(body: unknown): string | null {
  const { data } = (body ?? {}) as { data?: { coursePrefixCode?: string } }
  return data?.coursePrefixCode ?? null
}

export function HydrateFallback() {
  return <PageSkeleton title="Your session" lead="Loading the date, the way in and the recording…" isWide />
}

export default function SessionPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.is !== 'session') return <NoRoom is={loaderData.is} course={loaderData.course} />
  const { session, as, personId } = loaderData
  return <SessionView key={session.sessionId} session={session} as={as} personId={personId} />
}
