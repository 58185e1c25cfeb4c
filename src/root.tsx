import '#ui/base.css'
import '#ui/tokens.gen.css'
import '#ui/fonts.css'
import '#ui/print.css'
import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import instrument from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import { type ReactNode, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRevalidator,
  useRouteLoaderData,
} from 'react-router'
import { LogInPanels } from '#features/accounts/parts/log-in-panels.tsx'
import { ConsentBar } from '#features/consent/consent-bar.tsx'
import { keepAttribution } from '#http/attribution.ts'
import { rememberAttribution } from '#http/attribution-memory.ts'
import { consentIn } from '#http/consent.ts'
import { depsContext, requestIdContext } from '#http/context.ts'
import { isPrivatePath } from '#http/page-policy.ts'
import type { ProviderName } from '#platform/identity/provider.ts'
import { FaultPage } from '#ui/fault-page.tsx'
import { LogInDialog } from '#ui/log-in-dialog.tsx'
import { closeLogIn } from '#ui/log-in-opening.ts'
import mark from '#ui/mark.svg?no-inline'
import { SiteFooter } from '#ui/site-footer.tsx'
import { SiteHeader, SkipLink } from '#ui/site-header.tsx'
import type { Route } from './+types/root.ts'

const ISLANDS = import.meta.env.DEV ? '/src/islands.ts' : '/assets/islands.js'
/** In development React's parts ask for it before they run; app pages get it from the router. */
const REFRESH = '/@id/__x00__virtual:react-router/inject-hmr-runtime'
const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

export const links: Route.LinksFunction = () => [
  { ...font, href: bricolage },
  { ...font, href: instrument },
  { rel: 'icon', type: 'image/svg+xml', href: mark },
]

export function loader({ context }: Route.LoaderArgs) {
  const { config, clock, identity } = context.get(depsContext)
  const bases = {
    login: config.loginApiUrl,
    payment: config.paymentApiUrl,
    'static-data': config.staticDataApiUrl,
    community: config.communityApiUrl,
  }
  return {
    support: config.supportAddress,
    site: config.publicUrl,
    year: clock().getUTCFullYear(),
    isDemo: config.mode !== 'production',
    requestId: context.get(requestIdContext),
    social: [...identity.keys()],
    thirdParty: config.thirdParty.asked,
    bases: Object.entries(bases).filter(([, base]) => base !== config.publicUrl),
  }
}

export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>('root')
  const marks = useMatches().map(({ handle }) => marksOf(handle))
  const isDocument = marks.some(({ document }) => document === true)
  const { pathname } = useLocation()
  const asked = isDocument && !isPrivatePath(pathname) ? site?.thirdParty : null
  const lang = marks.map((mark) => mark.lang).find((mark) => typeof mark === 'string') ?? 'en-GB'
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {site?.bases.map(([host, base]) => (
          <meta key={host} name={`api-${host}`} content={base} />
        ))}
        {site && site.social.length > 0 && <meta name="social-log-in" content={site.social.join()} />}
        {asked && <meta name="third-party" content={JSON.stringify(asked)} />}
        <Meta />
        <Links />
      </head>
      <body>
        <SkipLink />
        {asked && <ConsentBar asked={asked} />}
        {children}
        <LogIn social={site?.social ?? []} />
        {isDocument ? (
          <>
            {import.meta.env.DEV && <script type="module" src={REFRESH} />}
            <script type="module" src={ISLANDS} />
          </>
        ) : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/** As the app's pages have it; on a document it is HTML, and the islands take it over. */
function LogIn({ social }: { social: readonly ProviderName[] }) {
  const { revalidate } = useRevalidator()
  const enter = () => {
    closeLogIn(document)
    dispatchEvent(new Event('storage'))
    void revalidate()
  }
  return (
    <LogInDialog>
      <LogInPanels social={social} onLoggedIn={enter} />
    </LogInDialog>
  )
}

export default function App() {
  useEffect(keepVisit, [])
  const isFramed = useMatches().some(({ handle }) => marksOf(handle).frame === 'site')
  return isFramed ? (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  ) : (
    <Outlet />
  )
}

/** Documents do the same by their own script. */
function keepVisit(): void {
  keepAttribution(sessionStorage, location.search)
  const now = Date.now()
  if (consentIn(localStorage, now) === 'yes') rememberAttribution({ local: localStorage, session: sessionStorage }, now)
}

const TITLES = { missing: 'Not found', away: 'Back in a moment', broken: 'Something went wrong' }

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const site = useRouteLoaderData<typeof loader>('root')
  const status = isRouteErrorResponse(error) ? error.status : 500
  const what = status === 404 ? 'missing' : status === 503 ? 'away' : 'broken'
  return (
    <SiteFrame>
      <title>{`${TITLES[what]} | Understudy`}</title>
      <FaultPage what={what} requestId={site?.requestId} support={site?.support} />
    </SiteFrame>
  )
}

function SiteFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const site = useRouteLoaderData<typeof loader>('root')
  return (
    <>
      <SiteHeader current={pathname} site={site?.site} />
      {children}
      <SiteFooter support={site?.support} year={site?.year} isDemo={site?.isDemo} />
    </>
  )
}

function marksOf(handle: unknown): { document?: unknown; frame?: unknown; lang?: unknown } {
  return typeof handle === 'object' && handle !== null ? handle : {}
}
