/** The friend's code of a visit, stored in this tab and sent with an order. See `docs/contract` §24. */
import { REFERRAL_KEY as KEY, REFERRAL_CODE } from './attribution.ts'
import type { KeyValueStorage } from './client.ts'

const RETENTION_MS = 90 * 24 * 60 * 60 * 1000

/** The field of a price or an order. Empty for a visit without a code. */
export function getReferral(session: Pick<KeyValueStorage, 'getItem'>): { referralCode?: string } {
  const stored = read(session)
  return stored ? { referralCode: stored.code } : {}
}

/** With consent, the newest code is stored for 90 days beyond the visit. */
export function storeReferral(storages: { local: KeyValueStorage; session: KeyValueStorage }, now: number): void {
  const { local, session } = storages
  const [newest] = [read(session), read(local)]
    .filter((stored) => stored !== null)
    .filter(({ at }) => now - at < RETENTION_MS)
    .toSorted((a, b) => b.at - a.at)
  if (newest) for (const storage of [session, local]) storage.setItem(KEY, JSON.stringify(newest))
  else local.removeItem(KEY)
}

export function deleteReferral(storage: Pick<KeyValueStorage, 'removeItem'>): void {
  storage.removeItem(KEY)
}

function read(storage: Pick<KeyValueStorage, 'getItem'>): { code: string; at: number } | null {
  try {
    const stored = JSON.parse(storage.getItem(KEY) ?? 'null') as { code: string; at: number } | null
    return stored && REFERRAL_CODE.test(stored.code) && typeof stored.at === 'number' ? stored : null
  } catch {
    return null
  }
}
