import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSlash, trim, trimEnd } from './trim.ts'

const texts = fc.array(fc.constantFrom('/', 'a', ' ', 'é', '😀'), { maxLength: 12 }).map((all) => all.join(''))

test('trimming gives the same result as the regular expressions', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(trimEnd(text, isSlash)).toBe(text.replace(/\/+$/, ''))
      expect(trim(text, isSlash)).toBe(text.replace(/^\/+|\/+$/g, ''))
    }),
  )
})

test('trimming reads only the ends: a long run of slashes inside a text costs nothing', () => {
  let checkCount = 0
  const count = (character: string) => {
    checkCount += 1
    return isSlash(character)
  }
  const text = `/a${'/'.repeat(100_000)}b/`
  expect(trim(text, count)).toBe(text.slice(1, -1))
  expect(checkCount).toBe(4)
})
