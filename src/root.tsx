import '#ui/theme/base.css'
import '#ui/theme/tokens.gen.css'
import '#ui/theme/fonts.css'
import '#ui/theme/fallback-fonts.gen.css'
import '#ui/theme/print.css'
import { type ReactNode, useEffect, useState } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useRevalidator,
  useRouteLoaderData,
} from 'react-router'
import { ErrorPage } from '#app/error-page.tsx'
import { saveAttribution } from '#http/attribution.ts'
import { watchPeople } from '#http/browser/watch-people.ts'
import { readConsent } from '#http/consent.ts'
import { depsContext, requestIdContext, routeContext } from '#http/context.ts'
import { mayLoadThirdParty } from '#http/page-policy.ts'
import { storeAttribution } from '#http/stored-attribution.ts'
import { ConsentBar } from '#people/consent/consent-bar.tsx'
import { SITE_SETTINGS_PATH } from '#people/site/site-settings-path.ts'
import type { ProviderName } from '#platform/identity/provider.ts'
import { sendsMail } from '#platform/mail/sends-mail.ts'
import { registerCheckoutHooks } from '#sell/checkout/session/client-hooks.ts'
import { keepPresses } from '#ui/browser/keep-presses.ts'
import { LogInDialog } from '#ui/frame/log-in-dialog.tsx'
import mark from '#ui/frame/mark.svg?no-inline'
import { NoMailBar } from '#ui/frame/no-mail-bar.tsx'
import { SkipLink } from '#ui/frame/skip-link.tsx'
import { closeLogIn } from '#ui/frame/watch-log-in.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { Route } from './+types/root.ts'

const ISLANDS = import.meta.env.DEV ? '/src/islands.ts' : '/assets/islands.js'
/** In development React's fast refresh needs this before it runs. App pages get it from the router. */
const REACT_REFRESH = '/@id/__x00__virtual:react-router/inject-hmr-runtime'

// Before the first client loader, which may already end a session.
if (!import.meta.env.SSR) {
  registerCheckoutHooks()
  watchPeople(() => location.reload())
  keepPresses(document)
}

/** Fonts are not preloaded: text is first shown in a system font of the same width. */
export const links: Route.LinksFunction = () => [{ rel: 'icon', type: 'image/svg+xml', href: mark }]

export function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const { config, clock, identity, site } = deps
  const { name, mark: ownMark, footerLine, supportAddress } = site.current
  const bases = {
    login: config.loginApiUrl,
    payment: config.paymentApiUrl,
    'static-data': config.staticDataApiUrl,
    community: config.communityApiUrl,
  }
  return {
    name,
    mark: ownMark,
    footerLine,
    support: supportAddress,
    site: config.publicUrl,
    year: clock().getUTCFullYear(),
    isDemo: config.mode !== 'production',
    sendsMail: sendsMail(deps),
    // The page of a demo for other machines names no log-in.
    hasDemoLogIns: config.mode !== 'production' && !config.demoPublic,
    requestId: context.get(requestIdContext),
    social: [...identity.keys()],
    thirdParty: mayLoadThirdParty(context.get(routeContext)) ? config.thirdParty.consentOptions : null,
    bases: Object.entries(bases).filter(([, base]) => base !== config.publicUrl),
  }
}

/** Only the settings of the site change it. */
export const shouldRevalidate = ({ currentUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === SITE_SETTINGS_PATH

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>('root')
  const handles = useMatches().map(({ handle }) => readHandle(handle))
  const isDocument = handles.some(({ document }) => document === true)
  // Without a check of `import.meta.env.SSR`, because the browser's build would then leave out the bar's styles.
  const consentOptions = isDocument ? site?.thirdParty : null
  const lang = handles.map((mark) => mark.lang).find((mark) => typeof mark === 'string') ?? 'en-GB'
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {site?.bases.map(([host, base]) => (
          <meta key={host} name={`api-${host}`} content={base} />
        ))}
        {site && site.social.length > 0 && <meta name="social-log-in" content={site.social.join()} />}
        {site?.hasDemoLogIns && <meta name="demo-log-ins" content="1" />}
        {consentOptions && <meta name="third-party" content={JSON.stringify(consentOptions)} />}
        <Meta />
        <Links />
      </head>
      <body>
        <SkipLink />
        {consentOptions && <ConsentBar config={consentOptions} />}
        {site && !site.sendsMail && <NoMailBar support={site.support} />}
        {children}
        <LogIn social={site?.social ?? []} />
        <PageScripts isDocument={isDocument} />
      </body>
    </html>
  )
}

/**
 * Scripts come only with the server's HTML. React in the browser would create scripts that never run, and Trusted
 * Types refuse them.
 */
function PageScripts({ isDocument }: { isDocument: boolean }) {
  const [isFromServer] = useState(() => import.meta.env.SSR || !isHydrated())
  useEffect(() => document.documentElement.setAttribute(HYDRATED, ''), [])
  if (!isFromServer) return null
  if (!isDocument) return <Scripts />
  return (
    <>
      {import.meta.env.DEV && <script type="module" src={REACT_REFRESH} />}
      <script type="module" src={ISLANDS} fetchPriority="low" />
    </>
  )
}

const HYDRATED = 'data-hydrated'
const isHydrated = () => document.documentElement.hasAttribute(HYDRATED)

const LogInPanels = lazyComponent(async () => (await import('#people/accounts/parts/log-in-panels.tsx')).LogInPanels)

/** Plain HTML on app pages and documents until someone opens it, because most buyers never do. */
function LogIn({ social }: { social: readonly ProviderName[] }) {
  const { revalidate } = useRevalidator()
  const [hydrate] = useState(
    () => () => import('#app/island-parts.ts').then(({ hydrateIslands: wakeParts }) => wakeParts(handleLogIn)),
  )
  return (
    <LogInDialog hydrate={hydrate}>
      {import.meta.env.SSR && <LogInPanels providers={social} onLoggedIn={() => undefined} />}
    </LogInDialog>
  )

  function handleLogIn() {
    closeLogIn(document)
    dispatchEvent(new Event('storage'))
    void revalidate()
  }
}

export default function App() {
  useEffect(saveVisit, [])
  const site = useRouteLoaderData<typeof loader>('root')
  const { pathname } = useLocation()
  const isFramed = useMatches().some(({ handle }) => readHandle(handle).frame === 'site')
  return isFramed ? (
    <SiteFrame current={pathname} site={site}>
      <Outlet />
    </SiteFrame>
  ) : (
    <Outlet />
  )
}

/** Documents do the same in their own script. */
function saveVisit(): void {
  const campaign = saveAttribution(sessionStorage, location.search)
  if (campaign)
    void import('#catalogue/leads/browser/report-visit.ts').then(({ reportCampaign }) => reportCampaign(campaign))
  const now = Date.now()
  if (readConsent(localStorage, now) === 'yes') storeAttribution({ local: localStorage, session: sessionStorage }, now)
}

/** Frames documents and error pages. An app page without errors does not load its script. */
const SiteFrame = lazyComponent(async () => (await import('#ui/frame/site-frame.tsx')).SiteFrame)

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

function readHandle(handle: unknown): { document?: unknown; frame?: unknown; lang?: unknown } {
  return typeof handle === 'object' && handle !== null ? handle : {}
}
