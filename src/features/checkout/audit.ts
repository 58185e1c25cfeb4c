/** The audit that an operator runs: our own books, and the provider's list held against them. */
import type { Deps } from '#http/deps.ts'
import { type Answered, askAll, ourCharges } from './queries/audit.ts'

const DAYS = 3

export async function audit(deps: Pick<Deps, 'db' | 'gateway' | 'clock'>): Promise<Answered[]> {
  return [...(await askAll(deps.db)), await againstTheProvider(deps)]
}

/** What the provider charged and did not pay back is exactly what we keep. */
async function againstTheProvider({ db, gateway, clock }: Pick<Deps, 'db' | 'gateway' | 'clock'>): Promise<Answered> {
  const since = new Date(clock().getTime() - DAYS * 24 * 60 * 60 * 1000)
  const ours = await ourCharges(db)
  const violations: Record<string, unknown>[] = []
  for (const charge of (await gateway?.listCharges(since)) ?? []) {
    const known = ours.get(charge.intentId)
    const kept = charge.amount.minor - charge.refunded.minor
    const settled = known?.state === 'complete' || known?.state === 'returned'
    if (!known || !settled || known.kept !== kept)
      violations.push({
        subject: charge.intentId,
        provider: kept,
        ours: known?.kept ?? null,
        state: known?.state ?? null,
      })
  }
  return { id: 'Q2c', promise: `What the provider charged in the last ${DAYS} days is what we keep`, violations }
}
