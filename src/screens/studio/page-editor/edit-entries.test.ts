import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeEntry, insertEntry, isEmptyEntry, listEntryKeys, moveEntry, removeEntry } from './edit-entries.ts'

const list = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 12 })
const withIndex = list.chain((entries) =>
  fc.tuple(fc.constant(entries), fc.integer({ min: 0, max: entries.length - 1 })),
)

test('moving keeps every entry, and moving back restores the list', () => {
  fc.assert(
    fc.property(withIndex, fc.constantFrom(-1 as const, 1 as const), ([entries, index], step) => {
      const moved = moveEntry(entries, index, step)
      expect(moved.toSorted()).toEqual(entries.toSorted())
      const isAtEnd = index + step < 0 || index + step >= entries.length
      if (isAtEnd) expect(moved).toBe(entries)
      else expect(moveEntry(moved, index + step, step === 1 ? -1 : 1)).toEqual(entries)
    }),
  )
})

test('undoing a removal restores the list', () => {
  fc.assert(
    fc.property(withIndex, ([entries, index]) => {
      const removed = removeEntry(entries, index)
      expect(removed).toHaveLength(entries.length - 1)
      expect(insertEntry(removed, index, entries[index]!)).toEqual(entries)
    }),
  )
})

test('a photo that arrives late goes to its own work, beside what was typed meanwhile', () => {
  const getKey = ({ seed }: { seed: string }) => seed
  const works = [
    { seed: 'a', title: '', photo: null as string | null },
    { seed: 'b', title: '', photo: null },
  ]
  const [, key] = listEntryKeys(works, getKey)
  const typed = changeEntry(works, key!, (work) => ({ ...work, title: 'Rye' }), getKey)
  const moved = moveEntry(typed, 1, -1)
  const setPhoto = (work: (typeof works)[number]) => ({ ...work, photo: 'loaf' })
  expect(changeEntry(moved, key!, setPhoto, getKey)).toEqual([
    { seed: 'b', title: 'Rye', photo: 'loaf' },
    { seed: 'a', title: '', photo: null },
  ])
  const removed = removeEntry(moved, 0)
  expect(changeEntry(removed, key!, setPhoto, getKey)).toBe(removed)
})

test('keys are different even if seeds are equal', () => {
  expect(new Set(listEntryKeys([{ seed: 'a' }, { seed: 'a' }], ({ seed }) => seed)).size).toBe(2)
})

test('an entry that only has a photo is not empty', () => {
  expect(isEmptyEntry({ title: '', photo: null, seed: 'a' }, ['title'])).toBe(true)
  expect(isEmptyEntry({ title: '', photo: { file: 'x' } }, ['title'])).toBe(false)
  expect(isEmptyEntry({ title: 'Rye', photo: null }, ['title'])).toBe(false)
})
