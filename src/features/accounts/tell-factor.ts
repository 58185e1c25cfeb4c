/**
 * Has people told that a way into their account has changed, in the transaction that changes it: a
 * thief who does it must not stay unseen.
 */
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ProviderName } from '#platform/identity/provider.ts'

export type FactorNews =
  | { is: 'turned-on' | 'turned-off' | 'recovery-codes-renewed' }
  | { is: 'recovery-code-used'; left: number }
  | { is: 'passkey-added' | 'passkey-removed'; name: string }
  | { is: 'identity-added' | 'identity-removed'; provider: ProviderName }

export type FactorChanged = { personId: string; news: FactorNews; which: string; at: string }

/** @param which tells this news from the next of its kind, so that each is written once */
export function tellFactor(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  personId: string,
  news: FactorNews,
  which: string,
): Promise<void> {
  const told: FactorChanged = { personId, news, which, at: clock().toISOString() }
  return jobs.enqueue(tx, 'account.factor-changed', told)
}
