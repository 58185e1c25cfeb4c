import { expect, test } from 'vitest'
import { listSiteNeeds, type NeedFacts, SITE_NEEDS } from './needs.ts'

const AT = new Date('2027-01-12T10:00:00Z')
const LATER = new Date('2027-01-12T11:00:00Z')
const READY: NeedFacts = {
  providers: ['Stripe', 'PayPal'],
  isTestMoney: false,
  mail: { isSent: true, lastTest: null, lastSentAt: AT },
  seller: ['Mill Ltd', '1 Mill Lane'],
  privacyReadAt: AT,
  backup: { isNightly: true, lastAt: AT, isLate: false, fault: null },
}
const getStates = (facts: Partial<NeedFacts>) =>
  Object.fromEntries(listSiteNeeds({ ...READY, ...facts }).map(({ need, state }) => [need, state]))
const all = Object.fromEntries(SITE_NEEDS.map((need) => [need, 'done']))

test('a site that has everything is done', () => {
  expect(getStates({})).toEqual(all)
})

test('each fact turns its own line, and no other', () => {
  const { mail, backup } = READY
  const test = (state: string, at: Date, problem: string | null = null) => ({
    ...mail,
    lastTest: { state, at, problem },
  })
  const cases: [Partial<NeedFacts>, object][] = [
    [{ providers: [] }, { payments: 'missing' }],
    [{ isTestMoney: true }, { payments: 'open' }],
    [{ mail: { ...mail, isSent: false } }, { mail: 'missing' }],
    [{ mail: { ...mail, lastSentAt: null } }, { mail: 'open' }],
    [{ mail: test('failed', LATER) }, { mail: 'missing' }],
    [{ mail: test('suppressed', LATER) }, { mail: 'missing' }],
    [{ mail: test('queued', LATER) }, { mail: 'open' }],
    [{ mail: test('queued', LATER, '535 authentication failed') }, { mail: 'missing' }],
    [{ mail: test('failed', new Date(AT.getTime() - 1)) }, { mail: 'done' }],
    [{ seller: null }, { seller: 'missing' }],
    [{ privacyReadAt: null }, { privacy: 'open' }],
    [{ backup: { ...backup, fault: 'no space' } }, { backup: 'missing' }],
    [{ backup: { ...backup, isLate: true } }, { backup: 'missing' }],
    [{ backup: { ...backup, lastAt: null } }, { backup: 'missing' }],
    [{ backup: { ...backup, lastAt: null, isNightly: false } }, { backup: 'open' }],
  ]
  for (const [facts, changed] of cases) expect([facts, getStates(facts)]).toEqual([facts, { ...all, ...changed }])
})

test('a server that refuses the log-in is named while the test e-mail is tried again', () => {
  const lastTest = { state: 'queued', at: LATER, problem: '535 authentication failed' }
  const need = listSiteNeeds({ ...READY, mail: { ...READY.mail, lastTest } }).find(({ need }) => need === 'mail')
  expect(need?.fact).toBe('535 authentication failed. It is tried again.')
})
