/**
 * Queues an e-mail about a changed log-in method, in the transaction that changes it, so that the owner always learns
 * about a change by another person.
 */
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ProviderName } from '#platform/identity/provider.ts'

export type FactorChange =
  | { is: 'turned-on' | 'turned-off' | 'recovery-codes-renewed' }
  | { is: 'recovery-code-used'; remainingCodes: number }
  | { is: 'passkey-added' | 'passkey-removed'; name: string }
  | { is: 'identity-added' | 'identity-removed'; provider: ProviderName }

export type FactorChangedEvent = { personId: string; change: FactorChange; eventId: string; at: string }

/** @param eventId distinguishes events of the same kind, so that each e-mail is written once */
export function notifyFactorChange(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  personId: string,
  change: FactorChange,
  eventId: string,
): Promise<void> {
  const event: FactorChangedEvent = { personId, change: change, eventId: eventId, at: clock().toISOString() }
  return jobs.enqueue(tx, 'account.factor-changed', event)
}
