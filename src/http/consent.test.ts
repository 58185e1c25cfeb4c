import { expect, test } from 'vitest'
import { readConsent, saveConsent } from './consent.ts'

const DAY = 24 * 60 * 60 * 1000

function createStorage(start?: string) {
  const all = new Map<string, string>(start === undefined ? [] : [['consent', start]])
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}

test('an answer is valid for half a year, and only for the same question', () => {
  const local = createStorage()
  expect(readConsent(local, 0)).toBeNull()
  saveConsent(local, 'yes', 'tags', 0)
  expect([readConsent(local, 180 * DAY, 'tags'), readConsent(local, 181 * DAY, 'tags')]).toEqual(['yes', null])
  expect([readConsent(local, DAY, 'tags and a chat'), readConsent(local, DAY)]).toEqual([null, 'yes'])
  saveConsent(local, 'no', 'tags', DAY)
  expect(readConsent(local, DAY, 'tags')).toBe('no')
})

test.each(['', '{', 'null', '[]', '{"choice":"maybe","at":1}', '{"choice":"yes"}'])('%j is no consent', (text) => {
  expect(readConsent(createStorage(text), 1)).toBeNull()
})
