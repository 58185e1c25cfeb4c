import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toZoneTime } from '../schedule.ts'
import {
  getRefundStep,
  isFinal,
  listRefundSteps,
  listRefundTerms,
  POLICY_FIGURES,
  REFUND_POLICIES,
  type RefundFigures,
  type RefundTimes,
  summariseRefund,
} from './refund-policy.ts'
import { getRefundWindow } from './refund-terms.ts'

const MINUTE_MS = 60_000
const ZONES = ['Europe/London', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC']
const minute = fc
  .date({ min: new Date('2026-01-01T00:00Z'), max: new Date('2029-01-01T00:00Z'), noInvalidDate: true })
  .map((at) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS))
const figures: fc.Arbitrary<RefundFigures> = fc.oneof(
  fc.constantFrom(...REFUND_POLICIES.map((policy) => POLICY_FIGURES[policy])),
  fc.record({
    daysBefore: fc.option(fc.integer({ min: 0, max: 60 })),
    latePercent: fc.integer({ min: 0, max: 100 }),
    daysAfter: fc.integer({ min: 0, max: 60 }),
  }),
)
const times: fc.Arbitrary<RefundTimes> = fc.record({ firstSessionAt: fc.option(minute), boughtAt: minute })

test('what a receipt says and what is decided agree around each boundary, in every zone', () => {
  fc.assert(
    fc.property(times, figures, fc.constantFrom(...ZONES), (sale, rule, zone) => {
      const steps = listRefundSteps(sale, rule)
      for (const boundary of steps.map(({ until }) => until))
        for (const offset of [-MINUTE_MS, -1, 0, 1, MINUTE_MS]) {
          const now = new Date(boundary.getTime() + offset)
          const decided = getRefundWindow({ ...sale, movedTo: null }, rule, now)
          // The sentence names the local minute of each step. The clock of the reader shows the same minute.
          const read = toZoneTime(now, zone).displayText
          const said = steps.find(({ until }) => now < until)
          expect(decided.percent).toBe(said?.percent ?? 0)
          if (said) expect(decided.until).toEqual(said.until)
          if (offset === 0) expect(read).toBe(toZoneTime(boundary, zone).displayText)
        }
    }),
  )
})

test('a policy never gives less than the next one, and nothing comes back after the last step', () => {
  fc.assert(
    fc.property(times, minute, (sale, now) => {
      const given = REFUND_POLICIES.map((policy) => getRefundStep(sale, POLICY_FIGURES[policy], now)?.percent ?? 0)
      expect(given).toEqual(given.toSorted((a, b) => b - a))
      expect(given[2]).toBe(0)
    }),
  )
})

test('a session that moves after the purchase gives all, whatever the policy', () => {
  fc.assert(
    fc.property(times, figures, minute, (sale, rule, movedTo) => {
      const window = getRefundWindow({ ...sale, movedTo }, rule, new Date(movedTo.getTime() - 1))
      expect(window).toEqual({ percent: 100, until: movedTo, isMoved: true })
    }),
  )
})

test('the terms name exactly the steps that are decided', () => {
  fc.assert(
    fc.property(figures, fc.constantFrom('live' as const, 'on-demand' as const), minute, (rule, delivery, at) => {
      const sale = { firstSessionAt: delivery === 'live' ? at : null, boughtAt: at }
      const terms = listRefundTerms(rule, delivery)
      const giving = terms.slice(0, -1).filter(({ terms }) => !terms.startsWith('Nothing'))
      expect(giving).toHaveLength(listRefundSteps(sale, rule).length)
      expect(isFinal(rule, delivery)).toBe(giving.length === 0)
      expect(terms.at(-1)!.until).toMatch(/^If we cancel/)
    }),
  )
})

test('price rule 9 in words', () => {
  expect(summariseRefund(POLICY_FIGURES.standard, 'live')).toBe(
    'Until seven days before the first session: all of it back. Until the first session starts: half of it back. Once it has started: nothing back, and you keep your access.',
  )
  expect(summariseRefund(POLICY_FIGURES.standard, 'on-demand')).toBe(
    'For fourteen days: all of it back, however much you have watched. After that: nothing back, and you keep your access.',
  )
  expect(summariseRefund(POLICY_FIGURES.final, 'live')).toBe(
    'Once you have bought: nothing back, and you keep your access.',
  )
})
