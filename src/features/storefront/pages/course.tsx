import { data } from 'react-router'
import { isGeneralPage } from '#domain/site-addresses.ts'
import { isSlash, trimEnd } from '#domain/trim.ts'
import { courseAtPath, courseCards, courseDefinition } from '#features/catalog/catalogue.ts'
import { openNow } from '#features/catalog/listing.ts'
import { depsContext } from '#http/context.ts'
import { comparedWith } from '../compared-with.ts'
import { courseMeta } from '../course-meta.ts'
import { keptFor } from '../kept-for.ts'
import { cardsNear } from '../nearest.ts'
import { CoursePage } from '../parts/course-page.tsx'
import { NotFound } from '../parts/not-found.tsx'
import { WorkshopPage } from '../parts/workshop-page.tsx'
import { heldPoster } from '../poster-print.ts'
import { coursePicture, picturePath } from '../share-picture.ts'
import { takeSentForm } from '../take-sent-form.ts'
import { workshopAt } from '../workshop.ts'
import type { Route } from './+types/course.ts'

export const handle = { document: true, frame: 'site' }

const SHOWN_CARDS = 3

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.course
    ? courseMeta(loaderData)
    : [{ title: 'Not found | Understudy' }, { name: 'robots', content: 'noindex' }]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const path = trimEnd(new URL(request.url).pathname, isSlash).toLowerCase()
  const code = await courseAtPath(deps, path)
  const course = code ? await courseDefinition(deps, code) : null
  const site = deps.config.publicUrl
  if (!course) {
    return data(
      { course: null, workshop: null, compared: [], cards: await cardsNear(deps, path), site, page: null, poster: '' },
      { status: 404 },
    )
  }

  const isOpen = course.state.callToAction === 'enrol'
  const cards = isOpen ? [] : await courseCards(deps, { codes: await openNow(deps, SHOWN_CARDS) })
  const workshop = await workshopAt(deps, path, course)
  const compared = isGeneralPage(path) ? await comparedWith(deps, course) : []
  const headers = keptFor(deps.clock(), [course], cards, compared, workshop?.whole ? [workshop.whole] : [])
  const page = isGeneralPage(path) ? path : null
  const picture = picturePath(coursePicture(course))
  const poster = heldPoster(course.images)
  return data({ course, workshop, compared, cards, site, page, picture, poster }, { headers })
}

export const action = ({ context, request }: Route.ActionArgs) => takeSentForm(context, request)

export default function Course({
  loaderData: { course, cards, compared, workshop, page, poster },
  actionData,
}: Route.ComponentProps) {
  const sent = actionData ?? null
  if (!course) return <NotFound cards={cards} />
  return workshop ? (
    <WorkshopPage course={course} poster={poster} {...workshop} others={cards} sent={sent} />
  ) : (
    <CoursePage course={course} poster={poster} compared={compared} others={cards} page={page} sent={sent} />
  )
}
