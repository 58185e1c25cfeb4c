/** The page of an error that no other page shows. The site's frame is loaded only then. */
import type { ComponentProps } from 'react'
import { isRouteErrorResponse, useLocation, useRouteLoaderData } from 'react-router'
import type { FaultFrame as FaultFrameComponent } from '#ui/frame/fault-frame.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { joinTitle } from '#ui/page-title.ts'

const FaultFrame = lazyComponent(async () => (await import('#ui/frame/fault-frame.tsx')).FaultFrame, BareFault)
const TITLES = { missing: 'Not found', unavailable: 'Back in a moment', broken: 'Something went wrong' }

export function ErrorPage({ error }: { error: unknown }) {
  const site = useRouteLoaderData<ComponentProps<typeof FaultFrameComponent>['site']>('root')
  const { pathname } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const fault = status === 404 ? 'missing' : status === 503 ? 'unavailable' : 'broken'
  return (
    <>
      <title>{joinTitle(TITLES[fault], site?.name)}</title>
      <FaultFrame current={pathname} site={site} fault={fault} />
    </>
  )
}

/** The usual cause is a lost connection, so this text is not loaded separately. */
function BareFault() {
  return (
    <main id="content">
      <h1>Something went wrong!</h1>
      <p>Nothing was charged or sent twice. Please check your connection and reload the page.</p>
    </main>
  )
}
