/** The audit that an operator runs: our own books, and the provider's lists held against them. */
import type { Deps } from '#http/deps.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { type Answered, askAll, ourCharges, ourRefunds } from './queries/audit.ts'
import { disputesSince, knownDisputes } from './queries/disputes.ts'
import { heldForAccepted } from './queries/refunds.ts'

const DAYS = 3
const HOUR_MS = 60 * 60 * 1000

type Given = Pick<Deps, 'db' | 'gateway' | 'clock'>

export async function audit(deps: Given): Promise<Answered[]> {
  const since = new Date(deps.clock().getTime() - DAYS * 24 * HOUR_MS)
  const ours = await askAll(deps.db)
  return deps.gateway
    ? [
        ...ours,
        await chargesOf(deps, deps.gateway, since),
        await refundsOf(deps, deps.gateway, since),
        await compareDisputes(deps, deps.gateway, since),
      ]
    : ours
}

/** What the provider charged and did not pay back is exactly what we keep. */
async function chargesOf({ db }: Given, gateway: Gateway, since: Date): Promise<Answered> {
  const ours = await ourCharges(db)
  const violations: Record<string, unknown>[] = []
  for (const charge of await gateway.listCharges(since)) {
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
  return { id: 'Q2e', promise: `What the provider charged in the last ${DAYS} days is what we keep`, violations }
}

/** Each refund that stands at the provider is one of ours over the same amount, and none of ours is not there. */
async function refundsOf({ db }: Given, gateway: Gateway, since: Date): Promise<Answered> {
  const [charged, told] = await Promise.all([ourCharges(db), gateway.listRefunds({ since })])
  const own = told.filter(({ intentId }) => charged.has(intentId))
  const standing = new Map(own.filter(({ hasFailed }) => !hasFailed).map((one) => [one.refundId, one.amount.minor]))
  const held = await heldForAccepted(
    db,
    own.map(({ refundId }) => refundId),
  )
  // An hour apart, so that neither clock puts one of the first day into one list alone.
  const later = new Date(since.getTime() + HOUR_MS)
  const ours = new Map([...(await ourRefunds(db, gateway.provider, later)), ...held])
  const ids = [...new Set([...standing.keys(), ...ours.keys()])]
  const violations = ids
    .filter((id) => standing.get(id) !== ours.get(id))
    .map((id) => ({ subject: id, provider: standing.get(id) ?? 0, ours: ours.get(id) ?? 0 }))
  return { id: 'Q2f', promise: `What the provider paid back in the last ${DAYS} days is what we booked`, violations }
}

/** Every dispute of the provider's is stored in the same state with the same amount and movements, and the reverse. */
async function compareDisputes({ db }: Given, gateway: Gateway, since: Date): Promise<Answered> {
  const charged = await ourCharges(db)
  const theirs = (await gateway.listDisputes({ since })).filter(({ intentId }) => charged.has(intentId))
  const known = await knownDisputes(
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
