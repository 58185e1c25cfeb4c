/** Makes and ends promo codes. A code is never deleted, because orders name it. docs/contract §39. */
import {
  expirePromoCode,
  insertPromoCode,
  listCourseAndCohortCodes,
  lockPromoCode,
} from '#catalogue/catalog/queries/promo-codes.ts'
import { SITE_CURRENCY } from '#domain/money/currency.ts'
import { formatMoney, fromDecimal } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { isAdminRole, type Roles } from '#domain/permission.ts'
import { toInstant } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { readOwnScope } from './own-scope.ts'
import { isReferralCode } from './queries.ts'
import type { NewPromoCode } from './wire.ts'

const TAKEN = refused('CODE_TAKEN', { fields: { code: 'This code is taken. Please choose another one' } })

/**
 * Refuses `CODE_TAKEN` for a code that exists, also as a friend's link, or that the site excludes. Refuses courses in
 * which the person may not make codes, and the whole site to all but admins.
 */
export function createPromoCode(
  deps: Deps,
  person: ActingPerson,
  { courseCode, promo }: { courseCode: string; promo: NewPromoCode },
): Promise<Outcome<{ code: string }>> {
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'code.edit', courseCode)
    if (!permitted.ok) return permitted
    const scope = await requireScope(tx, person, permitted.value, promo.codes)
    if (!scope.ok) return scope
    const window = readWindow(promo, deps.clock())
    if (!window.ok) return window
    const { code } = promo
    if (deps.config.excludedCourseCodes.includes(code) || (await isReferralCode(tx, code))) return TAKEN
    const isInserted = await insertPromoCode(tx, {
      code,
      note: promo.note,
      ...toDiscount(promo.off),
      currency: SITE_CURRENCY,
      min_seats: promo.minSeats,
      scope: promo.codes === null ? 'all' : 'courses',
      codes: promo.codes === null ? [] : [...new Set(promo.codes)],
      starts_at: window.value.startsAt,
      expires_at: window.value.endsAt,
      use_limit: promo.useLimit,
      per_person: promo.perPerson,
    })
    if (!isInserted) return TAKEN
    await report(deps, tx, person, 'code-made', { courseCode, code })
    return accepted({ code })
  })
}

/** A code that has ended stays ended. Refuses a code of another course, or of the whole site, like a missing one. */
export function endPromoCode(
  deps: Deps,
  person: ActingPerson,
  { courseCode, code }: { courseCode: string; code: string },
): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'code.edit', courseCode)
    if (!permitted.ok) return permitted
    const promo = await lockPromoCode(tx, code)
    if (!promo) return refused('PROMO_NOT_FOUND')
    const own = await readOwnScope(tx, person, permitted.value, promo.codes)
    const mayEnd = promo.scope === 'all' ? isAdminRole(permitted.value.site) : own.isWhole
    const isHere = promo.scope === 'all' || own.courseCodes.includes(courseCode)
    if (!mayEnd || !isHere) return refused('PROMO_NOT_FOUND')
    if (promo.expires_at !== null && promo.expires_at <= deps.clock()) return accepted(null)
    await expirePromoCode(tx, code)
    await report(deps, tx, person, 'code-ended', { courseCode, code })
    return accepted(null)
  })
}

/** Null: the whole site. */
async function requireScope(
  tx: Tx,
  person: ActingPerson,
  roles: Roles,
  codes: readonly string[] | null,
): Promise<Outcome<null>> {
  if (codes === null) return isAdminRole(roles.site) ? accepted(null) : refused('ROLE_NEEDED')
  // A code for courses that names an offer would never apply.
  const known = new Set(await listCourseAndCohortCodes(tx, codes))
  const own = await readOwnScope(tx, person, roles, codes)
  return own.isWhole && codes.every((code) => known.has(code))
    ? accepted(null)
    : refused('FIELD_INVALID', { fields: { codes: 'Please choose courses that you teach' } })
}

function toDiscount(off: NewPromoCode['off']) {
  if ('percent' in off) return { label: `${off.percent}% off`, percent_off: off.percent, amount_off_minor: null }
  const amount = fromDecimal(off.amount, SITE_CURRENCY)
  return { label: `${formatMoney(amount)} off`, percent_off: null, amount_off_minor: amount.minor }
}

/** A local time that the zone skips or repeats, an end that is past, and an end before the start are refused. */
function readWindow(
  { startsAtLocal, endsAtLocal, timezoneId }: NewPromoCode,
  now: Date,
): Outcome<{ startsAt: Date | null; endsAt: Date | null }> {
  const fields: Record<string, string> = {}
  const read = (field: string, local: string | null) => {
    try {
      return local === null ? null : toInstant(local, timezoneId)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      fields[field] = 'The clocks change at this hour on that day. Please choose another time'
      return null
    }
  }
  const startsAt = read('startsAtLocal', startsAtLocal)
  const endsAt = read('endsAtLocal', endsAtLocal)
  if (endsAt && endsAt <= now) fields.endsAtLocal = 'This time is past. Please choose a later one'
  else if (endsAt && startsAt && endsAt <= startsAt) fields.endsAtLocal = 'This is before the start'
  return Object.keys(fields).length > 0 ? refused('FIELD_INVALID', { fields }) : accepted({ startsAt, endsAt })
}

async function report(
  deps: Deps,
  tx: Tx,
  { audience, personId }: ActingPerson,
  action: 'code-made' | 'code-ended',
  { courseCode, code }: { courseCode: string; code: string },
): Promise<void> {
  await recordEvent(deps, tx, {
    actor: { kind: audience, id: personId },
    action,
    object: { kind: 'course', id: courseCode },
    details: { code },
  })
}
