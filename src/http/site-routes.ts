/**
 * Every route of the site, declared once. The router, the headers, the page cache, robots.txt, the sitemap, the
 * reserved addresses and the lists of pages in tests follow from this list. docs/decisions/0029.
 */
import { CHAT_PAGES, INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { isSlash, trim } from '#domain/trim.ts'

/**
 * The people a page is for. `private`: everybody who has its address, such as a log-in page or a mailed link. `order`: the
 * buyer of an order. Only a `public` page may be cached, found by search engines, and load third-party scripts.
 */
export type Access = 'public' | 'private' | 'order' | 'learner' | 'admin'

/**
 * The things a page may load besides our own files. `document`: the configured third-party scripts, after consent. `chat`:
 * also the live chat. `payment`: the card form of the payment provider. `callback`: nothing, and its stylesheets are
 * linked, because its address holds a provider's code. `draft`: as `callback`, since its address holds a token, and our
 * own pages may frame it. `picture`: an image, which has no page around it. `media`: our
 * own video and audio.
 */
export type Surface = 'own' | 'document' | 'chat' | 'payment' | 'callback' | 'draft' | 'picture' | 'media'

/** The class of weight and speed in `tools/budgets/budgets.ts`. */
export type Budget = 'landing' | 'preview' | 'checkout' | 'portal' | 'lesson' | 'admin' | 'editor'

export type SiteRoute = {
  /** As in React Router, without the first slash. The home page is empty. */
  path: string
  /** The module below `src`. */
  file: string
  id: string
  /** The module of the layout route around it. */
  layout: string | null
  access: Access
  surface: Surface
  budget: Budget
  /** Whether the sitemap names it. Course pages come from the catalogue. */
  listed: boolean
  /**
   * True if the server's HTML of this private app page is the same for every visitor of its path, so that this process
   * caches it. Personal data comes from the API.
   */
  shell: boolean
  /** True if this document may play our own video, such as the trailer of a course, beside what its surface may load. */
  playsFilms: boolean
}

type Declaration = Pick<SiteRoute, 'path' | 'file'> & Partial<SiteRoute>

/** The gate and the frame of the app. */
const APP_LAYOUT = 'app/layout.tsx'

const document = { access: 'public', surface: 'document' } as const
const courseDocument = { ...document, playsFilms: true } as const
const payment = { access: 'order', surface: 'payment', shell: true } as const
const learner = { layout: APP_LAYOUT, access: 'learner', shell: true } as const
const teacher = { layout: APP_LAYOUT, access: 'learner', shell: true, budget: 'admin' } as const
const admin = { layout: APP_LAYOUT, access: 'admin', shell: true } as const

/** Fixed pages come before creators' own paths. A route that says nothing about its access is private. */
const DECLARATIONS: readonly Declaration[] = [
  { path: '', file: 'screens/storefront/pages/home.tsx', ...document, listed: true },
  ...INFORMATION_PAGES.map((name) => ({
    path: name,
    file: 'screens/storefront/pages/information.tsx',
    id: name,
    access: 'public' as const,
    surface: CHAT_PAGES.has(name) ? ('chat' as const) : ('document' as const),
    listed: true,
  })),
  { path: 'robots.txt', file: 'screens/storefront/pages/robots.ts', access: 'public' },
  { path: 'sitemap.xml', file: 'screens/storefront/pages/sitemap.ts', access: 'public' },
  { path: 'sitemap/:part', file: 'screens/storefront/pages/sitemap.ts', id: 'sitemap-part', access: 'public' },
  { path: 'art/:file', file: 'screens/storefront/pages/art.ts', access: 'public', surface: 'picture' },
  { path: 'og/:file', file: 'screens/storefront/pages/og.ts', access: 'public', surface: 'picture' },
  {
    path: 'curriculum/:file',
    file: 'catalogue/curriculum/pages/curriculum.ts',
    access: 'public',
    surface: 'picture',
  },
  { path: 'checkout/:offerCode', file: 'sell/checkout/pages/checkout.tsx', ...payment },
  { path: 'gift-card/buy', file: 'sell/checkout/pages/gift-card.tsx', ...payment },
  { path: 'order/:orderId', file: 'sell/checkout/pages/order.tsx', access: 'order' },
  { path: 'confirm-enrolment', file: 'sell/checkout/pages/confirm-enrolment.tsx' },
  { path: 'waitlist', file: 'sell/checkout/pages/waitlist.tsx' },
  { path: 'saved-checkout', file: 'sell/checkout/pages/saved-checkout.tsx' },
  { path: 'course-news', file: 'catalogue/interests/pages/course-news.tsx' },
  { path: 'portal', file: 'screens/admin/pages/home.tsx', ...learner },
  { path: 'portal/orders', file: 'screens/admin/pages/orders.tsx', ...admin },
  { path: 'portal/people', file: 'screens/admin/pages/people.tsx', ...admin },
  { path: 'portal/inbox', file: 'screens/admin/pages/inbox.tsx', ...admin },
  { path: 'portal/money', file: 'screens/admin/pages/money.tsx', ...admin },
  { path: 'portal/attribution', file: 'screens/admin/pages/attribution.tsx', ...admin },
  { path: 'portal/mail', file: 'screens/admin/pages/mail.tsx', ...admin },
  { path: 'portal/audit-log', file: 'screens/admin/pages/audit-log.tsx', ...admin },
  { path: 'portal/courses/:course', file: 'learn/lessons/pages/course-room.tsx', ...learner },
  { path: 'portal/courses/:course/finished', file: 'screens/portal/pages/finished.tsx', ...learner },
  {
    path: 'portal/courses/:course/lessons/:lessonKey',
    file: 'learn/lessons/pages/lesson.tsx',
    ...learner,
    surface: 'media',
    budget: 'lesson',
  },
  { path: 'studio', file: 'screens/studio/pages/home.tsx', ...teacher },
  { path: 'studio/calendar', file: 'screens/studio/pages/calendar.tsx', ...teacher },
  { path: 'studio/learners', file: 'screens/studio/pages/learners.tsx', ...teacher },
  { path: 'studio/profiles/:slug', file: 'screens/studio/pages/profile.tsx', ...teacher },
  { path: 'studio/courses/:course/overview', file: 'screens/studio/pages/overview.tsx', ...teacher },
  { path: 'studio/courses/:course/price', file: 'screens/studio/pages/price.tsx', ...teacher },
  { path: 'studio/courses/:course/page', file: 'screens/studio/pages/page.tsx', ...teacher },
  { path: 'studio/courses/:course/rules', file: 'screens/studio/pages/rules.tsx', ...teacher },
  {
    path: 'studio/courses/:course/curriculum',
    file: 'screens/studio/pages/curriculum.tsx',
    ...teacher,
    surface: 'media',
  },
  {
    path: 'studio/courses/:course/media',
    file: 'screens/studio/pages/media.tsx',
    ...teacher,
    surface: 'media',
  },
  { path: 'studio/courses/:course/dates', file: 'screens/studio/pages/dates.tsx', ...teacher },
  { path: 'studio/courses/:course/sessions', file: 'screens/studio/pages/sessions.tsx', ...teacher },
  { path: 'studio/courses/:course/progress', file: 'screens/studio/pages/progress.tsx', ...teacher },
  { path: 'studio/courses/:course/messages', file: 'screens/studio/pages/messages.tsx', ...teacher },
  { path: 'studio/courses/:course/messages/:message', file: 'screens/studio/pages/message.tsx', ...teacher },
  { path: 'studio/courses/:course/waiting', file: 'screens/studio/pages/waiting.tsx', ...teacher },
  { path: 'studio/courses/:course/versions', file: 'screens/studio/pages/versions.tsx', ...teacher },
  {
    path: 'portal/sessions/:sessionId',
    file: 'learn/live/pages/session.tsx',
    ...learner,
    surface: 'media',
    budget: 'lesson',
  },
  { path: 'portal/calendar', file: 'learn/live/pages/calendar.tsx', ...learner },
  { path: 'portal/purchases', file: 'screens/portal/pages/purchases.tsx', ...learner },
  { path: 'portal/certificates', file: 'learn/certificates/pages/my-certificates.tsx', ...learner },
  { path: 'portal/settings', file: 'people/accounts/pages/settings.tsx', ...learner },
  { path: 'portal/settings/site', file: 'people/site/pages/site-settings.tsx', ...admin },
  { path: 'portal/settings/site/pages', file: 'screens/information-pages/pages/page-list.tsx', ...admin },
  {
    path: 'portal/settings/site/pages/:page',
    file: 'screens/information-pages/pages/edit-page.tsx',
    ...admin,
    budget: 'editor',
  },
  { path: 'set-up', file: 'screens/set-up/pages/set-up.tsx' },
  { path: 'account-deleted', file: 'people/accounts/pages/account-deleted.tsx' },
  { path: 'login', file: 'people/accounts/pages/login.tsx', shell: true },
  { path: 'forget-password', file: 'people/accounts/pages/forget-password.tsx' },
  { path: 'invitation', file: 'people/invitations/pages/invitation.tsx' },
  { path: 'log-in-link', file: 'people/accounts/pages/log-in-link.tsx' },
  { path: 'reset-password', file: 'people/accounts/pages/reset-password.tsx' },
  { path: 'set-password', file: 'people/accounts/pages/set-password.tsx' },
  { path: 'verify-email', file: 'people/accounts/pages/verify-email.tsx' },
  { path: 'mail-opt-out', file: 'people/accounts/pages/mail-opt-out.tsx' },
  { path: 'social/:provider/:step', file: 'people/accounts/pages/social.tsx', surface: 'callback' },
  { path: 'confirm-log-in', file: 'people/accounts/pages/confirm-log-in.tsx' },
  { path: 'support', file: 'people/support/pages/conversation.tsx' },
  { path: 'dev/mail', file: 'people/mailing/pages/dev-mail.tsx' },
  { path: 'certificates/:publicId', file: 'learn/certificates/pages/certificate.tsx', budget: 'landing' },
  { path: 'credentials/:name', file: 'learn/certificates/pages/credential-document.ts', access: 'public' },
  { path: 'credentials/keys/:keyId', file: 'learn/certificates/pages/credential-key.ts', access: 'public' },
  {
    path: 'preview/:course/:lessonKey',
    file: 'screens/storefront/pages/preview.tsx',
    access: 'public',
    surface: 'media',
    budget: 'preview',
  },
  { path: 'draft/:token', file: 'screens/storefront/pages/draft.tsx', surface: 'draft', budget: 'landing' },
  { path: 'r/:code', file: 'screens/storefront/pages/referral-link.ts', access: 'public' },
  { path: 'c/:code', file: 'screens/storefront/pages/code.tsx', access: 'public' },
  { path: '_ph/:instructor/:workshop?', file: 'screens/storefront/pages/philippines.tsx', ...courseDocument },
  { path: 'creators/:creator', file: 'screens/storefront/pages/creator.tsx', ...document },
  { path: ':instructor', file: 'screens/storefront/pages/course.tsx', id: 'course', ...courseDocument },
  { path: ':instructor/:workshop', file: 'screens/storefront/pages/course.tsx', id: 'workshop', ...courseDocument },
  { path: '*', file: 'screens/storefront/pages/not-found.tsx', ...document },
]

/** First segments of addresses that are no page: of the API, of files, of the sandbox, and of planned pages. */
const OTHER_SEGMENTS = [
  '__manifest',
  '.well-known',
  'api',
  'assets',
  'calendar',
  'credentials',
  'embed',
  'favicon.ico',
  'images',
  'livez',
  'media',
  'openapi.json',
  'readyz',
  'sandbox',
  'unsubscribe',
] as const

const BUDGET_BY_ACCESS: Record<Access, Budget> = {
  public: 'landing',
  private: 'portal',
  order: 'checkout',
  learner: 'portal',
  admin: 'admin',
}

export function completeRoute(declaration: Declaration): SiteRoute {
  const { file, access = 'private' } = declaration
  return {
    id: file.replace(/\.tsx?$/, ''),
    layout: null,
    access,
    surface: 'own',
    budget: BUDGET_BY_ACCESS[access],
    listed: false,
    shell: false,
    playsFilms: false,
    ...declaration,
  }
}

export const SITE_ROUTES: readonly SiteRoute[] = DECLARATIONS.map(completeRoute)

/** Stands for a page that no declaration covers. */
export const UNDECLARED: SiteRoute = completeRoute({ path: '', file: '' })

const ROUTES_BY_ID = new Map(SITE_ROUTES.map((route) => [route.id, route]))
const startsWithParameter = ({ path }: SiteRoute) => path.startsWith(':') || path === '*'

/**
 * The declaration of the route that the router found for a path. An unknown path below a reserved address, such as
 * `/portal/nothing`, is not a creator's: it is private, too.
 */
export function getSiteRoute(id: string | undefined, path: string): SiteRoute {
  const route = ROUTES_BY_ID.get(id ?? '') ?? UNDECLARED
  return startsWithParameter(route) && isReserved(path) ? UNDECLARED : route
}

const getFirstSegment = (path: string) => trim(path.toLowerCase(), isSlash).split('/')[0] ?? ''
const RESERVED: ReadonlySet<string> = new Set([
  ...SITE_ROUTES.filter((route) => route.path !== '' && !startsWithParameter(route)).map(({ path }) =>
    getFirstSegment(path),
  ),
  ...OTHER_SEGMENTS,
])

/** Whether `path`, or a slug that would become a path, starts with a reserved address. Creators can use all others. */
export function isReserved(path: string): boolean {
  return RESERVED.has(getFirstSegment(path))
}
