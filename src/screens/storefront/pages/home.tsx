import { data } from 'react-router'
import { createCacheHeaders } from '#catalogue/catalog/cache-headers.ts'
import { isFiltering, NO_FILTER, parseFilter, parsePage } from '#domain/catalogue-filter.ts'
import { depsContext } from '#http/context.ts'
import { getSiteName } from '#ui/page-title.ts'
import { createHomePicture, getPicturePath } from '../art/share-picture.ts'
import { Catalogue } from '../catalogue/catalogue.tsx'
import { loadHomeCourses } from '../catalogue/home-courses.ts'
import { handlePageForm } from '../handle-page-form.ts'
import { CreatorCall } from '../home/creator-call.tsx'
import { Hero } from '../home/hero.tsx'
import { HowItWorks } from '../home/how-it-works.tsx'
import { StartingSoon } from '../home/starting-soon.tsx'
import { getPageHref } from '../seo/page-href.ts'
import { createShareMeta } from '../seo/share-meta.ts'
import { createCatalogueData } from '../seo/structured-data.ts'
import type { Route } from './+types/home.ts'

export const handle = { document: true, frame: 'site' }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const siteName = getSiteName(matches)
  const title = `${siteName}: live and on-demand courses`
  const { page = 1, pages = 1, firstNumber: from = 1 } = loaderData?.listing ?? {}
  const filter = loaderData?.filter ?? NO_FILTER
  const getPageUrl = (pageNumber: number) => `${loaderData?.site}${getPageHref(pageNumber, filter)}`
  const address = getPageUrl(page)
  const createRelLink = (rel: 'prev' | 'next', pageNumber: number) =>
    pageNumber >= 1 && pageNumber <= pages ? [{ tagName: 'link', rel, href: getPageUrl(pageNumber) }] : []
  return [
    ...createShareMeta({
      siteName,
      title: page > 1 ? `${title}, page ${page}` : title,
      description: loaderData?.words.lead ?? '',
      address,
      picture: `${loaderData?.site}${loaderData?.picture}`,
    }),
    ...(loaderData ? [{ 'script:ld+json': createCatalogueData(loaderData.cards, loaderData.site, from) }] : []),
    isFiltering(filter) ? { name: 'robots', content: 'noindex' } : { tagName: 'link', rel: 'canonical', href: address },
    ...createRelLink('prev', page - 1),
    ...createRelLink('next', page + 1),
  ]
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** A page with a filter in its address is neither cached nor indexed. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const { searchParams } = new URL(request.url)
  const filter = parseFilter(searchParams)
  const courses = await loadHomeCourses(deps, filter, parsePage(searchParams))
  const { publicUrl: site } = deps.config
  const { name, headline, lead } = deps.site.current
  const isFilteredOrLater = isFiltering(filter) || courses.listing.page > 1
  const cacheHeaders = createCacheHeaders(deps.clock(), courses.cards, courses.soonCards)
  const headers: Record<string, string> = isFilteredOrLater
    ? { 'cache-control': 'no-cache' }
    : { ...cacheHeaders, 'cache-tag': '*' }
  const picture = getPicturePath(createHomePicture(deps.site.current))
  const isDemo = deps.config.mode !== 'production'
  return data({ ...courses, filter, site, words: { name, headline, lead }, picture, isDemo }, { headers })
}

export const action = ({ context, request }: Route.ActionArgs) => handlePageForm(context, request)

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, cards, heroCards: first, soonCards: soon, comingSoon: awaited, filter, words, isDemo } = loaderData
  return (
    <main id="content">
      <Hero cards={first} {...words} />
      <StartingSoon cards={soon} />
      <Catalogue listing={listing} cards={cards} comingSoon={awaited} filter={filter} sent={actionData ?? null} />
      <HowItWorks
        example={first.find((card) => card.nextDate?.startsAt && card.state.callToAction === 'enrol')}
        isDemo={isDemo}
      />
      {isDemo && <CreatorCall />}
    </main>
  )
}
