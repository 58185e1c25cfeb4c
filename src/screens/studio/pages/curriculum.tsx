import { type CourseDraft, readCourseDraft, readUnit } from '#catalogue/drafts/wire.ts'
import type { Client, SignedInAudience } from '#http/client.ts'
import { listAssets } from '#learn/course-media/wire/assets.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { getBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadOrKeep } from '../browser/last-loaded.ts'
import { Curriculum } from '../curriculum/curriculum.tsx'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import type { Route } from './+types/curriculum.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData?.course ? `Curriculum of ${loaderData.course.title}` : 'Curriculum'),
]

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadOrKeep(args.request.url, () => load(args))
}

clientLoader.hydrate = true as const

async function load(args: Route.ClientLoaderArgs) {
  const { client, session, query, ...environment } = createAppRequest(args)
  const { as } = session
  const course = args.params.course.toUpperCase()
  const key = query.get('lesson')
  const [taught, read, assets, person] = await Promise.all([
    loadStudioCourse(client, as, course),
    client.call(readCourseDraft, { auth: as, params: { course } }),
    client.call(listAssets, { auth: as, params: { course } }),
    requireCurrentPerson(client, environment, session),
  ])
  const draft = getBody(read, 'COURSE_NOT_FOUND')?.data
  const media = getBody(assets, 'COURSE_NOT_FOUND')?.data
  if (!taught || !draft || !media) return { course: null, session }
  const lesson = key === null ? null : { key, unit: await loadLesson(client, as, draft, key) }
  return { course: taught, draft, media, lesson, personId: person.user_id, session }
}

/** Null: the server does not know the lesson, or not yet. */
async function loadLesson(client: Client, as: SignedInAudience, draft: CourseDraft, key: string) {
  if (!draft.lessons.some((lesson) => lesson.key === key)) return null
  const params = { course: draft.coursePrefixCode, unit: `lesson:${key}` }
  const response = await client.call(readUnit, { auth: as, params })
  return getBody(response, 'UNIT_NOT_FOUND')?.data ?? null
}

export function HydrateFallback() {
  return <PageSkeleton title="Curriculum" lead="Loading the modules, the lessons and their files…" isWide />
}

export default function CurriculumPage({ loaderData }: Route.ComponentProps) {
  const { course, session } = loaderData
  if (!course) return <NoCourse session={session} />
  return <Curriculum key={course.coursePrefixCode} {...loaderData} course={course} />
}
