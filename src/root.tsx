import '#ui/base.css'
import '#ui/tokens.gen.css'
import '#ui/fonts.css'
import '#ui/stand-ins.gen.css'
import '#ui/print.css'
import { type ReactNode, useEffect, useState } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRevalidator,
  useRouteLoaderData,
} from 'react-router'
import { ConsentBar } from '#features/consent/consent-bar.tsx'
import { keepAttribution } from '#http/attribution.ts'
import { rememberAttribution } from '#http/attribution-memory.ts'
import { consentIn } from '#http/consent.ts'
import { depsContext, requestIdContext } from '#http/context.ts'
import { isPrivatePath } from '#http/page-policy.ts'
import type { ProviderName } from '#platform/identity/provider.ts'
import { later } from '#ui/later.tsx'
import { LogInDialog } from '#ui/log-in-dialog.tsx'
import { closeLogIn } from '#ui/log-in-opening.ts'
import mark from '#ui/mark.svg?no-inline'
import { SkipLink } from '#ui/skip-link.tsx'
import type { Route } from './+types/root.ts'

const ISLANDS = import.meta.env.DEV ? '/src/islands.ts' : '/assets/islands.js'
/** In development React's parts ask for it before they run; app pages get it from the router. */
const REFRESH = '/@id/__x00__virtual:react-router/inject-hmr-runtime'

/** Fonts are not fetched ahead: the words are there in the system's letters first, which are as wide. */
export const links: Route.LinksFunction = () => [{ rel: 'icon', type: 'image/svg+xml', href: mark }]

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
  const asked = import.meta.env.SSR && isDocument && !isPrivatePath(pathname) ? site?.thirdParty : null
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
        <PageScripts isDocument={isDocument} />
      </body>
    </html>
  )
}

/**
 * Scripts come with the server's HTML alone: one that the browser's React makes never runs, and Trusted Types refuse it.
 */
function PageScripts({ isDocument }: { isDocument: boolean }) {
  const [isFromServer] = useState(() => import.meta.env.SSR || !isHydrated())
  useEffect(() => document.documentElement.setAttribute(HYDRATED, ''), [])
  if (!isFromServer) return null
  if (!isDocument) return <Scripts />
  return (
    <>
      {import.meta.env.DEV && <script type="module" src={REFRESH} />}
      <script type="module" src={ISLANDS} fetchPriority="low" />
    </>
  )
}

const HYDRATED = 'data-hydrated'
const isHydrated = () => document.documentElement.hasAttribute(HYDRATED)

const LogInPanels = later(async () => (await import('#features/accounts/parts/log-in-panels.tsx')).LogInPanels)

/** HTML, on an app page as on a document, until someone opens it: most who pay never do. */
function LogIn({ social }: { social: readonly ProviderName[] }) {
  const { revalidate } = useRevalidator()
  const [wake] = useState(() => () => import('./island-parts.ts').then(({ wakeParts }) => wakeParts(enter)))
  return (
    <LogInDialog wake={wake}>
      {import.meta.env.SSR && <LogInPanels social={social} onLoggedIn={() => undefined} />}
    </LogInDialog>
  )

  function enter() {
    closeLogIn(document)
    dispatchEvent(new Event('storage'))
    void revalidate()
  }
}

export default function App() {
  useEffect(keepVisit, [])
  const site = useRouteLoaderData<typeof loader>('root')
  const { pathname } = useLocation()
  const isFramed = useMatches().some(({ handle }) => marksOf(handle).frame === 'site')
  return isFramed ? (
    <SiteFrame current={pathname} site={site}>
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

/** Around documents, and where something is missing or broken. An app page that works does without their script. */
const SiteFrame = later(async () => (await import('#ui/site-frame.tsx')).SiteFrame)
const FaultFrame = later(async () => (await import('#ui/fault-frame.tsx')).FaultFrame, BareFault)

/** What failed is, as often as not, the line: this much is here already. */
function BareFault() {
  return (
    <main id="content">
      <h1>Something went wrong!</h1>
      <p>Nothing you typed was charged or sent twice. Please look whether you are online, and load the page again.</p>
    </main>
  )
}

const TITLES = { missing: 'Not found', away: 'Back in a moment', broken: 'Something went wrong' }

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const site = useRouteLoaderData<typeof loader>('root')
  const { pathname } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const what = status === 404 ? 'missing' : status === 503 ? 'away' : 'broken'
  return (
    <>
      <title>{`${TITLES[what]} | Understudy`}</title>
      <FaultFrame current={pathname} site={site} what={what} />
    </>
  )
}

function marksOf(handle: unknown): { document?: unknown; frame?: unknown; lang?: unknown } {
  return typeof handle === 'object' && handle !== null ? handle : {}
}
