import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTouch, attributionOf, KEY, keepAttribution, touchesIn } from './attribution.ts'
import { forgetAttribution, forgetMemory, noteAffiliate, rememberAttribution } from './attribution-memory.ts'

const DAY = 24 * 60 * 60 * 1000
const START = Date.UTC(2027, 0, 1)

function keys() {
  const all = new Map<string, string>()
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}
const browser = () => ({ local: keys(), session: keys() })

test('a visit is remembered beyond its tab: the first touch of weeks ago, the last of now', () => {
  const monday = browser()
  keepAttribution(monday.session, '?utm_source=post', START)
  rememberAttribution(monday, START)
  const later = { local: monday.local, session: keys() }
  keepAttribution(later.session, '?utm_source=mail', START + 20 * DAY)
  rememberAttribution(later, START + 20 * DAY)
  expect(touchesIn(later.session)).toEqual(touchesIn(later.local))
  expect(touchesIn(later.local)).toMatchObject({ first: { source: 'post' }, last: { source: 'mail' } })

  const straight = { local: monday.local, session: keys() }
  rememberAttribution(straight, START + 30 * DAY)
  expect(attributionOf(straight.session)).toEqual({ attribution: { source: 'mail' } })
})

test('nothing is remembered for longer than 90 days: first the first touch goes, then all of it', () => {
  const kept = browser()
  keepAttribution(kept.session, '?utm_source=post', START)
  keepAttribution(kept.session, '?utm_source=mail', START + 10 * DAY)
  rememberAttribution(kept, START + 10 * DAY)
  const at = (day: number) => {
    const tab = { local: kept.local, session: keys() }
    rememberAttribution(tab, START + day * DAY)
    return touchesIn(tab.local)
  }
  expect(at(89)).toMatchObject({ first: { source: 'post' } })
  expect(at(90)).toMatchObject({ first: { source: 'mail' }, last: { source: 'mail' } })
  expect(at(100)).toBeNull()
  expect(kept.local.getItem(KEY)).toBeNull()
})

test('remembering twice, or from another tab in between, changes nothing more', () => {
  const touch = fc.record({ source: fc.string({ minLength: 1 }), at: fc.integer({ min: 1, max: 120 }) })
  const visit = fc.array(touch, { maxLength: 4 })
  fc.assert(
    fc.property(visit, visit, fc.integer({ min: 120, max: 220 }), (one, other, today) => {
      const fill = (session: ReturnType<typeof keys>, told: typeof one) => {
        for (const { source, at } of told.toSorted((a, b) => a.at - b.at))
          addTouch(session, { source }, START + at * DAY)
      }
      const kept = browser()
      fill(kept.session, one)
      fill(kept.local, other)
      rememberAttribution(kept, START + today * DAY)
      const first = kept.local.getItem(KEY)
      rememberAttribution(kept, START + today * DAY)
      rememberAttribution({ local: kept.local, session: keys() }, START + today * DAY)
      expect(kept.local.getItem(KEY)).toBe(first)
      const found = touchesIn(kept.local)
      if (found)
        expect([found.firstAt <= found.lastAt, START + today * DAY - found.firstAt < 90 * DAY]).toEqual([true, true])
    }),
  )
})

test('an affiliate’s word is the last touch, but not over the click of an advertisement', () => {
  const { session } = browser()
  keepAttribution(session, '?utm_campaign=spring', START)
  noteAffiliate(session, 'ref-7', START + 1)
  expect(attributionOf(session)).toEqual({ attribution: { source: 'affiliate', clickid: 'ref-7', campaign: 'spring' } })
  noteAffiliate(session, 'ref-8', START + 2)
  expect(attributionOf(session).attribution?.clickid).toBe('ref-7')
})

test('consent taken back leaves the visit alone; a deleted person leaves nothing', () => {
  const kept = browser()
  keepAttribution(kept.session, '?utm_source=post', START)
  rememberAttribution(kept, START)
  forgetMemory(kept.local)
  expect([touchesIn(kept.local), attributionOf(kept.session)]).toEqual([null, { attribution: { source: 'post' } }])
  rememberAttribution(kept, START)
  forgetAttribution(kept)
  expect([touchesIn(kept.local), touchesIn(kept.session)]).toEqual([null, null])
})
