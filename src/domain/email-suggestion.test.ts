import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggestEmail } from './email-suggestion.ts'

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmail.co', 'ana@gmail.com'],
  ['Ana.R+film@GMAL.com', 'Ana.R+film@gmail.com'],
  ['ana@hotmial.com', 'ana@hotmail.com'],
  ['ana@yahooo.com', 'ana@yahoo.com'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@icloud.cm', 'ana@icloud.com'],
])('%s may be meant as %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
})

test.each(['ana@gmail.com', 'ana@mail.com', 'ana@ymail.com', 'ana@yahoo.co.in', 'ana@hotmail.fr', 'ana@proton.ch'])(
  '%s stands as it is',
  (typed) => {
    expect(suggestEmail(typed)).toBeNull()
  },
)

test.each(['ana@gmail.com', 'ana@yahoo.com.br', 'ana@yahoo.co.in', 'ana@icloud.com', 'ana@hotmail.co.uk'])(
  'nothing is suggested while %s is typed',
  (address) => {
    for (let length = 1; length <= address.length; length++)
      expect(suggestEmail(address.slice(0, length), false), address.slice(0, length)).toBeNull()
  },
)

test('a slip is seen as soon as it is typed', () => {
  expect(suggestEmail('ana@gmial.com', false)).toBe('ana@gmail.com')
  expect(suggestEmail('ana@gmail.con', false)).toBe('ana@gmail.com')
})

test('no domain that shares less than all but one letter is suggested for, and no text breaks it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string()), (text) => {
      const suggested = suggestEmail(text)
      if (suggested === null) return
      expect(suggested.split('@')[0]).toBe(text.trim().split('@')[0])
      expect(Math.abs(suggested.length - text.trim().length)).toBeLessThanOrEqual(1)
    }),
  )
})
