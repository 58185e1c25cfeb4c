/** Compares every charge of a provider with our payments: order, amount, currency and the refunded part. */
import type { Money } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import type { Db } from '#platform/db/db.ts'
import { pause } from './installation.ts'
import type { Rig } from './rigs.ts'

export type Charge = { provider: string; intentId: string; reference: string; amount: Money; refunded: Money }
type Payment = {
  id: string
  provider: string
  provider_intent_id: string | null
  state: string
  amount_minor: number
  refunded_minor: number
  currency: string
}

export type ComparedCharges = { compared: number; refunded: number; faults: string[] }

const EQUAL_WITHIN_MS = 240_000

/** Repeated until both sides are equal, because the last refunds are jobs. */
export async function compareCharges(deps: Deps, rig: Rig): Promise<ComparedCharges> {
  const deadline = Date.now() + EQUAL_WITHIN_MS
  for (;;) {
    const [charges, payments] = await Promise.all([rig.listCharges(deps), readPayments(deps.db)])
    const faults = findFaults(charges, payments)
    const refunded = charges.filter((charge) => charge.refunded.minor > 0).length
    if (faults.length === 0 || Date.now() > deadline) return { compared: charges.length, refunded, faults }
    await pause(1000)
  }
}

export function findFaults(charges: readonly Charge[], payments: readonly Payment[]): string[] {
  const charged = new Map(charges.map((charge) => [`${charge.provider} ${charge.intentId}`, charge]))
  const known = new Map(payments.map((payment) => [`${payment.provider} ${payment.provider_intent_id}`, payment]))
  const doubled = charges.length - new Set(charges.map(({ reference }) => reference)).size
  return [
    ...(doubled > 0 ? [`${doubled} payments were charged twice`] : []),
    ...charges.flatMap((charge) => findFaultsOfCharge(charge, known.get(`${charge.provider} ${charge.intentId}`))),
    ...payments
      .filter(({ state }) => state === 'complete' || state === 'returned')
      .filter(({ provider, provider_intent_id: intentId }) => !charged.has(`${provider} ${intentId}`))
      .map(({ id, state }) => `the payment ${id} is ${state}, and nothing was charged`),
  ]
}

function findFaultsOfCharge({ provider, intentId, reference, amount, refunded }: Charge, payment: Payment | undefined) {
  const its = `${provider} charged ${intentId}, and`
  if (!payment) return [`${its} we have no such payment`]
  const { state, amount_minor: minor, currency, refunded_minor: refundedMinor } = payment
  return [
    payment.id !== reference && `${its} names the payment ${reference} instead of ${payment.id}`,
    (minor !== amount.minor || currency !== amount.currency) &&
      `${its} its amount is ${amount.minor} ${amount.currency} instead of ${minor} ${currency}`,
    state !== 'complete' && state !== 'returned' && `${its} the payment is ${state}`,
    refundedMinor !== refunded.minor && `${its} ${refunded.minor} was refunded, where we know of ${refundedMinor}`,
    // A capture waits for the seats, so no seat can be missing after it (docs/decisions/0045).
    provider === 'paypal' && state === 'returned' && `${its} had to return all of it`,
  ].filter((fault) => fault !== false)
}

function readPayments(db: Db): Promise<Payment[]> {
  return db
    .selectFrom('payment')
    .select(['id', 'provider', 'provider_intent_id', 'state', 'amount_minor', 'refunded_minor', 'currency'])
    .where('provider', '<>', 'none')
    .execute()
}
