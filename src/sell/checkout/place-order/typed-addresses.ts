import { refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { consumeLimit } from '#platform/limits.ts'

/** Each address that a call is about to e-mail counts for its client, as the forms do. docs/contract §2. */
export async function refuseTypedAddresses({ db }: Pick<Deps, 'db'>, ip: string, count: number) {
  const retryAfter = count > 0 ? await consumeLimit(db, 'emailPerClient', ip, undefined, count) : null
  return retryAfter === null ? null : refused('RATE_LIMITED', { retryAfter })
}
