import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeLanguage } from './language.ts'

test.each([
  ['en', 'en'],
  ['EN', 'en'],
  ['pt-br', 'pt-BR'],
  ['ZH-hANS', 'zh-Hans'],
  ['iw', 'he'],
  ['tw', 'ak'],
  ['TW', 'ak'],
  ['en-', null],
  ['x', null],
  ['', null],
  ['en_GB', null],
])('%s is the language %s', (tag, language) => {
  expect(normalizeLanguage(tag)).toBe(language)
})

test('a tag has one spelling, whatever the case of its letters', () => {
  const lowerCaseTags = fc.stringMatching(/^[a-z]{2,3}(-[a-z]{4})?(-[a-z]{2})?$/)
  fc.assert(
    fc.property(lowerCaseTags, (tag) => {
      const language = normalizeLanguage(tag)
      expect(normalizeLanguage(tag.toUpperCase())).toBe(language)
      if (language) expect(normalizeLanguage(language)).toBe(language)
    }),
  )
})
