/** Finds a promo code. Unknown, expired, used-up and inapplicable codes get the same response. */
import { money } from '#domain/money/money.ts'
import { isPromoApplicable, type PromoCode } from '#domain/money/promo.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { limitCodeGuesses } from '#platform/limits.ts'
import { getCohortForCode } from './cohort-on-sale.ts'
import { countOwnUses } from './queries/promo-codes.ts'
import { findPromoCodeRow } from './queries.ts'

type PromoCodeQuery = {
  code: string
  cohortCode?: string | undefined
  offerCode?: string | undefined
  seats?: number | undefined
  /** The uses that the new order takes over from the open orders that it replaces. */
  ownUses?: number | undefined
  /** The signed-in buyer. */
  personId?: string | undefined
  ip: string
}

/** At most three statements by keys, plus the limit. After ten failures from one address in ten minutes, none runs. */
export function findPromoCode(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  query: PromoCodeQuery,
): Promise<Outcome<PromoCode>> {
  return limitCodeGuesses(db, query.ip, async () => {
    const now = clock()
    const [row, cohort] = await Promise.all([
      findPromoCodeRow(db, query.code),
      query.cohortCode ? getCohortForCode(db, query.cohortCode, now) : null,
    ])
    const promo = row && toPromoCode(row, query.ownUses, await getPersonalLimit(db, row, query))
    const courseCodes = cohort ? [cohort.cohortCode, cohort.courseCode] : undefined
    const isDiscountable = !query.cohortCode || (cohort && !config.excludedCourseCodes.includes(cohort.courseCode))
    const use = { offerCode: query.offerCode, seats: query.seats, ...(courseCodes && { courseCodes }) }
    if (!promo || !isDiscountable || !isPromoApplicable(promo, use, now)) return refused('PROMO_INVALID')
    return accepted({ ...promo, appliesTo: withoutExcluded(promo.appliesTo, config.excludedCourseCodes) })
  })
}

type Row = NonNullable<Awaited<ReturnType<typeof findPromoCodeRow>>>

/** The uses that the buyer may have left. Null: no limit, or a guest, whose limit counts once the order has an address. */
async function getPersonalLimit(db: Deps['db'], row: Row, { personId }: PromoCodeQuery): Promise<number | null> {
  if (row.per_person === null || personId === undefined) return null
  return row.per_person - (await countOwnUses(db, row.code, personId))
}

function toPromoCode(row: Row, ownUses = 0, personalLimit: number | null = null): PromoCode {
  const limits = [row.use_limit === null ? null : row.use_limit - row.uses, personalLimit].filter(
    (left) => left !== null,
  )
  return {
    code: row.code,
    label: row.label,
    off:
      row.percent_off === null
        ? { amount: money(row.amount_off_minor ?? 0, row.currency) }
        : { percent: row.percent_off },
    minSeats: row.min_seats,
    appliesTo: { scope: row.scope as PromoCode['appliesTo']['scope'], codes: row.codes },
    startsAt: row.starts_at,
    expiresAt: row.expires_at,
    usesLeft: limits.length === 0 ? null : Math.min(...limits) + ownUses,
  }
}

/** Removes courses that are not listed. */
function withoutExcluded(
  { scope, codes }: PromoCode['appliesTo'],
  excluded: readonly string[],
): PromoCode['appliesTo'] {
  return { scope, codes: codes.filter((code) => !excluded.includes(code)) }
}
