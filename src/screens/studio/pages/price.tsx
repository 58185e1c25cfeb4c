import { readPrices } from '#catalogue/prices/wire.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { getBody, requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { listPromoCodes } from '#sell/promo-codes/wire.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadStudioCourse } from '../frame/load-course.ts'
import { NoCourse } from '../frame/no-course.tsx'
import { CoursePrice } from '../price/course-price.tsx'
import { listTaughtCourses } from '../wire.ts'
import type { Route } from './+types/price.ts'

export const handle = { isWide: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, `${loaderData?.course ? `Price of ${loaderData.course.title}` : 'Price'} · Studio`),
]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const params = { course: args.params.course.toUpperCase() }
  const after = new URL(args.request.url).searchParams.get('after')
  const [course, prices, codes, taught] = await Promise.all([
    loadStudioCourse(client, session.as, args.params.course),
    client.call(readPrices, { auth: session.as, params }),
    client.call(listPromoCodes, { auth: session.as, params, query: after ? { after } : {} }),
    client.call(listTaughtCourses, { auth: session.as }),
    requireCurrentPerson(client, environment, session),
  ])
  if (!course || prices.errorCode === 'COURSE_NOT_FOUND') return { course: null, session }
  return {
    course,
    prices: requireBody(prices).data,
    codes: getBody(codes, 'ROLE_NEEDED')?.data ?? null,
    ownCourses: requireBody(taught).data.filter(({ actions }) => actions.includes('code.edit')),
    session,
  }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Price" lead="Loading the prices of this course…" isWide />
}

export default function PricePage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.course) return <NoCourse session={loaderData.session} />
  return <CoursePrice key={loaderData.course.coursePrefixCode} {...loaderData} />
}
