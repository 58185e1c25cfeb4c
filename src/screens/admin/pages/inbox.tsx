import { useRevalidator } from 'react-router'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { StoryNote } from '../home/story-note.tsx'
import { InboxView } from '../inbox/inbox-view.tsx'
import { loadInbox } from '../inbox/load-inbox.ts'
import type { Route } from './+types/inbox.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Inbox')]
export const handle = { isWide: true }

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadInbox(createAppRequest(args))
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Inbox" lead="Loading the inbox…" isWide />
}

export default function InboxPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <>
      <StoryNote isWide />
      <InboxView {...loaderData} onChanged={() => void revalidate()} />
    </>
  )
}
