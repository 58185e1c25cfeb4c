import { data } from 'react-router'
import { isFiltering, NO_FILTER, readFilter, readPage } from '#domain/catalogue-filter.ts'
import { depsContext } from '#http/context.ts'
import { homeCourses } from '../home-courses.ts'
import { keptFor } from '../kept-for.ts'
import { pageHref } from '../page-href.ts'
import { Acts } from '../parts/acts.tsx'
import { Catalogue } from '../parts/catalogue.tsx'
import { CreatorCall } from '../parts/creator-call.tsx'
import { Opening } from '../parts/opening.tsx'
import { StartingSoon } from '../parts/starting-soon.tsx'
import { shareMeta } from '../share-meta.ts'
import { HOME_PICTURE, picturePath } from '../share-picture.ts'
import { catalogueData } from '../structured-data.ts'
import { takeSentForm } from '../take-sent-form.ts'
import type { Route } from './+types/home.ts'

export const handle = { document: true, frame: 'site' }

const TITLE = 'Understudy: live and on-demand courses from working creators'
const DESCRIPTION =
  'Live and on-demand courses from people who make the thing for a living. Small rooms, real dates, something finished by the end.'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { page = 1, pages = 1, from = 1 } = loaderData?.listing ?? {}
  const filter = loaderData?.filter ?? NO_FILTER
  const addressOf = (at: number) => `${loaderData?.site}${pageHref(at, filter)}`
  const address = addressOf(page)
  const beside = (rel: 'prev' | 'next', at: number) =>
    at >= 1 && at <= pages ? [{ tagName: 'link', rel, href: addressOf(at) }] : []
  return [
    ...shareMeta({
      title: page > 1 ? `${TITLE}, page ${page}` : TITLE,
      description: DESCRIPTION,
      address,
      picture: `${loaderData?.site}${loaderData?.picture}`,
    }),
    ...(loaderData ? [{ 'script:ld+json': catalogueData(loaderData.cards, loaderData.site, from) }] : []),
    isFiltering(filter) ? { name: 'robots', content: 'noindex' } : { tagName: 'link', rel: 'canonical', href: address },
    ...beside('prev', page - 1),
    ...beside('next', page + 1),
  ]
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** With a question in its address the page is one of many, and neither kept nor listed. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const { searchParams } = new URL(request.url)
  const filter = readFilter(searchParams)
  const courses = await homeCourses(deps, filter, readPage(searchParams))
  const { supportAddress: support, publicUrl: site } = deps.config
  const isOneOfMany = isFiltering(filter) || courses.listing.page > 1
  const kept = keptFor(deps.clock(), courses.cards, courses.soon)
  const headers: Record<string, string> = isOneOfMany ? { 'cache-control': 'no-cache' } : { ...kept, 'cache-tag': '*' }
  return data({ ...courses, filter, support, site, picture: picturePath(HOME_PICTURE) }, { headers })
}

export const action = ({ context, request }: Route.ActionArgs) => takeSentForm(context, request)

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, cards, first, soon, awaited, filter, support } = loaderData
  return (
    <main id="content">
      <Opening cards={first} />
      <StartingSoon cards={soon} />
      <Catalogue listing={listing} cards={cards} awaited={awaited} filter={filter} sent={actionData ?? null} />
      <Acts example={first.find((card) => card.nextDate?.startsAt && card.state.callToAction === 'enrol')} />
      <CreatorCall support={support} />
    </main>
  )
}
