/** The layout route of the app: its gate, its frame, and the log-in or a message when a page could not be loaded. */
import { Outlet } from 'react-router'
import { getPageFailure } from '#people/accounts/session/page-failure.ts'
import { AppFrame } from '#people/app-shell/app-frame.tsx'
import { createSessionGate } from '#people/app-shell/session-gate.ts'
import { VisitorRateProvider } from '#sell/checkout/estimates/visitor-rate-provider.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { Route } from './+types/layout.ts'
import { ErrorPage } from './error-page.tsx'
import { NAVIGATION } from './navigation.ts'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  createSessionGate(NAVIGATION, () => ({ local: localStorage })),
]

export default function AppLayout() {
  return (
    <AppFrame navigation={NAVIGATION}>
      <VisitorRateProvider>
        <Outlet />
      </VisitorRateProvider>
    </AppFrame>
  )
}

/** Most people are logged in, so the log-in form is loaded when it is shown. */
const PageFailureView = lazyComponent(
  async () => (await import('#people/app-shell/page-failure-view.tsx')).PageFailureView,
)

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const failure = getPageFailure(error)
  return failure ? <PageFailureView failure={failure} navigation={NAVIGATION} /> : <ErrorPage error={error} />
}
