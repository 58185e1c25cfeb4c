import { data, redirect } from 'react-router'
import { createCacheHeaders } from '#catalogue/catalog/cache-headers.ts'
import { getCourseCodeAtPath, getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { getRate } from '#catalogue/catalog/local-pricing.ts'
import { findMovedPath } from '#catalogue/catalog/queries.ts'
import { createInlinePoster } from '#design/poster-design.ts'
import { isSlash, trimEnd } from '#domain/trim.ts'
import { depsContext } from '#http/context.ts'
import { SiteFooter } from '#ui/frame/site-footer.tsx'
import { SiteHeader } from '#ui/frame/site-header.tsx'
import { createTitle, getSiteName } from '#ui/page-title.ts'
import { createCoursePicture, getPicturePath } from '../art/share-picture.ts'
import { loadSimilarCards } from '../catalogue/similar-courses.ts'
import { CoursePage } from '../course/course-page.tsx'
import { handlePageForm } from '../handle-page-form.ts'
import { CountryBand } from '../home/country-band.tsx'
import { NotFound } from '../information/not-found.tsx'
import { MarketProvider } from '../market/market.tsx'
import { MARKETS, marketPath } from '../market/markets.ts'
import { createCourseMeta } from '../seo/course-meta.ts'
import type { Route } from './+types/philippines.ts'

const COUNTRY = 'PH'

export const handle = { document: true, lang: MARKETS[COUNTRY].lang }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData?.course
    ? createCourseMeta({ ...loaderData, siteName: getSiteName(matches), market: COUNTRY })
    : [createTitle(matches, 'Not found'), { name: 'robots', content: 'noindex' }]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const { pathname, search } = new URL(request.url)
  const path = trimEnd(pathname, isSlash).toLowerCase().slice(MARKETS[COUNTRY].prefix.length)
  const code = await getCourseCodeAtPath(deps, path)
  const movedPath = code ? null : await findMovedPath(deps.db, path)
  if (movedPath) throw redirect(`${marketPath(COUNTRY, movedPath)}${search}`, 301)
  const definition = code ? await getCourseDefinition(deps, code) : null
  const marketText = definition?.marketTexts.find(({ country }) => country === COUNTRY)
  const { publicUrl: site, mode } = deps.config
  const siteFrame = { site, year: deps.clock().getUTCFullYear(), isDemo: mode !== 'production' }
  if (!definition || !marketText) {
    return data(
      { course: null, poster: '', rate: null, cards: await loadSimilarCards(deps, path), ...siteFrame },
      { status: 404 },
    )
  }

  const { sectionTitle, promise } = marketText
  const course = {
    ...definition,
    sectionTitle: sectionTitle ?? definition.sectionTitle,
    promise: promise ?? definition.promise,
  }
  const headers = createCacheHeaders(deps.clock(), [course])
  const picture = getPicturePath(createCoursePicture(definition, deps.site.current))
  const poster = createInlinePoster(definition.images)
  return data({ course, picture, poster, rate: await getRate(deps, COUNTRY), cards: [], ...siteFrame }, { headers })
}

export const action = ({ context, request }: Route.ActionArgs) => handlePageForm(context, request)

export default function Philippines({ loaderData, actionData }: Route.ComponentProps) {
  const { course, poster, rate, cards, site, year, isDemo } = loaderData
  if (!course)
    return (
      <>
        <SiteHeader current="" />
        <NotFound cards={cards} />
        <SiteFooter year={year} isDemo={isDemo} />
      </>
    )
  const page = marketPath(COUNTRY, course.url)
  return (
    <MarketProvider country={COUNTRY} rate={rate}>
      <CountryBand url={course.url} />
      <SiteHeader current={page} site={site} />
      <CoursePage course={{ ...course, url: page }} poster={poster} otherCourses={[]} sent={actionData ?? null} />
      <SiteFooter
        year={year}
        isDemo={isDemo}
        prices={rate ? 'Prices in Philippine pesos, charged in US dollars' : 'Prices in US dollars'}
      />
    </MarketProvider>
  )
}
