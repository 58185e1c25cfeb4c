/** Adds, changes and ends offers. They count at once; quotes that buyers have in hand stay as they are. docs/contract §39. */
import { findCourseOfCohort, lockCohort } from '#catalogue/catalog/queries/edit-cohort.ts'
import {
  expireOffer,
  findCohortOfOffer,
  type LockedOffer,
  lockOffers,
  updateOffer,
} from '#catalogue/catalog/queries/edit-offers.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { courseChangedJob } from '#catalogue/catalog/queue.ts'
import { getDecimals, SITE_CURRENCY } from '#domain/money/currency.ts'
import { fromDecimal } from '#domain/money/money.ts'
import { listChangeFaults, type OfferAmounts } from '#domain/money/offer-amounts.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { toInstant, toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { insertUnderFreeCode, type OfferColumns } from './new-offer.ts'
import type { OfferChange } from './wire.ts'

/** docs/contract §39. */
const MOST_OFFERS = 20

type LockedPrices = { courseCode: string; cohortCode: string; timezoneId: string; offers: LockedOffer[] }

/** Refuses a foreign cohort like a missing one. The offer's code is the cohort's, with a number behind it if that is taken. */
export function addOffer(
  deps: Deps,
  person: ActingPerson,
  { cohortCode, offer }: { cohortCode: string; offer: OfferChange & { price: string } },
): Promise<Outcome<{ offerCode: string }>> {
  return inOneTransaction(deps.db, async (tx) => {
    const locked = await lockPrices(tx, person, cohortCode, 'COHORT_NOT_FOUND')
    if (!locked.ok) return locked
    const { offers, timezoneId } = locked.value
    if (offers.length >= MOST_OFFERS) return refused('OFFERS_LIMITED')
    const row = toRow(null, offer, { timezoneId, now: deps.clock() })
    if (!row.ok) return row
    const offerCode = await insertUnderFreeCode(tx, cohortCode, row.value)
    await report(deps, tx, person, locked.value, 'offer-added', { offer: offerCode })
    return accepted({ offerCode })
  })
}

/** All of the change, or nothing. Refuses a foreign offer, and one that has ended, like a missing one. */
export function changeOffer(
  deps: Deps,
  person: ActingPerson,
  { offerCode, change }: { offerCode: string; change: OfferChange },
): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const found = await lockOffer(tx, person, offerCode)
    if (!found.ok) return found
    const { offer, locked } = found.value
    const row = toRow(offer, change, { timezoneId: locked.timezoneId, now: deps.clock() })
    if (!row.ok) return row
    await updateOffer(tx, offerCode, row.value)
    const fields = Object.keys(change).toSorted().join(' ')
    await report(deps, tx, person, locked, 'offer-changed', { offer: offerCode, fields })
    return accepted(null)
  })
}

/** Refuses the only offer of a cohort: without one, nobody can buy. */
export function endOffer(deps: Deps, person: ActingPerson, offerCode: string): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const found = await lockOffer(tx, person, offerCode)
    if (!found.ok) return found
    const { locked } = found.value
    if (locked.offers.length === 1) return refused('OFFER_NEEDED')
    await expireOffer(tx, offerCode)
    await report(deps, tx, person, locked, 'offer-ended', { offer: offerCode })
    return accepted(null)
  })
}

async function lockOffer(
  tx: Tx,
  person: ActingPerson,
  offerCode: string,
): Promise<Outcome<{ offer: LockedOffer; locked: LockedPrices }>> {
  const cohortCode = await findCohortOfOffer(tx, offerCode)
  if (cohortCode === null) return refused('OFFER_NOT_FOUND')
  const locked = await lockPrices(tx, person, cohortCode, 'OFFER_NOT_FOUND')
  if (!locked.ok) return locked
  const offer = locked.value.offers.find(({ offer_code }) => offer_code === offerCode)
  return offer ? accepted({ offer, locked: locked.value }) : refused('OFFER_NOT_FOUND')
}

