import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { money } from './money.ts'
import { type Event, isDecided, type ProviderFact, reduce, type State, statusOf } from './payment.ts'

const STATUSES = ['requires_payment', 'requires_action', 'processing', 'declined', 'succeeded', 'canceled'] as const
type Told = ProviderFact['status']

const fact = (status: Told): ProviderFact => ({
  intentId: 'sbi_1',
  status,
  amount: money(39_900, 'USD'),
  failureCode: status === 'declined' ? 'card_declined' : null,
  card: null,
})

/** What a payment goes through when the facts come in this order. */
function lifeOf(told: readonly Told[], from: State = 'pending'): { state: State; events: Event[] } {
  const events: Event[] = []
  let state = from
  for (const status of told) {
    const move = reduce(state, fact(status))
    if (!move) continue
    state = move.state
    events.push(move.event)
  }
  return { state, events }
}

describe('facts late, twice and out of order (W1, W2)', () => {
  test('every order of all facts ends complete, and succeeds once', () => {
    const orders = permutations(STATUSES)
    expect(orders).toHaveLength(720)
    for (const told of orders) {
      const { state, events } = lifeOf(told.flatMap((status) => [status, status]))
      expect(state, told.join()).toBe('complete')
      expect(
        events.filter((event) => event === 'succeeded'),
        told.join(),
      ).toHaveLength(1)
    }
  })

  test('any facts of one intent, repeated and shuffled, come to one end', () => {
    const told = fc.array(fc.constantFrom(...STATUSES), { maxLength: 12 })
    fc.assert(
      fc.property(told, (all) => {
        const { state } = lifeOf(all)
        if (all.includes('succeeded')) expect(state).toBe('complete')
        else if (all.includes('canceled')) expect(state).toBe('cancelled')
        else expect(['pending', 'declined']).toContain(state)
      }),
      { numRuns: 10_000 },
    )
  })

  test('a repeat says nothing new', () => {
    for (const status of STATUSES) {
      const { state } = lifeOf([status])
      expect(reduce(state, fact(status)), status).toBeNull()
    }
  })

  test('money that came, or is on its way back, is undone by nothing a provider tells', () => {
    for (const from of ['pending', 'declined', 'cancelled'] as const) expect(isDecided(from), from).toBe(false)
    for (const from of ['complete', 'returning', 'returned'] as const) {
      expect(isDecided(from), from).toBe(true)
      for (const status of STATUSES) expect(reduce(from, fact(status)), `${status} in ${from}`).toBeNull()
    }
  })
})

describe('what is told (§5)', () => {
  test('a decline is failed, and the next try with it pending again', () => {
    expect(statusOf(lifeOf(['declined']).state)).toBe('failed')
    expect(statusOf(lifeOf(['declined', 'processing']).state)).toBe('pending')
    expect(lifeOf(['declined', 'requires_payment']).state).toBe('declined')
  })

  test('a charge of what was called dead still counts', () => {
    expect(lifeOf(['canceled', 'succeeded']).state).toBe('complete')
  })

  test('failed is never said while the outcome is unknown or money is on its way back', () => {
    const told = {
      pending: 'pending',
      declined: 'failed',
      complete: 'complete',
      cancelled: 'failed',
      returning: 'pending',
      returned: 'failed',
    }
    for (const [state, status] of Object.entries(told)) expect(statusOf(state as State), state).toBe(status)
  })
})

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}
