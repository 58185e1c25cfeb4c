import { data } from 'react-router'
import { isFiltering, isFound, readFilter } from '#domain/catalogue-filter.ts'
import { courseCards } from '#features/catalog/catalogue.ts'
import { depsContext } from '#http/context.ts'
import { findableOf } from '../findable.ts'
import { keptFor } from '../kept-for.ts'
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
  const address = `${loaderData?.site}/`
  const isOneOfMany = loaderData && isFiltering(loaderData.filter)
  return [
    ...shareMeta({
      title: TITLE,
      description: DESCRIPTION,
      address,
      picture: `${loaderData?.site}${loaderData?.picture}`,
    }),
    ...(loaderData ? [{ 'script:ld+json': catalogueData(loaderData.cards, loaderData.site) }] : []),
    isOneOfMany ? { name: 'robots', content: 'noindex' } : { tagName: 'link', rel: 'canonical', href: address },
  ]
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** With a question in its address the page is one of many, and neither kept nor listed. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const cards = await courseCards(deps)
  const now = deps.clock()
  const filter = readFilter(new URL(request.url).searchParams)
  const found = cards.filter((card) => isFound(findableOf(card), filter, now)).map((card) => card.coursePrefixCode)
  const { supportAddress: support, publicUrl: site } = deps.config
  const headers = isFiltering(filter) ? new Headers({ 'cache-control': 'no-cache' }) : new Headers(keptFor(now, cards))
  if (!isFiltering(filter)) headers.set('cache-tag', '*')
  return data({ cards, filter, found, support, site, picture: picturePath(HOME_PICTURE) }, { headers })
}

export const action = ({ context, request }: Route.ActionArgs) => takeSentForm(context, request)

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { cards, filter, found, support } = loaderData
  return (
    <main id="content">
      <Opening cards={cards} />
      <StartingSoon cards={cards} />
      <Catalogue cards={cards} filter={filter} found={found} sent={actionData ?? null} />
      <Acts example={cards.find((card) => card.nextDate?.startsAt && card.state.callToAction === 'enrol')} />
      <CreatorCall support={support} />
    </main>
  )
}
