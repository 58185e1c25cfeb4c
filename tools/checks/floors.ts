/** The architecture's layers ("floors"): the allowed imports and libraries. ARCHITECTURE.md shows the same picture. */
import { dirname, join, normalize } from 'node:path'

/** Path below src → file text. */
export type Tree = ReadonlyMap<string, string>

/** Highest layer first. A file may import its own folder and every lower layer. */
const FLOORS = [
  ['(top)'],
  ['hosts'],
  ['features/admin', 'features/studio'],
  ['features/storefront', 'features/portal'],
  ['features/checkout'],
  ['features/payments'],
  ['features/documents', 'features/referrals'],
  ['features/refunds'],
  ['features/live', 'features/course-media'],
  ['features/lessons'],
  ['features/certificates'],
  ['features/orders', 'features/waitlist', 'features/interests'],
  [
    'features/enrolments',
    'features/leads',
    'features/curriculum',
    'features/gift-cards',
    'features/support',
    'features/app-shell',
    'features/roles',
  ],
  ['features/catalog', 'features/accounts', 'features/ledger'],
  ['features/media'],
  ['features/mailing', 'features/consent', 'features/personal-data', 'features/audit-log'],
  ['http', 'ui'],
  ['platform'],
  ['site-routes'],
  ['config', 'domain', 'design'],
]

/** Libraries that `domain` may use: they only compute. */
const PURE = ['countries-list', 'culori', 'dinero.js', 'libphonenumber-js/max']

/** Libraries that reach outside. Only `platform` may import them. */
const VENDORS = [
  'pg',
  'pg-boss',
  'pino',
  'nodemailer',
  'pdfkit',
  'unpdf',
  'fontkit',
  'maxmind',
  'rate-limiter-flexible',
  'stripe',
  'file-type',
  'sharp',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
]

/** `features/checkout/api.ts` → `features/checkout`; `config-identity.ts` → `config`; `main.ts` → `(top)`. */
export function getModule(file: string): string {
  const [first, second] = file.split('/')
  if (second === undefined) return /^(config|site-routes)(?=[-.])/.exec(file)?.[1] ?? '(top)'
  return first === 'features' ? `features/${second}` : first!
}

export function getFloor(module: string): number {
  return FLOORS.findIndex((floor) => floor.includes(module))
}

export type Import = { from: string; spec: string; target: string | null }

const IMPORT =
  /(?:^|[;\n])\s*(?:(?:import|export)\b[^'"`;=()]*?\bfrom|import)\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

/** Includes type-only imports, because a type is a dependency too. */
export function listImports(tree: Tree, file: string): Import[] {
  const text = withoutComments(tree.get(file) ?? '')
  const matches = text.matchAll(IMPORT)
  return [...matches].map(([, staticSpec, dynamic]) => {
    const spec = staticSpec ?? dynamic ?? ''
    return { from: file, spec, target: resolveTarget(file, spec) }
  })
}

function resolveTarget(file: string, spec: string): string | null {
  if (spec.startsWith('#')) return spec.slice(1)
  return spec.startsWith('.') ? normalize(join(dirname(file), spec)) : null
}

export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

export function isPure(spec: string): boolean {
  return PURE.includes(spec)
}

export function isVendor(spec: string): boolean {
  return VENDORS.includes(spec)
}

/** Feature → the tables that it alone writes. Features above it may read them. See docs/decisions/0032-every-table-has-one-owner.md. */
const TABLES: Readonly<Record<string, string>> = {
  platform:
    'installation transition state_history idempotency rate_limit sandbox.intent sandbox.saved_card sandbox.refund sandbox.dispute sandbox.dispute_movement sandbox.event',
  'features/accounts':
    'person session account_token sign_up identity social_flow identity_proof totp recovery_code passkey passkey_challenge',
  'features/audit-log': 'audit_event',
  'features/roles': 'site_role course_role',
  'features/mailing': 'mail mail_attachment mail_hour mail_opt_out mail_suppression',
  'features/catalog':
    'creator course course_version course_creator course_page course_redirect course_search module lesson lesson_file lesson_prerequisite cohort cohort_session cohort_cancellation offer promo_code refund_terms exchange_rate',
  'features/media':
    'asset asset_reference upload upload_part course_storage media_step rendition caption_track caption_cue',
  'features/lessons': 'play_grant watch lesson_progress course_completion lesson_note attendance opened_digest',
  'features/live': 'join_ticket calendar_feed schedule_announcement schedule_change',
  'features/certificates': 'certificate credential credential_key',
  'features/ledger': 'ledger_account ledger_transaction ledger_entry',
  'features/leads': 'campaign_visit interest interest_link interest_notice waitlist_entry waitlist_link',
  'features/support': 'support_conversation support_message support_event support_link',
  'features/gift-cards': 'gift_card',
  'features/enrolments': 'seat_hold waitlist_offer enrolment enrolment_link access_extension',
  'features/orders':
    'orders order_line checkout_token payment card_mandate reusable_card provider_event gift_card_purchase deleted_order deleted_payment',
  'features/refunds': 'refund_request refund_request_line refund dispute dispute_movement',
  'features/documents': 'invoice_file receipt_request document_series invoice credit_note credit_note_line',
  'features/referrals': 'referral referral_code',
  'features/payments': 'cohort_cancellation_order',
  'features/checkout': 'quote general_enrolment invitation saved_checkout checkout_reminder',
}

const OWNERS = new Map(
  Object.entries(TABLES).flatMap(([owner, tables]) => tables.split(' ').map((name) => [name, owner])),
)

export function getTableOwner(table: string): string | undefined {
  return OWNERS.get(table)
}

export function listOwnedTables(): string[] {
  return [...OWNERS.keys()]
}
