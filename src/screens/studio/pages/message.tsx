import { previewMessage, readMessage } from '#learn/messages/wire.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { NoMessage } from '../messages/no-message.tsx'
import { SentMessage } from '../messages/sent-message.tsx'
import { WriteMessage } from '../messages/write-message.tsx'
import type { Route } from './+types/message.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, `${loaderData?.message?.subject || 'Message'} · Studio`),
]

const MISSING = ['MESSAGE_NOT_FOUND', 'COURSE_NOT_FOUND', 'FIELD_INVALID']

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const params = { course: args.params.course.toUpperCase(), messageId: args.params.message }
  const person = new URL(args.request.url).searchParams.get('reader')
  const [course, message, preview, self] = await Promise.all([
    loadStudioCourse(client, session.as, args.params.course),
    client.call(readMessage, { auth: session.as, params }),
    client.call(previewMessage, { auth: session.as, params, query: person ? { person } : {} }),
    requireCurrentPerson(client, environment, session),
  ])
  const { messageId } = params
  const personId = self.user_id
  if (!course) return { course, message: null, session }
  if (MISSING.includes(message.errorCode ?? '')) return { course, message: null, messageId, personId, session }
  return {
    course,
    message: requireBody(message).data,
    preview: requireBody(preview).data,
    personId,
    session,
  }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Message" lead="Loading the message and the people who get it…" isWide />
}

export default function MessagePage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.course) return <NoCourse session={loaderData.session} />
  if (!loaderData.message) return <NoMessage {...loaderData} />
  return loaderData.message.state === 'draft' ? (
    <WriteMessage key={loaderData.message.messageId} {...loaderData} />
  ) : (
    <SentMessage {...loaderData} />
  )
}
