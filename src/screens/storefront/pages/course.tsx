import { data, redirect } from 'react-router'
import { createCacheHeaders } from '#catalogue/catalog/cache-headers.ts'
import { getCourseCodeAtPath, getCourseDefinition, listCourseCards } from '#catalogue/catalog/catalogue.ts'
import { listOpenCodes } from '#catalogue/catalog/listing.ts'
import { findMovedPath } from '#catalogue/catalog/queries.ts'
import { createInlinePoster } from '#design/poster-design.ts'
import { isGeneralPage } from '#domain/site-addresses.ts'
import { isSlash, trimEnd } from '#domain/trim.ts'
import { depsContext } from '#http/context.ts'
import { createTitle, getSiteName } from '#ui/page-title.ts'
import { createCoursePicture, getPicturePath } from '../art/share-picture.ts'
import { listComparedCourses } from '../catalogue/compared-courses.ts'
import { loadSimilarCards } from '../catalogue/similar-courses.ts'
import { CoursePage } from '../course/course-page.tsx'
import { WorkshopPage } from '../course/workshop-page.tsx'
import { handlePageForm } from '../handle-page-form.ts'
import { NotFound } from '../information/not-found.tsx'
import { createCourseMeta } from '../seo/course-meta.ts'
import { getWorkshop } from '../workshop.ts'
import type { Route } from './+types/course.ts'

export const handle = { document: true, frame: 'site' }

const CARD_COUNT = 3
const NO_COURSE = { course: null, workshop: null, comparedCourses: [], page: null, poster: '' }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData?.course
    ? createCourseMeta({ ...loaderData, siteName: getSiteName(matches) })
    : [createTitle(matches, 'Not found'), { name: 'robots', content: 'noindex' }]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const { pathname, search } = new URL(request.url)
  const path = trimEnd(pathname, isSlash).toLowerCase()
  const code = await getCourseCodeAtPath(deps, path)
  const movedPath = code ? null : await findMovedPath(deps.db, path)
  if (movedPath) throw redirect(`${movedPath}${search}`, 301)
  const course = code ? await getCourseDefinition(deps, code) : null
  const site = deps.config.publicUrl
  if (!course) {
    const cards = await loadSimilarCards(deps, path)
    return data({ ...NO_COURSE, cards, site }, { status: 404 })
  }

  const isOpen = course.state.callToAction === 'enrol'
  const openCards = isOpen ? [] : await listCourseCards(deps, { codes: await listOpenCodes(deps, CARD_COUNT) })
  // On a site that takes no payments yet, courses with open dates are not on sale, this one included.
  const cards = openCards.filter(({ state }) => state.callToAction === 'enrol')
  const workshop = await getWorkshop(deps, path, course)
  const comparedCourses = isGeneralPage(path) ? await listComparedCourses(deps, course) : []
  const headers = createCacheHeaders(
    deps.clock(),
    [course],
    cards,
    comparedCourses,
    workshop?.fullCourse ? [workshop.fullCourse] : [],
  )
  const page = isGeneralPage(path) ? path : null
  const picture = getPicturePath(createCoursePicture(course, deps.site.current))
  const poster = createInlinePoster(course.images)
  return data({ course, workshop, comparedCourses: comparedCourses, cards, site, page, picture, poster }, { headers })
}

export const action = ({ context, request }: Route.ActionArgs) => handlePageForm(context, request)

export default function Course({
  loaderData: { course, cards, comparedCourses, workshop, page, poster },
  actionData,
}: Route.ComponentProps) {
  const sent = actionData ?? null
  if (!course) return <NotFound cards={cards} />
  return workshop ? (
    <WorkshopPage course={course} poster={poster} {...workshop} otherCourses={cards} sent={sent} />
  ) : (
    <CoursePage
      course={course}
      poster={poster}
      comparedCourses={comparedCourses}
      otherCourses={cards}
      page={page}
      sent={sent}
    />
  )
}
