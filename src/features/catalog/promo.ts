/** What a promo code is worth, to whoever types it. Unknown, expired, used up and not for this are one answer. */
import { money } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { isGoodFor, type PromoCode } from '#domain/promo.ts'
import type { Deps } from '#http/deps.ts'
import { countGuess } from '#platform/limits.ts'
import { cohortForCode } from './catalogue.ts'
import { promoCodeRow } from './queries.ts'

type Asked = {
  code: string
  courseCode?: string | undefined
  offerCode?: string | undefined
  seats?: number | undefined
  ip: string
}

/** Two statements at most, by primary key, beside the limit's. Ten in vain from one address in ten minutes, and nothing is looked at. */
export function findPromoCode(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  asked: Asked,
): Promise<Outcome<PromoCode>> {
  return countGuess(db, asked.ip, async () => {
    const now = clock()
    const [row, cohort] = await Promise.all([
      promoCodeRow(db, asked.code),
      asked.courseCode ? cohortForCode(db, asked.courseCode, now) : null,
    ])
    const promo = row && promoOf(row)
    const courseCodes = cohort ? [cohort.courseCode, cohort.prefixCode] : undefined
    const isDiscountable = !asked.courseCode || (cohort && !config.excludedCourseCodes.includes(cohort.prefixCode))
    const use = { offerCode: asked.offerCode, seats: asked.seats, ...(courseCodes && { courseCodes }) }
    if (!promo || !isDiscountable || !isGoodFor(promo, use, now)) return refused('PROMO_INVALID')
    return accepted({ ...promo, appliesTo: listed(promo.appliesTo, config.excludedCourseCodes) })
  })
}

type Row = NonNullable<Awaited<ReturnType<typeof promoCodeRow>>>

function promoOf(row: Row): PromoCode {
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
    usesLeft: row.use_limit === null ? null : row.use_limit - row.uses,
  }
}

/** Only courses that are listed are told. */
function listed({ scope, codes }: PromoCode['appliesTo'], excluded: readonly string[]): PromoCode['appliesTo'] {
  return { scope, codes: codes.filter((code) => !excluded.includes(code)) }
}
