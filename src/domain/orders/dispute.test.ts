import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DisputeFact,
  type DisputeMovement,
  type DisputeState,
  describeDisputeReason,
  getDisputeAccess,
  getLossToBook,
  nextDisputeState,
} from './dispute.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 0, minute))

/** The provider's answers over time, one minute apart. */
const history = (statuses: readonly DisputeState[]): DisputeFact[] =>
  statuses.map((status, minute) => ({ status, asOf: at(minute) }))

function getFinalState(facts: readonly DisputeFact[]): DisputeState {
  const [first, ...laterFacts] = facts
  let current = { state: first!.status, asOf: first!.asOf }
  for (const fact of laterFacts) {
    const state = nextDisputeState(current, fact)
    if (state) current = { state, asOf: fact.asOf }
    else if (fact.asOf > current.asOf) current = { ...current, asOf: fact.asOf }
  }
  return current.state
}

const HISTORIES = fc.constantFrom<DisputeState[]>(
  ['open', 'won'],
  ['open', 'lost'],
  ['inquiry', 'closed'],
  ['inquiry', 'open', 'lost'],
  ['inquiry', 'open', 'won'],
  ['open', 'lost', 'open', 'won'],
  ['open', 'won', 'open', 'lost'],
)

describe('answers late, twice and out of order', () => {
  test('any order of the same answers, with repeats, ends in the provider’s current state', () => {
    fc.assert(
      fc.property(
        HISTORIES,
        fc.array(fc.nat(7), { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (statuses, repeats, random) => {
          const facts = history(statuses)
          const all = [...facts, ...repeats.map((index) => facts[index % facts.length]!)]
          const shuffled = all
            .map((fact) => ({ fact, turn: random.next().value as number }))
            .toSorted((a, b) => a.turn - b.turn)
            .map(({ fact }) => fact)
          expect(getFinalState(shuffled)).toBe(statuses.at(-1))
        },
      ),
      { numRuns: 10_000 },
    )
  })

  test('a repeated answer changes nothing', () => {
    for (const status of ['inquiry', 'open', 'closed', 'won', 'lost'] as const)
      expect(nextDisputeState({ state: status, asOf: at(0) }, { status, asOf: at(1) })).toBeNull()
  })
})

test.each<[DisputeState[], string]>([
  [[], 'free'],
  [['inquiry', 'won', 'closed'], 'free'],
  [['won', 'open'], 'frozen'],
  [['open', 'lost', 'won'], 'ended'],
])('the disputes %j of an order leave its access %s', (states, access) => {
  expect(getDisputeAccess(states)).toBe(access)
})

test('for any movements of money, a lost dispute is a loss of everything not reinstated, and any other dispute is no loss', () => {
  const movement = fc.record({
    kind: fc.constantFrom<DisputeMovement['kind']>('withdrawn', 'reinstated', 'written-off', 'recovered'),
    amountMinor: fc.integer({ min: 1, max: 1000 }),
  })
  fc.assert(
    fc.property(
      fc.constantFrom<DisputeState>('inquiry', 'open', 'closed', 'won', 'lost'),
      fc.array(movement),
      (state, all) => {
        const loss = getLossToBook(state, all)
        const kind = loss > 0 ? ('written-off' as const) : ('recovered' as const)
        const booked = loss === 0 ? all : [...all, { kind, amountMinor: Math.abs(loss) }]
        expect(Math.abs(getLossToBook(state, booked))).toBe(0)
      },
    ),
  )
})

test.each(['fraudulent', 'product_not_received', 'unauthorised', 'merchandise_or_service_not_as_described', 'general'])(
  'the reason %s is told in words',
  (reason) => {
    expect(describeDisputeReason(reason)).toMatch(/^(the payer says|not stated)/)
  },
)

test('a reason that a provider adds later is shown as it writes it', () => {
  expect(describeDisputeReason('lunar_eclipse')).toBe('lunar eclipse')
})
