import { data } from 'react-router'
import { createCacheHeaders } from '#catalogue/catalog/cache-headers.ts'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { formatTeachers } from '#catalogue/catalog/teachers.ts'
import { createInlinePoster } from '#design/poster-design.ts'
import { getPreviewPath } from '#domain/learning/room-path.ts'
import { depsContext } from '#http/context.ts'
import { loadPreview } from '#learn/lessons/read-preview.ts'
import { createTitle, getSiteName, joinTitle } from '#ui/page-title.ts'
import { createCoursePicture, getPicturePath } from '../art/share-picture.ts'
import { loadSimilarCards } from '../catalogue/similar-courses.ts'
import { handlePageForm } from '../handle-page-form.ts'
import { NotFound } from '../information/not-found.tsx'
import { PreviewPage } from '../preview/preview-page.tsx'
import { createShareMeta } from '../seo/share-meta.ts'
import type { Route } from './+types/preview.ts'

export const handle = { document: true, frame: 'site' }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const siteName = getSiteName(matches)
  if (!loaderData?.found) return [createTitle(matches, 'Not found'), { name: 'robots', content: 'noindex' }]
  const { course, lesson } = loaderData.found
  const title = `${lesson.title}: a free lesson of ${course.title} with ${formatTeachers(course)}`
  return [
    ...createShareMeta({
      siteName,
      title: joinTitle(title, siteName),
      description: lesson.summary,
      ...loaderData.found.links,
    }),
    { tagName: 'link', rel: 'canonical', href: loaderData.found.links.address },
  ]
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ context, params }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const code = params.course.toUpperCase()
  const [preview, course] = await Promise.all([
    loadPreview(deps, { courseCode: code, lessonKey: params.lessonKey }),
    getCourseDefinition(deps, code),
  ])
  if (!preview.ok || course?.coursePrefixCode !== code)
    return data({ found: null, cards: await loadSimilarCards(deps, `/${params.course}`) }, { status: 404 })
  const lesson = preview.value
  const site = deps.config.publicUrl
  const links = {
    address: `${site}${getPreviewPath(code, lesson.key)}`,
    picture: `${site}${getPicturePath(createCoursePicture(course, deps.site.current))}`,
  }
  const poster = createInlinePoster(course.images)
  return data(
    { found: { course, lesson, links, poster }, cards: [] },
    { headers: createCacheHeaders(deps.clock(), [course]) },
  )
}

export const action = ({ context, request }: Route.ActionArgs) => handlePageForm(context, request)

export default function Preview({ loaderData: { found, cards }, actionData }: Route.ComponentProps) {
  if (!found) return <NotFound cards={cards} />
  return <PreviewPage {...found} sent={actionData ?? null} />
}
