/** The audit that an operator runs. Checks our books, and compares them with the lists of each provider. */

import type { Deps } from '#http/deps.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { disputesSince, getStoredDisputes } from '#sell/refunds/queries/disputes.ts'
import { getAcceptedRefunds } from '#sell/refunds/queries/refunds.ts'
import { type Answered, askAll, ourCharges, ourRefunds } from './queries/audit-money.ts'

const DAYS = 3
const HOUR_MS = 60 * 60 * 1000

type AuditDependencies = Pick<Deps, 'db' | 'gateways' | 'clock'>

export async function audit(deps: AuditDependencies): Promise<Answered[]> {
  const since = new Date(deps.clock().getTime() - DAYS * 24 * HOUR_MS)
  return [...(await askAll(deps.db)), ...(await compareWithProviders(deps, since))]
}

/** Our books beside the lists of each provider since then. */
export async function compareWithProviders(deps: AuditDependencies, since: Date): Promise<Answered[]> {
  const byQuestion = new Map<string, Answered>()
  for (const gateway of deps.gateways.all)
    for (const compare of [compareCharges, compareRefunds, compareDisputes]) {
      const answer = await compare(deps, gateway, since)
      const violations = [...(byQuestion.get(answer.id)?.violations ?? []), ...answer.violations]
      byQuestion.set(answer.id, { ...answer, violations })
    }
  return [...byQuestion.values()]
}

/** The charges of the provider, less what it paid back, equal our payments, less our refunds. */
async function compareCharges({ db }: AuditDependencies, gateway: Gateway, since: Date): Promise<Answered> {
  const ours = await ourCharges(db, gateway.provider)
  const violations: Record<string, unknown>[] = []
  for (const charge of await gateway.listCharges(since)) {
    const known = ours.get(charge.intentId)
    const netMinor = charge.amount.minor - charge.refunded.minor
    const settled = known?.state === 'complete' || known?.state === 'returned'
    if (!known || !settled || known.netMinor !== netMinor)
      violations.push({
        subject: charge.intentId,
        provider: netMinor,
        ours: known?.netMinor ?? null,
        state: known?.state ?? null,
      })
  }
  return { id: 'Q2e', promise: `What the provider charged in the last ${DAYS} days is what we keep`, violations }
}

/** Every refund of the provider matches one of our refunds with the same amount, and the reverse. */
async function compareRefunds({ db }: AuditDependencies, gateway: Gateway, since: Date): Promise<Answered> {
  const [charged, providerRefunds] = await Promise.all([
    ourCharges(db, gateway.provider),
    gateway.listRefunds({ since }),
  ])
  const own = providerRefunds.filter(({ intentId }) => charged.has(intentId))
  const accepted = new Map(own.filter(({ hasFailed }) => !hasFailed).map((one) => [one.refundId, one.amount.minor]))
  const held = await getAcceptedRefunds(
    db,
    own.map(({ refundId }) => refundId),
  )
  // Our list starts an hour later: a difference of the clocks must not put a refund into one list only.
  const later = new Date(since.getTime() + HOUR_MS)
  const ours = new Map([...(await ourRefunds(db, gateway.provider, later)), ...held])
  const ids = [...new Set([...accepted.keys(), ...ours.keys()])]
  const violations = ids
    .filter((id) => accepted.get(id) !== ours.get(id))
    .map((id) => ({ subject: id, provider: accepted.get(id) ?? 0, ours: ours.get(id) ?? 0 }))
  return { id: 'Q2f', promise: `What the provider paid back in the last ${DAYS} days is what we booked`, violations }
}

/** Every dispute of the provider's is stored in the same state with the same amount and movements, and the reverse. */
async function compareDisputes({ db }: AuditDependencies, gateway: Gateway, since: Date): Promise<Answered> {
  const charged = await ourCharges(db, gateway.provider)
  const theirs = (await gateway.listDisputes({ since })).filter(({ intentId }) => charged.has(intentId))
  const known = await getStoredDisputes(
    db,
    theirs.map(({ disputeId }) => disputeId),
  )
  const listed = new Set(theirs.map(({ disputeId }) => disputeId))
  const differing = theirs.flatMap(({ disputeId, status, amount, movements }) => {
    const ours = known.get(disputeId)
    const isSame = ours?.state === status && ours.amount_minor === amount.minor && ours.movements === movements.length
    return isSame ? [] : [{ subject: disputeId, provider: status, ours: ours?.state ?? null }]
  })
  const later = new Date(since.getTime() + HOUR_MS)
  const unknown = (await disputesSince(db, gateway.provider, later))
    .filter(({ provider_dispute_id }) => !listed.has(provider_dispute_id))
    .map(({ provider_dispute_id, state }) => ({ subject: provider_dispute_id, provider: null, ours: state }))
  const promise = `Every dispute that was opened at the provider in the last ${DAYS} days is stored as it is there`
  return { id: 'Q2g', promise, violations: [...differing, ...unknown] }
}
