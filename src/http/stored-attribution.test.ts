import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ATTRIBUTION_KEY, addTouch, getAttribution, readTouches, saveAttribution } from './attribution.ts'
import { deleteAttribution, deleteStoredAttribution, noteAffiliate, storeAttribution } from './stored-attribution.ts'

const DAY = 24 * 60 * 60 * 1000
const START = Date.UTC(2027, 0, 1)

function createStorage() {
  const all = new Map<string, string>()
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}
const browser = () => ({ local: createStorage(), session: createStorage() })

test('attribution outlives the tab: first touch of weeks ago, last touch of now', () => {
  const monday = browser()
  saveAttribution(monday.session, '?utm_source=post', START)
  storeAttribution(monday, START)
  const later = { local: monday.local, session: createStorage() }
  saveAttribution(later.session, '?utm_source=mail', START + 20 * DAY)
  storeAttribution(later, START + 20 * DAY)
  expect(readTouches(later.session)).toEqual(readTouches(later.local))
  expect(readTouches(later.local)).toMatchObject({ first: { source: 'post' }, last: { source: 'mail' } })

  const directVisit = { local: monday.local, session: createStorage() }
  storeAttribution(directVisit, START + 30 * DAY)
  expect(getAttribution(directVisit.session)).toEqual({
    attribution: { source: 'mail' },
    firstTouch: { source: 'post' },
  })
})

test('nothing is stored for longer than 90 days: first the first touch expires, then all of it', () => {
  const storages = browser()
  saveAttribution(storages.session, '?utm_source=post', START)
  saveAttribution(storages.session, '?utm_source=mail', START + 10 * DAY)
  storeAttribution(storages, START + 10 * DAY)
  const touchesAfter = (day: number) => {
    const tab = { local: storages.local, session: createStorage() }
    storeAttribution(tab, START + day * DAY)
    return readTouches(tab.local)
  }
  expect(touchesAfter(89)).toMatchObject({ first: { source: 'post' } })
  expect(touchesAfter(90)).toMatchObject({ first: { source: 'mail' }, last: { source: 'mail' } })
  expect(touchesAfter(100)).toBeNull()
  expect(storages.local.getItem(ATTRIBUTION_KEY)).toBeNull()
})

test('storing twice, or from another tab in between, changes nothing', () => {
  const touch = fc.record({ source: fc.string({ minLength: 1 }), touchesAfter: fc.integer({ min: 1, max: 120 }) })
  const visit = fc.array(touch, { maxLength: 4 })
  fc.assert(
    fc.property(visit, visit, fc.integer({ min: 120, max: 220 }), (one, other, today) => {
      const fill = (session: ReturnType<typeof createStorage>, touchList: typeof one) => {
        for (const { source, touchesAfter } of touchList.toSorted((a, b) => a.touchesAfter - b.touchesAfter))
          addTouch(session, { source }, START + touchesAfter * DAY)
      }
      const storages = browser()
      fill(storages.session, one)
      fill(storages.local, other)
      storeAttribution(storages, START + today * DAY)
      const first = storages.local.getItem(ATTRIBUTION_KEY)
      storeAttribution(storages, START + today * DAY)
      storeAttribution({ local: storages.local, session: createStorage() }, START + today * DAY)
      expect(storages.local.getItem(ATTRIBUTION_KEY)).toBe(first)
      const touches = readTouches(storages.local)
      if (touches)
        expect([touches.firstAt <= touches.lastAt, START + today * DAY - touches.firstAt < 90 * DAY]).toEqual([
          true,
          true,
        ])
    }),
  )
})

test('an affiliate’s id becomes the last touch, but does not replace an advertisement’s click id', () => {
  const { session } = browser()
  saveAttribution(session, '?utm_campaign=spring', START)
  noteAffiliate(session, 'ref-7', START + 1)
  expect(getAttribution(session)).toEqual({
    attribution: { source: 'affiliate', clickid: 'ref-7', campaign: 'spring' },
    firstTouch: { campaign: 'spring' },
  })
  noteAffiliate(session, 'ref-8', START + 2)
  expect(getAttribution(session).attribution?.clickid).toBe('ref-7')
})

test('withdrawn consent leaves only the visit’s attribution; a deleted person leaves none', () => {
  const storages = browser()
  saveAttribution(storages.session, '?utm_source=post', START)
  storeAttribution(storages, START)
  deleteStoredAttribution(storages.local)
  expect([readTouches(storages.local), getAttribution(storages.session)]).toEqual([
    null,
    { attribution: { source: 'post' }, firstTouch: { source: 'post' } },
  ])
  storeAttribution(storages, START)
  deleteAttribution(storages)
  expect([readTouches(storages.local), readTouches(storages.session)]).toEqual([null, null])
})
