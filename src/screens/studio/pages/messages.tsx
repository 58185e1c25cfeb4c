import { listMessages } from '#learn/messages/wire.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { MessageList } from '../messages/message-list.tsx'
import type { Route } from './+types/messages.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, `${loaderData?.course ? `Messages of ${loaderData.course.title}` : 'Messages'} · Studio`),
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const params = { course: args.params.course.toUpperCase() }
  const before = new URL(args.request.url).searchParams.get('after')
  const [course, messages] = await Promise.all([
    loadStudioCourse(client, session.as, args.params.course),
    client.call(listMessages, { auth: session.as, params, query: before ? { before } : {} }),
    requireCurrentPerson(client, environment, session),
  ])
  if (!course || messages.errorCode === 'COURSE_NOT_FOUND') return { course: null, session }
  return { course, page: requireBody(messages).data, isFirst: before === null, session }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Messages" lead="Loading the messages to learners of this course…" isWide />
}

export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.course) return <NoCourse session={loaderData.session} />
  return <MessageList key={loaderData.course.coursePrefixCode} {...loaderData} />
}
