/** The last known rate, with the country that it is for, in the storage of the tab. Amounts are never stored. */
import type { ExchangeRate } from '#domain/money/local-price.ts'

/**
 * `app/islands.ts` also looks for it, `client-hooks.ts` deletes it with the session of its person, and `load-rate.ts`
 * for a country that pays in dollars at home.
 */
const KEY = 'local_rate'

/** Without a country, the rate of any: for a page that has not asked for its visitor's country yet. */
export function readRememberedRate(session: Pick<Storage, 'getItem'>, countryCode?: string): ExchangeRate | null {
  try {
    const stored: Partial<ExchangeRate & { countryCode: string }> | null = JSON.parse(session.getItem(KEY) ?? 'null')
    const isRate =
      typeof stored?.countryCode === 'string' &&
      stored.countryCode === (countryCode ?? stored.countryCode) &&
      typeof stored.currency === 'string' &&
      /^[A-Z]{3}$/.test(stored.currency) &&
      /^\d{1,12}\.?\d{0,6}$/.test(String(stored.perUsd)) &&
      Number(stored.perUsd) > 0 &&
      Number.isSafeInteger(stored.stepMinor) &&
      Number(stored.stepMinor) > 0
    return isRate ? (stored as ExchangeRate) : null
  } catch {
    return null
  }
}

export function rememberRate(
  session: Pick<Storage, 'setItem' | 'removeItem'>,
  countryCode: string,
  rate: ExchangeRate | null,
): void {
  if (rate) session.setItem(KEY, JSON.stringify({ ...rate, countryCode }))
  else session.removeItem(KEY)
}
