import { expect, test } from 'vitest'
import { takesPaste } from './take-paste.ts'

const query = { focus: 'nowhere', isHovered: false, isTyping: false, hasText: false } as const

test('the photo with the focus takes a pasted picture, and the one under the pointer does not', () => {
  expect(takesPaste({ ...query, focus: 'here' })).toBe(true)
  expect(takesPaste({ ...query, focus: 'elsewhere', isHovered: true })).toBe(false)
  expect(takesPaste({ ...query, isHovered: true })).toBe(true)
  expect(takesPaste(query)).toBe(false)
})

test('text on the clipboard goes to the field that has the focus', () => {
  expect(takesPaste({ ...query, focus: 'here', isTyping: true, hasText: true })).toBe(false)
  expect(takesPaste({ ...query, focus: 'here', isTyping: true })).toBe(true)
  expect(takesPaste({ ...query, focus: 'here', hasText: true })).toBe(true)
})
