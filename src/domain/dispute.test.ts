import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accessOf, type DisputeFact, lossToBook, type Movement, reduce, type State } from './dispute.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 0, minute))

/** What a provider answers over time: each answer was asked for one minute after the one before. */
const history = (statuses: readonly State[]): DisputeFact[] =>
  statuses.map((status, minute) => ({ status, asOf: at(minute) }))

function endOf(facts: readonly DisputeFact[]): State {
  const [first, ...rest] = facts
  let known = { state: first!.status, asOf: first!.asOf }
  for (const fact of rest) {
    const state = reduce(known, fact)
    if (state) known = { state, asOf: fact.asOf }
    else if (fact.asOf > known.asOf) known = { ...known, asOf: fact.asOf }
  }
  return known.state
}

const LIVES = fc.constantFrom<State[]>(
  ['open', 'won'],
  ['open', 'lost'],
  ['inquiry', 'closed'],
  ['inquiry', 'open', 'lost'],
  ['inquiry', 'open', 'won'],
  ['open', 'lost', 'open', 'won'],
  ['open', 'won', 'open', 'lost'],
)

describe('answers late, twice and out of order', () => {
  test('any order of the same answers, however often each comes, ends as the provider says now', () => {
    fc.assert(
      fc.property(
        LIVES,
        fc.array(fc.nat(7), { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (life, repeats, random) => {
          const facts = history(life)
          const all = [...facts, ...repeats.map((index) => facts[index % facts.length]!)]
          const shuffled = all
            .map((fact) => ({ fact, turn: random.next().value as number }))
            .toSorted((a, b) => a.turn - b.turn)
            .map(({ fact }) => fact)
          expect(endOf(shuffled)).toBe(life.at(-1))
        },
      ),
      { numRuns: 10_000 },
    )
  })

  test('a repeat changes nothing', () => {
    for (const status of ['inquiry', 'open', 'closed', 'won', 'lost'] as const)
      expect(reduce({ state: status, asOf: at(0) }, { status, asOf: at(1) })).toBeNull()
  })
})

test.each<[State[], string]>([
  [[], 'free'],
  [['inquiry', 'won', 'closed'], 'free'],
  [['won', 'open'], 'frozen'],
  [['open', 'lost', 'won'], 'ended'],
])('the disputes %j of an order leave its access %s', (states, access) => {
  expect(accessOf(states)).toBe(access)
})

test('whatever the provider moved: a lost dispute is a loss of all that is not given back, any other one is none', () => {
  const movement = fc.record({
    kind: fc.constantFrom<Movement['kind']>('withdrawn', 'reinstated', 'written-off', 'recovered'),
    amountMinor: fc.integer({ min: 1, max: 1000 }),
  })
  fc.assert(
    fc.property(
      fc.constantFrom<State>('inquiry', 'open', 'closed', 'won', 'lost'),
      fc.array(movement),
      (state, all) => {
        const loss = lossToBook(state, all)
        const kind = loss > 0 ? ('written-off' as const) : ('recovered' as const)
        const booked = loss === 0 ? all : [...all, { kind, amountMinor: Math.abs(loss) }]
        expect(Math.abs(lossToBook(state, booked))).toBe(0)
      },
    ),
  )
})
