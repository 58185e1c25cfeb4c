import { data } from 'react-router'
import { coverArt } from '#design/cover-art.ts'
import { HUES } from '#design/tokens.ts'
import { listCountries } from '#domain/country.ts'
import { depsContext } from '#http/context.ts'
import { createTitle } from '#ui/page-title.ts'
import { isSetUp } from '../queries.ts'
import { SetUpPage } from '../wizard/set-up-page.tsx'
import type { Route } from './+types/set-up.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Set up your site')]

/** In the page itself, because no other address answers yet. */
const POSTERS = [
  coverArt('SET-UP-1', { hue: HUES.fern, motif: 'strata' }),
  coverArt('SET-UP-2', { hue: HUES.azure, motif: 'contour' }),
  coverArt('SET-UP-3', { hue: HUES.vermilion, motif: 'aperture' }),
].map((poster) => `data:image/svg+xml,${encodeURIComponent(poster)}`)

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(depsContext)
  if (config.mode !== 'production' || (await isSetUp(db))) throw data(null, { status: 404 })
  return { countries: listCountries().map(({ countryCode, name }) => ({ countryCode, name })), posters: POSTERS }
}

export default function SetUp({ loaderData }: Route.ComponentProps) {
  return <SetUpPage {...loaderData} />
}
