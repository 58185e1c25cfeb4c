import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSlash, trim, trimEnd } from './trim.ts'

const texts = fc.array(fc.constantFrom('/', 'a', ' ', 'é', '😀'), { maxLength: 12 }).map((all) => all.join(''))

test('the ends are cut as the patterns would cut them, and nothing else', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(trimEnd(text, isSlash)).toBe(text.replace(/\/+$/, ''))
      expect(trim(text, isSlash)).toBe(text.replace(/^\/+|\/+$/g, ''))
    }),
  )
})

test('each character is looked at once: a long run of slashes inside a text costs nothing', () => {
  let looks = 0
  const count = (character: string) => {
    looks += 1
    return isSlash(character)
  }
  const text = `/a${'/'.repeat(100_000)}b/`
  expect(trim(text, count)).toBe(text.slice(1, -1))
  expect(looks).toBe(4)
})
