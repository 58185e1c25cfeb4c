import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countComputedOrders } from '../../../tests/support/laws.ts'
import {
  ACCESS_STATES,
  canReportProgress,
  canSeeOutline,
  decideAccess,
  decideEnrolmentAccess,
  type EnrolmentAccessFacts,
} from './access.ts'

const NOW = new Date('2027-01-12T12:00:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const active: EnrolmentAccessFacts = {
  enrolmentId: 'e1',
  state: 'active',
  isCohortCancelled: false,
  isDisputeLost: false,
  frozenAt: null,
  orderPausedAt: null,
  accessEndsAt: at(60),
}
const frozenAt = at(-5)
const orderPausedAt = at(-9)

test.each<[string, Partial<EnrolmentAccessFacts>, string, string]>([
  ['an active enrolment', {}, 'open', 'enrolled'],
  ['access without an end', { accessEndsAt: null }, 'open', 'enrolled'],
  ['an unconfirmed enrolment', { state: 'unconfirmed' }, 'unconfirmed', 'not-confirmed'],
  [
    'an unconfirmed one of a cancelled cohort',
    { state: 'unconfirmed', isCohortCancelled: true },
    'unconfirmed',
    'not-confirmed',
  ],
  ['a cancelled enrolment', { state: 'cancelled' }, 'revoked', 'enrolment-cancelled'],
  ['a cancelled cohort', { isCohortCancelled: true }, 'revoked', 'cohort-cancelled'],
  ['a lost dispute', { isDisputeLost: true, frozenAt }, 'revoked', 'dispute-lost'],
  ['an open dispute', { frozenAt }, 'frozen', 'dispute-open'],
  ['an open dispute and an overdue balance', { frozenAt, orderPausedAt }, 'frozen', 'dispute-open'],
  ['an overdue balance', { orderPausedAt }, 'locked', 'balance-overdue'],
  ['an overdue balance after the end', { orderPausedAt, accessEndsAt: at(-1) }, 'locked', 'balance-overdue'],
  ['the last millisecond', { accessEndsAt: new Date(NOW.getTime() + 1) }, 'open', 'enrolled'],
  ['the moment of the end', { accessEndsAt: NOW }, 'over', 'access-ended'],
])('%s (docs/contract §10)', (_case, change, state, reason) => {
  expect(decideAccess({ isTeacher: false, enrolments: [{ ...active, ...change }] }, NOW)).toMatchObject({
    state,
    reason,
  })
})

test('a person without an enrolment has none; a teacher opens everything and has no enrolment', () => {
  const none = { state: 'none', until: null, reason: 'not-enrolled', enrolmentId: null }
  expect(decideAccess({ isTeacher: false, enrolments: [] }, NOW)).toEqual(none)
  const teacher = { state: 'open', until: null, reason: 'teacher', enrolmentId: null }
  expect(decideAccess({ isTeacher: true, enrolments: [{ ...active, state: 'cancelled' }] }, NOW)).toEqual(teacher)
})

test('of two open enrolments the one that lasts longer decides', () => {
  const later = { ...active, enrolmentId: 'e2', accessEndsAt: at(90) }
  const endless = { ...active, enrolmentId: 'e3', accessEndsAt: null }
  const rows = [active, later, { ...active, enrolmentId: 'e4' }]
  expect(decideAccess({ isTeacher: false, enrolments: rows }, NOW)).toMatchObject({ until: at(90), enrolmentId: 'e2' })
  expect(decideAccess({ isTeacher: false, enrolments: [...rows, endless] }, NOW)).toMatchObject({
    until: null,
    enrolmentId: 'e3',
  })
})

test('the outline stays visible while access is open, locked, frozen or over', () => {
  expect(ACCESS_STATES.filter(canSeeOutline)).toEqual(['open', 'locked', 'frozen', 'over'])
})

test('a late report counts for less than 24 hours after the end of the term, and never after a revocation', () => {
  const ended = (minutes: number, change = {}) =>
    canReportProgress(decideEnrolmentAccess({ ...active, accessEndsAt: at(-minutes), ...change }, NOW), NOW)
  expect(ended(-1)).toBe(true)
  expect(ended(24 * 60 - 1)).toBe(true)
  expect(ended(24 * 60)).toBe(false)
  expect(ended(5, { frozenAt })).toBe(false)
  expect(ended(5, { state: 'cancelled' })).toBe(false)
})

