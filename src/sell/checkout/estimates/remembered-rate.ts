/** The last known rate of the visitor's country, in the storage of the tab. Amounts are never stored. */
import type { ExchangeRate } from '#domain/money/local-price.ts'

/** `app/islands.ts` also looks for it, and `client-hooks.ts` deletes it with the session of its person. */
const KEY = 'local_rate'

export function readRememberedRate(session: Pick<Storage, 'getItem'>): ExchangeRate | null {
  try {
    const stored: Partial<ExchangeRate> | null = JSON.parse(session.getItem(KEY) ?? 'null')
    const isRate =
      typeof stored?.currency === 'string' &&
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

export function rememberRate(session: Pick<Storage, 'setItem' | 'removeItem'>, rate: ExchangeRate | null): void {
  if (rate) session.setItem(KEY, JSON.stringify(rate))
  else session.removeItem(KEY)
}
