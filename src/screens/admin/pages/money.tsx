import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { StoryNote } from '../home/story-note.tsx'
import { loadMoney } from '../money/load-money.ts'
import { MoneyView } from '../money/money-view.tsx'
import type { Route } from './+types/money.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Money')]
export const handle = { isWide: true }

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadMoney(createAppRequest(args), new Date())
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Money" lead="Loading the books…" isWide />
}

export default function MoneyPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <StoryNote isWide />
      <MoneyView {...loaderData} />
    </>
  )
}
