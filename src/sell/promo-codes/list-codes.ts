/** The promo codes of a course, with their uses and what they brought. docs/contract §39. */
import { money, toWire } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { isAdminRole } from '#domain/permission.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { type OwnScope, readOwnScope } from './own-scope.ts'
import {
  type CodeCursor,
  countUsesInCourse,
  type ListedCodeRow,
  listCodesOfCourse,
  sumRevenueOfCodes,
} from './queries.ts'
import type { PromoCodeList, PromoCodeView } from './wire.ts'

const PAGE_SIZE = 25

/**
 * Admins also see the codes of the whole site. Of a code that names courses of others too, a creator sees neither the
 * note nor those courses, and cannot end it.
 */
export async function listPromoCodes(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: ActingPerson,
  { courseCode, after }: { courseCode: string; after: string | undefined },
): Promise<Outcome<PromoCodeList>> {
  const permitted = await requirePermission(db, person, 'code.edit', courseCode)
  if (!permitted.ok) return permitted
  const cursor = after === undefined ? null : parseCursor(after)
  if (cursor === undefined) return refused('FIELD_INVALID', { fields: { after: 'This page does not exist' } })
  const isSiteWide = isAdminRole(permitted.value.site)
  const rows = await listCodesOfCourse(db, courseCode, {
    withSiteWide: isSiteWide,
    after: cursor,
    limit: PAGE_SIZE + 1,
  })
  const page = rows.slice(0, PAGE_SIZE)
  const listed = page.map(({ code }) => code)
  const [revenue, courseUses] = await Promise.all([
    sumRevenueOfCodes(db, courseCode, listed),
    countUsesInCourse(db, courseCode, listed),
  ])
  // A code that is listed and names one course names this one.
  const owned = await Promise.all(
    page.map(({ codes }) =>
      isSiteWide || codes.length === 1 ? { codes, isWhole: true } : readOwnScope(db, person, permitted.value, codes),
    ),
  )
  const last = page.at(-1)
  return accepted({
    codes: page.map((row, index) => ({
      ...toView(row, owned[index]!, clock()),
      courseUses: courseUses.get(row.code) ?? 0,
      revenue: revenue
        .filter(({ promo_code }) => promo_code === row.code)
        .map(({ minor, currency }) => toWire(money(minor, currency))),
    })),
    next: rows.length > PAGE_SIZE && last ? `${last.created_at.toISOString()} ${last.code}` : null,
    isSiteWide,
  })
}

/** Undefined: not a cursor of ours. */
function parseCursor(text: string): CodeCursor | undefined {
  const [at = '', code = ''] = text.split(' ')
  const createdAt = new Date(at)
  return Number.isNaN(createdAt.getTime()) || code === '' ? undefined : { createdAt, code }
}

function toView(
  row: ListedCodeRow,
  own: Pick<OwnScope, 'codes' | 'isWhole'>,
  now: Date,
): Omit<PromoCodeView, 'revenue' | 'courseUses'> {
  const state = getState(row, now)
  return {
    code: row.code,
    note: own.isWhole ? row.note : '',
    percentOff: row.percent_off,
    amountOff: row.amount_off_minor === null ? null : toWire(money(row.amount_off_minor, row.currency)),
    scope: row.scope,
    codes: own.codes,
    mayEnd: own.isWhole && state !== 'ended',
    minSeats: row.min_seats,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.expires_at?.toISOString() ?? null,
    useLimit: row.use_limit,
    perPerson: row.per_person,
    uses: row.uses,
    state,
  }
}

function getState({ expires_at, use_limit, uses, starts_at }: ListedCodeRow, now: Date): PromoCodeView['state'] {
  if (expires_at !== null && expires_at <= now) return 'ended'
  if (use_limit !== null && uses >= use_limit) return 'used-up'
  return starts_at !== null && starts_at > now ? 'planned' : 'active'
}
