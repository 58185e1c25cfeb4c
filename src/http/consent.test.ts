import { expect, test } from 'vitest'
import { consentIn, keepConsent } from './consent.ts'

const DAY = 24 * 60 * 60 * 1000

function keys(start?: string) {
  const all = new Map<string, string>(start === undefined ? [] : [['consent', start]])
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}

test('an answer counts for half a year, and for the question that was asked', () => {
  const local = keys()
  expect(consentIn(local, 0)).toBeNull()
  keepConsent(local, 'yes', 'tags', 0)
  expect([consentIn(local, 180 * DAY, 'tags'), consentIn(local, 181 * DAY, 'tags')]).toEqual(['yes', null])
  expect([consentIn(local, DAY, 'tags and a chat'), consentIn(local, DAY)]).toEqual([null, 'yes'])
  keepConsent(local, 'no', 'tags', DAY)
  expect(consentIn(local, DAY, 'tags')).toBe('no')
})

test.each(['', '{', 'null', '[]', '{"choice":"maybe","at":1}', '{"choice":"yes"}'])('%j is no consent', (text) => {
  expect(consentIn(keys(text), 1)).toBeNull()
})