const moments = fc.option(fc.integer({ min: -100, max: 100 }).map(at))
const enrolments = fc.array(
  fc.record({
    enrolmentId: fc.uuid(),
    state: fc.constantFrom<EnrolmentAccessFacts['state']>('unconfirmed', 'active', 'cancelled'),
    isCohortCancelled: fc.boolean(),
    isDisputeLost: fc.boolean(),
    frozenAt: moments,
    orderPausedAt: moments,
    accessEndsAt: moments,
  }),
  { maxLength: 5 },
)

test('law: access is open exactly while one enrolment alone allows it, in any order of the enrolments', () => {
  const allows = (facts: EnrolmentAccessFacts, now: Date) =>
    facts.state === 'active' &&
    !facts.isCohortCancelled &&
    !facts.isDisputeLost &&
    facts.frozenAt === null &&
    facts.orderPausedAt === null &&
    (facts.accessEndsAt?.getTime() ?? Number.POSITIVE_INFINITY) > now.getTime()
  fc.assert(
    fc.property(enrolments, fc.integer({ min: -120, max: 120 }).map(at), (rows, now) => {
      const access = decideAccess({ isTeacher: false, enrolments: rows }, now)
      expect(access.state === 'open').toBe(rows.some((row) => allows(row, now)))
      const reversed = decideAccess({ isTeacher: false, enrolments: rows.toReversed() }, now)
      expect([reversed.state, reversed.until]).toEqual([access.state, access.until])
    }),
    countComputedOrders(2000),
  )
})

test('law: an enrolment more never makes access worse, and open access ends exactly at its end', () => {
  fc.assert(
    fc.property(enrolments, enrolments, (rows, more) => {
      const before = decideAccess({ isTeacher: false, enrolments: rows }, NOW)
      const after = decideAccess({ isTeacher: false, enrolments: [...rows, ...more] }, NOW)
      expect(ACCESS_STATES.indexOf(after.state)).toBeLessThanOrEqual(ACCESS_STATES.indexOf(before.state))
      if (before.state !== 'open' || before.until === null) return
      const stateAt = (time: number) => decideAccess({ isTeacher: false, enrolments: rows }, new Date(time)).state
      expect(stateAt(before.until.getTime() - 1)).toBe('open')
      expect(stateAt(before.until.getTime())).not.toBe('open')
    }),
    countComputedOrders(2000),
  )
})

type Step = { of: number; does: 'pay' | 'refund' | 'freeze' | 'thaw' | 'pause' | 'resume' | 'extend' }

test('law: over random payments, refunds, disputes, pauses and extensions, access equals a set of allowing enrolments', () => {
  const steps = fc.array(
    fc.record({
      of: fc.nat(2),
      does: fc.constantFrom<Step['does']>('pay', 'refund', 'freeze', 'thaw', 'pause', 'resume', 'extend'),
    }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(steps, (sequence) => {
      const rows = new Map<number, EnrolmentAccessFacts>()
      const allowing = new Set<number>()
      const blocks = new Map<number, Set<string>>()
      for (const step of sequence) {
        applyStep(rows, step)
        applyToModel(allowing, blocks, rows, step)
        const open = decideAccess({ isTeacher: false, enrolments: [...rows.values()] }, NOW).state === 'open'
        expect(open).toBe(allowing.size > 0)
      }
    }),
    countComputedOrders(1000),
  )
})

function applyStep(rows: Map<number, EnrolmentAccessFacts>, { of, does }: Step): void {
  const row = rows.get(of)
  if (!row) {
    if (does === 'pay') rows.set(of, { ...active, enrolmentId: `e${of}`, accessEndsAt: NOW })
    return
  }
  const changes = {
    pay: {},
    refund: { state: 'cancelled' },
    freeze: { frozenAt: NOW },
    thaw: { frozenAt: null },
    pause: { orderPausedAt: NOW },
    resume: { orderPausedAt: null },
    extend: { accessEndsAt: at(1) },
  } as const
  rows.set(of, { ...row, ...changes[does] })
}

/** The expected set, by blocks: an enrolment starts expired and gives access while nothing blocks it. */
function applyToModel(
  allowing: Set<number>,
  blocks: Map<number, Set<string>>,
  rows: ReadonlyMap<number, unknown>,
  { of, does }: Step,
): void {
  if (!rows.has(of)) return
  const own = blocks.get(of) ?? new Set(['expired'])
  blocks.set(of, own)
  if (does === 'refund' || does === 'freeze' || does === 'pause') own.add(does)
  if (does === 'thaw') own.delete('freeze')
  if (does === 'resume') own.delete('pause')
  if (does === 'extend') own.delete('expired')
  if (own.size > 0) allowing.delete(of)
  else allowing.add(of)
}
