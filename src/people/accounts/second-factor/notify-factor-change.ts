/**
 * Queues an e-mail about a changed log-in method, in the transaction that changes it, so that the owner always learns
 * about a change by another person.
 */
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { accountFactorChangedJob, type FactorChange } from '../queue.ts'

/** @param eventId distinguishes events of the same kind, so that each e-mail is written once */
export function notifyFactorChange(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  personId: string,
  change: FactorChange,
  eventId: string,
): Promise<void> {
  const at = clock().toISOString()
  return jobs.enqueue(tx, accountFactorChangedJob, { personId, change, eventId, at })
}
