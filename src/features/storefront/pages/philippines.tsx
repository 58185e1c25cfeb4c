import { data } from 'react-router'
import { isSlash, trimEnd } from '#domain/trim.ts'
import { courseAtPath, courseDefinition } from '#features/catalog/catalogue.ts'
import { rateIn } from '#features/catalog/local-pricing.ts'
import { depsContext } from '#http/context.ts'
import { SiteFooter } from '#ui/site-footer.tsx'
import { SiteHeader } from '#ui/site-header.tsx'
import { courseMeta } from '../course-meta.ts'
import { keptFor } from '../kept-for.ts'
import { MARKETS, marketPath } from '../markets.ts'
import { cardsNear } from '../nearest.ts'
import { CountryBand } from '../parts/country-band.tsx'
import { CoursePage } from '../parts/course-page.tsx'
import { InMarket } from '../parts/market.tsx'
import { NotFound } from '../parts/not-found.tsx'
import { heldPoster } from '../poster-print.ts'
import { coursePicture, picturePath } from '../share-picture.ts'
import { takeSentForm } from '../take-sent-form.ts'
import type { Route } from './+types/philippines.ts'

const COUNTRY = 'PH'

export const handle = { document: true, lang: MARKETS[COUNTRY].lang }

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.course
    ? courseMeta({ ...loaderData, market: COUNTRY })
    : [{ title: 'Not found | Understudy' }, { name: 'robots', content: 'noindex' }]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const path = trimEnd(new URL(request.url).pathname, isSlash).toLowerCase().slice(MARKETS[COUNTRY].prefix.length)
  const code = await courseAtPath(deps, path)
  const known = code ? await courseDefinition(deps, code) : null
  const texts = known?.marketTexts.find(({ country }) => country === COUNTRY)
  const { publicUrl: site, supportAddress: support, mode } = deps.config
  const frame = { site, support, year: deps.clock().getUTCFullYear(), isDemo: mode !== 'production' }
  if (!known || !texts) {
    return data({ course: null, poster: '', rate: null, cards: await cardsNear(deps, path), ...frame }, { status: 404 })
  }

  const { sectionTitle, promise } = texts
  const course = { ...known, sectionTitle: sectionTitle ?? known.sectionTitle, promise: promise ?? known.promise }
  const headers = keptFor(deps.clock(), [course])
  const picture = picturePath(coursePicture(known))
  const poster = heldPoster(known.images)
  return data({ course, picture, poster, rate: await rateIn(deps, COUNTRY), cards: [], ...frame }, { headers })
}

export const action = ({ context, request }: Route.ActionArgs) => takeSentForm(context, request)

export default function Philippines({ loaderData, actionData }: Route.ComponentProps) {
  const { course, poster, rate, cards, site, support, year, isDemo } = loaderData
  if (!course)
    return (
      <>
        <SiteHeader current="" />
        <NotFound cards={cards} />
        <SiteFooter support={support} year={year} isDemo={isDemo} />
      </>
    )
  const page = marketPath(COUNTRY, course.url)
  return (
    <InMarket country={COUNTRY} rate={rate}>
      <CountryBand url={course.url} />
      <SiteHeader current={page} site={site} />
      <CoursePage course={{ ...course, url: page }} poster={poster} others={[]} sent={actionData ?? null} />
      <SiteFooter
        support={support}
        year={year}
        isDemo={isDemo}
        prices={rate ? 'Prices in Philippine pesos, charged in US dollars' : 'Prices in US dollars'}
      />
    </InMarket>
  )
}
