import { data, redirect } from 'react-router'
import { createCacheHeaders } from '#catalogue/catalog/cache-headers.ts'
import { loadProfilePage } from '#catalogue/profiles/load-profile-page.ts'
import { depsContext } from '#http/context.ts'
import { createTitle, getSiteName, joinTitle } from '#ui/page-title.ts'
import { createCoursePicture, getPicturePath } from '../art/share-picture.ts'
import { loadSimilarCards } from '../catalogue/similar-courses.ts'
import { CreatorPage } from '../creator/creator-page.tsx'
import { NotFound } from '../information/not-found.tsx'
import { createShareMeta } from '../seo/share-meta.ts'
import type { Route } from './+types/creator.ts'

export const handle = { document: true, frame: 'site' }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const siteName = getSiteName(matches)
  if (!loaderData?.profile) return [createTitle(matches, 'Not found'), { name: 'robots', content: 'noindex' }]
  const { profile, site, picture } = loaderData
  const description = profile.quote ?? profile.biography[0] ?? `Courses with ${profile.name}`
  const address = `${site}${profile.path}`
  return [
    ...createShareMeta({
      siteName,
      title: joinTitle(profile.name, siteName),
      description,
      address,
      picture: `${site}${picture}`,
    }),
    { tagName: 'link', rel: 'canonical', href: address },
  ]
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const { pathname, search } = new URL(request.url)
  const profile = await loadProfilePage(deps, params.creator.toLowerCase())
  const site = deps.config.publicUrl
  if (!profile) {
    const cards = await loadSimilarCards(deps, pathname)
    return data({ profile: null, cards, site, picture: '' }, { status: 404 })
  }
  if (profile.path !== pathname) throw redirect(`${profile.path}${search}`, 301)
  const picture = getPicturePath(createCoursePicture(profile.shown, deps.site.current))
  return data({ profile, cards: [], site, picture }, { headers: createCacheHeaders(deps.clock(), profile.cards) })
}

export default function Creator({ loaderData: { profile, cards } }: Route.ComponentProps) {
  return profile ? <CreatorPage profile={profile} /> : <NotFound cards={cards} />
}
