/**
 * Which modules of the browser build go into one file. Many small ones compress badly and are a request each; what
 * is named nowhere is put where it is used. A module that is moved here and not needed on a page is paid for there:
 * `npm run budgets -- --weights` tells.
 */
type Group = { name: string; test: RegExp }

const within = (folder: string, names: string) => `/src/${folder}/(${names.trim().split(/\s+/).join('|')})\\.`
const group = (name: string, ...paths: string[]): Group => ({ name, test: new RegExp(paths.join('|')) })

/** What a document has at once, then React alone, which it loads on its first touch, and what only app pages have. */
const FRAMEWORK = [
  group(
    'base',
    'vite/preload-helper',
    within('domain', 'schedule attribution'),
    within('http', 'attribution'),
    within('ui', 'log-in-opening when-text'),
  ),
  group('react', '/node_modules/(react|react-dom|scheduler)/'),
  group('router', '/node_modules/(react-router|@react-router)/(?!.*/dom/(lib|dom)\\.js)'),
]

const ICONS =
  'armchair check chevron-down circle-check circle-exclamation-point credit-card gift lock-keyhole plus shopping-bag ticket x'

/** What most app pages share, what orders and gift cards share with the checkout, and the checkout's own form. */
const APP = [
  group(
    'app',
    within('ui', 'field button money when mark arrival later log-in-dialog skip-link text.module'),
    // Sheets of what root shows later: the server sends it at once, and their links are those of what is here.
    within('ui', 'site-header.module site-footer.module fault-page.module'),
    within('features/accounts/parts', 'form.module'),
    within('http', 'client attribution-memory consent'),
    within('domain', 'contact'),
    within('features/catalog', 'teachers'),
    within('features/accounts', 'session calls calls/country phone-field'),
    within('features/checkout', 'calls/enrol parts/enrolment parts/here'),
    `lucide-react/dist/esm/((?!icons)|icons/(${ICONS.split(' ').join('|')})\\.)`,
  ),
  group(
    'order',
    within('features/checkout', 'calls'),
    within('features/checkout/parts', 'about bare-notice form later outcomes seats-in-words sheet tabs'),
  ),
  group(
    'card',
    within(
      'features/checkout/parts',
      // Sheets of the form, too: it comes while its skeleton is seen, and may not wait for them.
      'checkout.module codes.module how-much.module party.module attempt begin card card-form card-step faults frame pay-later masked requote checkout-session skeleton stripe-later summary use-checkout-session why',
    ),
  ),
  group(
    'checkout',
    within(
      'features/checkout/parts',
      'checkout checkout-form codes consent details-fields how-much ladder party party-list',
    ),
  ),
  group('pay', within('features/checkout/parts', 'pay wait sandbox-card')),
]

export const GROUPS = [...FRAMEWORK, ...APP]
