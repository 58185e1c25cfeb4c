import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { money } from '../money/money.ts'
import {
  applyProviderFact,
  getPaymentStatus,
  isFinal,
  type PaymentEvent,
  type PaymentState,
  type ProviderFact,
} from './payment.ts'

const STATUSES = ['requires_payment', 'requires_action', 'processing', 'declined', 'succeeded', 'canceled'] as const
type FactStatus = ProviderFact['status']

const fact = (status: FactStatus): ProviderFact => ({
  intentId: 'sbi_1',
  status,
  amount: money(39_900, 'USD'),
  failureCode: status === 'declined' ? 'card_declined' : null,
  card: null,
})

/** The state and events of a payment when facts arrive in this order. */
function applyFacts(
  facts: readonly FactStatus[],
  from: PaymentState = 'pending',
): { state: PaymentState; events: PaymentEvent[] } {
  const events: PaymentEvent[] = []
  let state = from
  for (const status of facts) {
    const transition = applyProviderFact(state, fact(status))
    if (!transition) continue
    state = transition.state
    events.push(transition.event)
  }
  return { state, events }
}

describe('facts that arrive late, twice and out of order', () => {
  test('every order of all facts ends in complete, with one success', () => {
    const orders = permutations(STATUSES)
    expect(orders).toHaveLength(720)
    for (const facts of orders) {
      const { state, events } = applyFacts(facts.flatMap((status) => [status, status]))
      expect(state, facts.join()).toBe('complete')
      expect(
        events.filter((event) => event === 'succeeded'),
        facts.join(),
      ).toHaveLength(1)
    }
  })

  test('any repeated and shuffled facts of one intent end in the expected state', () => {
    const facts = fc.array(fc.constantFrom(...STATUSES), { maxLength: 12 })
    fc.assert(
      fc.property(facts, (all) => {
        const { state } = applyFacts(all)
        if (all.includes('succeeded')) expect(state).toBe('complete')
        else if (all.includes('canceled')) expect(state).toBe('cancelled')
        else expect(['pending', 'declined']).toContain(state)
      }),
      { numRuns: 10_000 },
    )
  })

  test('a repeated fact changes nothing', () => {
    for (const status of STATUSES) {
      const { state } = applyFacts([status])
      expect(applyProviderFact(state, fact(status)), status).toBeNull()
    }
  })

  test('no provider fact changes a complete or refunded payment', () => {
    for (const from of ['pending', 'declined', 'cancelled'] as const) expect(isFinal(from), from).toBe(false)
    for (const from of ['complete', 'refund-pending', 'returned'] as const) {
      expect(isFinal(from), from).toBe(true)
      for (const status of STATUSES) expect(applyProviderFact(from, fact(status)), `${status} in ${from}`).toBeNull()
    }
  })
})

describe('the public status (docs/contract §5)', () => {
  test('a declined payment is failed, and pending again with the next try', () => {
    expect(getPaymentStatus(applyFacts(['declined']).state)).toBe('failed')
    expect(getPaymentStatus(applyFacts(['declined', 'processing']).state)).toBe('pending')
    expect(applyFacts(['declined', 'requires_payment']).state).toBe('declined')
  })

  test('a charge after a cancellation still counts', () => {
    expect(applyFacts(['canceled', 'succeeded']).state).toBe('complete')
  })

  test('the status is never failed while the outcome is unknown or a refund is pending', () => {
    const facts = {
      pending: 'pending',
      declined: 'failed',
      complete: 'complete',
      cancelled: 'failed',
      'refund-pending': 'pending',
      returned: 'failed',
    }
    for (const [state, status] of Object.entries(facts))
      expect(getPaymentStatus(state as PaymentState), state).toBe(status)
  })
})

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((laterItems) => [item, ...laterItems]),
  )
}