/** Locks in the order that all changes of a cohort have: course, cohort, offers. */
async function lockPrices(
  tx: Tx,
  person: ActingPerson,
  cohortCode: string,
  missing: 'COHORT_NOT_FOUND' | 'OFFER_NOT_FOUND',
): Promise<Outcome<LockedPrices>> {
  const courseCode = await findCourseOfCohort(tx, cohortCode)
  if (courseCode === null) return refused(missing)
  const permitted = await requirePermission(tx, person, 'price.edit', courseCode)
  if (!permitted.ok) return permitted.refusal.code === 'COURSE_NOT_FOUND' ? refused(missing) : permitted
  await lockCourse(tx, courseCode)
  const cohort = await lockCohort(tx, cohortCode)
  if (!cohort) return refused(missing)
  if (cohort.state === 'cancelled') return refused('COHORT_CANCELLED')
  return accepted({ courseCode, cohortCode, timezoneId: cohort.timezone_id, offers: await lockOffers(tx, cohortCode) })
}

/** The columns of an offer after a change, in its own currency. Amounts that a free offer cannot have are removed. */
function toRow(
  stored: LockedOffer | null,
  change: OfferChange,
  when: { timezoneId: string; now: Date },
): Outcome<OfferColumns> {
  const currency = stored?.currency ?? SITE_CURRENCY
  const fields: Record<string, string> = {}
  const toMinor = (field: string, text: string) => {
    const decimals = text.split('.')[1]?.length ?? 0
    if (decimals <= getDecimals(currency)) return fromDecimal(text, currency).minor
    fields[field] = `${currency} has no amounts this small`
    return 0
  }
  const choose = (field: string, text: string | null | undefined, kept: number | null) =>
    text === undefined ? kept : text === null ? null : toMinor(field, text)

  const amounts: OfferAmounts = {
    price: choose('price', change.price, stored?.price_minor ?? 0) ?? 0,
    before: choose('before', change.before, stored?.before_price_minor ?? null),
    early: choose(
      'early.price',
      change.early === null ? null : change.early?.price,
      stored?.discount_price_minor ?? null,
    ),
    deposit: choose('deposit', change.deposit, stored?.deposit_minor ?? null),
  }
  const { early, ...faults } = listChangeFaults(amounts, stored && toAmounts(stored))
  Object.assign(fields, faults, early && { 'early.price': early })
  const endsAt = chooseEnd(stored, change, when)
  if (!endsAt.ok) fields['early.endsAtLocal'] = endsAt.fault
  if (Object.keys(fields).length > 0) return refused('FIELD_INVALID', { fields })
  return accepted({
    name: change.name ?? stored?.name ?? '',
    price_minor: amounts.price,
    before_price_minor: amounts.before,
    discount_price_minor: amounts.early,
    discount_ends_at: amounts.early === null || !endsAt.ok ? null : endsAt.at,
    deposit_minor: amounts.deposit,
  })
}

const toAmounts = (offer: LockedOffer): OfferAmounts => ({
  price: offer.price_minor,
  before: offer.before_price_minor,
  early: offer.discount_price_minor,
  deposit: offer.deposit_minor,
})

/** A stored end that is sent again keeps its seconds, and may be past. A new one is ahead. */
function chooseEnd(
  stored: LockedOffer | null,
  { early }: OfferChange,
  { timezoneId, now }: { timezoneId: string; now: Date },
): { ok: true; at: Date | null } | { ok: false; fault: string } {
  const before = stored?.discount_ends_at ?? null
  if (early === undefined) return { ok: true, at: before }
  if (early === null || early.endsAtLocal === null) return { ok: true, at: null }
  if (before && early.endsAtLocal === formatLocal(before, timezoneId)) return { ok: true, at: before }
  try {
    const at = toInstant(early.endsAtLocal, timezoneId)
    return at > now ? { ok: true, at } : { ok: false, fault: 'This time is past. Please choose a later one' }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { ok: false, fault: 'The clocks change at this hour on that day. Please choose another time' }
  }
}

function formatLocal(at: Date, timezoneId: string): string {
  const { localDate, localTime } = toZoneTime(at, timezoneId)
  return `${localDate}T${localTime}`
}

async function report(
  deps: Deps,
  tx: Tx,
  { audience, personId }: ActingPerson,
  { courseCode, cohortCode }: LockedPrices,
  action: 'offer-added' | 'offer-changed' | 'offer-ended',
  details: Record<string, string>,
): Promise<void> {
  await deps.jobs.enqueue(tx, courseChangedJob, { courseCode }, { key: courseCode })
  await recordEvent(deps, tx, {
    actor: { kind: audience, id: personId },
    action,
    object: { kind: 'cohort', id: cohortCode },
    details,
  })
}
