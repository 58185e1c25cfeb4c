import { readProfile } from '#catalogue/profiles/wire.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { getBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { loadOrKeep } from '../browser/last-loaded.ts'
import { NoProfile, ProfilePage } from '../profile/profile-page.tsx'
import type { Route } from './+types/profile.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  createTitle(matches, `${loaderData?.profile ? loaderData.profile.name : 'Profile'} · Studio`),
]

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadOrKeep(args.request.url, () => load(args))
}
clientLoader.hydrate = true as const

async function load(args: Route.ClientLoaderArgs) {
  const { client, session, ...environment } = createAppRequest(args)
  const [response] = await Promise.all([
    client.call(readProfile, { auth: session.as, params: { slug: args.params.slug } }),
    requireCurrentPerson(client, environment, session),
  ])
  return { profile: getBody(response, 'PROFILE_NOT_FOUND')?.data ?? null, session }
}

export function HydrateFallback() {
  return <PageSkeleton title="Profile" lead="Loading the name, photo and words that courses show…" />
}

export default function Profile({ loaderData: { profile, session } }: Route.ComponentProps) {
  if (!profile) return <NoProfile session={session} />
  return <ProfilePage key={profile.slug} profile={profile} session={session} />
}
