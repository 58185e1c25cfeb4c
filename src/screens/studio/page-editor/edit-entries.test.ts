import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertEntry, moveEntry, removeEntry } from './edit-entries.ts'

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
