/**
 * Groups modules of the browser build into files, because many small files compress badly and cost a request each. A
 * module without a group stays where it is used. A grouped module is also loaded on pages that do not need it: check
 * with `npm run u -- prove budgets --weights`.
 */
type Group = { name: string; test: RegExp }

/** Every module that a pattern names, such as `ui/button`. */
export const NAMED_MODULES: string[] = []

function createPattern(folder: string, names: string): string {
  const modules = names.trim().split(/\s+/)
  NAMED_MODULES.push(...modules.map((name) => `${folder}/${name}`))
  return `/src/${folder}/(${modules.join('|')})\\.`
}

const group = (name: string, ...paths: string[]): Group => ({ name, test: new RegExp(paths.join('|')) })

/** The script of every document, React for its first interaction, and the router of app pages. */
const FRAMEWORK = [
  group(
    'base',
    'vite/preload-helper',
    createPattern('domain', 'attribution'),
    createPattern('domain/dates', 'zone-name'),
    createPattern('http', 'attribution'),
    createPattern('http/browser', 'client-hooks drafts stored-tokens watch-people'),
    createPattern('ui/frame', 'watch-log-in'),
    createPattern('ui/browser', 'keep-presses'),
    createPattern('ui', 'format-time'),
  ),
  group('react', '/node_modules/(react|react-dom|scheduler)/'),
  group('router', '/node_modules/(react-router|@react-router)/(?!.*/dom/(lib|dom)\\.js)'),
]

/** Small modules of every app page that know the router. */
const SHELL = [
  group(
    'shell',
    createPattern('ui', 'page-title use-site'),
    // Not its stylesheet, which documents have.
    '/src/ui/frame/mark\\.tsx',
    createPattern('people/site', 'site-settings-path'),
  ),
]

/** Of the menu of every app page. */
const MENU_ICONS = 'arrow-left-right calendar-days ellipsis graduation-cap receipt scroll-text shield-check users'

const ICONS =
  'armchair check chevron-down circle-check circle-exclamation-point credit-card gift lock-keyhole plus shopping-bag ticket x'

/** Modules shared by most app pages, by orders and gift cards with the checkout, and those of the checkout form. */
const APP = [
  group(
    'app',
    createPattern('ui', 'chip.module field button money local-time focus lazy-component text.module'),
    createPattern('ui/browser', 'trusted-types'),
    createPattern('ui/estimate', 'estimate'),
    createPattern('ui/frame', 'log-in-dialog skip-link'),
    // Stylesheets of parts that root shows later: the server sends them at once and links these files.
    createPattern('ui/frame', 'mark.module site-header.module site-footer.module fault-page.module'),
    createPattern('people/accounts/parts', 'form.module lazy-step-up'),
    createPattern('http', 'client stored-attribution referral-code consent parse-response'),
    createPattern('http/browser', 'step-up'),
    createPattern('domain', 'contact trim typed-text'),
    createPattern('catalogue/catalog', 'teachers'),
    createPattern('people/accounts/session', 'session'),
    createPattern('people/accounts', 'wire'),
    createPattern('people/accounts/wire', 'country'),
    createPattern('people/accounts/profile', 'phone-field'),
    createPattern('sell/checkout/wire', 'enrol'),
    createPattern('sell/checkout/session', 'enrolment visitor-location client-hooks'),
    `lucide-react/dist/esm/((?!icons)|icons/(${ICONS.split(' ').join('|')})\\.)`,
  ),
  group(
    'order',
    createPattern('domain/learning', 'access-term'),
    createPattern('domain/orders', 'refund-policy'),
    createPattern('catalogue/catalog', 'item-count'),
    createPattern('sell/checkout/wire', 'quote order'),
    createPattern('sell/payments/wire', 'verify'),
    createPattern('sell/checkout/session', 'answer-other-tabs course-summary lazy-parts format-seat-count'),
    createPattern('sell/checkout/frame', 'bare-notice'),
  ),
  // Not in the group before, whose other modules course pages have: these have stylesheets.
  group('status', createPattern('sell/checkout/form', 'form.module'), createPattern('people/app-shell', 'status-card')),
  group(
    'card',
    createPattern(
      'sell/checkout/frame',
      'checkout.module frame skeleton summary summary-frame price-explanation-details',
    ),
    createPattern(
      'sell/checkout/form',
      'code-fields.module payment-type-fields.module group.module detail-faults how-to-pay method-row pay-choice',
    ),
    createPattern(
      'sell/checkout/session',
      'idempotency-keys initialise-checkout mask-code quote-request lazy-requote checkout-session use-checkout-session',
    ),
    createPattern('sell/checkout/session/payment', 'lazy-pay'),
    createPattern('sell/checkout/estimates', 'load-rate'),
    createPattern('sell/checkout/card', 'card card-form card-step lazy-stripe-card'),
  ),
  group(
    'checkout',
    createPattern('sell/checkout/frame', 'checkout'),
    createPattern(
      'sell/checkout/form',
      'checkout-form code-fields consent details-fields payment-type-fields group-tier-list group-fields friend-list',
    ),
    createPattern('sell/checkout/session', 'group'),
  ),
  group(
    'pay',
    createPattern('sell/checkout/session', 'ask-other-tabs'),
    createPattern(
      'sell/checkout/session/payment',
      'pay placement-steps poll-payment checkout-body reusable-card-charge',
    ),
    createPattern('sell/checkout', 'wire'),
    createPattern('sell/checkout/wire', 'gift-card paypal consent'),
    createPattern('sell/payments/wire', 'pay'),
    createPattern('sell/checkout/card', 'sandbox-card parse-card'),
  ),
]

/** What a price is about in another currency, for documents too, and what the checkout and the portal show of it. */
const ESTIMATES = [
  group(
    'rate',
    createPattern('domain/money', 'local-price'),
    createPattern('sell/checkout/estimates', 'remembered-rate'),
  ),
  group(
    'estimate',
    createPattern('catalogue/catalog/wire', 'local-pricing'),
    createPattern('sell/checkout/estimates', 'visitor-rate show-rate'),
    createPattern('ui/estimate', 'show-estimate'),
  ),
]

/** Small modules of the pages about a course, which the home of a learner loads too. */
const LEARN = [
  group(
    'learn',
    createPattern('people/app-shell', 'app-request'),
    createPattern('ui/frame', 'page-skeleton'),
    createPattern('learn/lessons/wire', 'course'),
    createPattern('learn/lessons/parts', 'course-words meter unseen'),
    createPattern('learn/lessons/room', 'load-room'),
    createPattern('domain/learning', 'room-path'),
  ),
]

/** Small modules of the player, for documents too: not in a group that knows the router. */
const FILM = [
  group(
    'film',
    createPattern('learn/lessons/player', 'film-shape to-player-media'),
    createPattern('learn/lessons/player/controls', 'format-clock'),
  ),
]

/** Words of addresses and messages that the text editor and single pages of the studio share, not these pages themselves. */
const STUDIO = [
  group(
    'typed',
    createPattern('domain/learning', 'text-address embed-address'),
    createPattern('domain/messages', 'message-variables'),
  ),
]

const MENU = [group('menu', `lucide-react/dist/esm/icons/(${MENU_ICONS.split(' ').join('|')})\\.`)]

export const GROUPS = [...FRAMEWORK, ...MENU, ...SHELL, ...APP, ...ESTIMATES, ...LEARN, ...FILM, ...STUDIO]
