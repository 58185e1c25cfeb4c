import { data } from 'react-router'
import { loadDraftedCourse } from '#catalogue/previews/load-drafted-course.ts'
import { isGeneralPage } from '#domain/site-addresses.ts'
import { depsContext } from '#http/context.ts'
import { photoMakerContext } from '#media/pictures/photo-context.ts'
import { createTitle } from '#ui/page-title.ts'
import { DraftPage, EndedDraft } from '../draft/draft-page.tsx'
import { isWorkshopPage } from '../workshop.ts'
import type { Route } from './+types/draft.ts'

export const handle = { document: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, loaderData?.course?.title ? `Preview of ${loaderData.course.title}` : 'Preview'),
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const course = await loadDraftedCourse(context.get(depsContext), context.get(photoMakerContext), params.token)
  const isWorkshop = course !== null && isWorkshopPage(course.url, course)
  return data({ course, isWorkshop }, { status: course ? 200 : 404 })
}

export default function Draft({ loaderData: { course, isWorkshop }, params: { token } }: Route.ComponentProps) {
  if (!course) return <EndedDraft />
  const page = isGeneralPage(course.url) ? course.url : null
  return <DraftPage course={course} token={token} isWorkshop={isWorkshop} page={page} />
}
