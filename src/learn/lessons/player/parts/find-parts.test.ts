import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldSearchText } from '#domain/search-text.ts'
import type { PlayerTrack } from '../player-props.ts'
import { findParts } from './find-parts.ts'
import { findTrackForLanguage } from './use-cues.ts'

test('the parts of a text are the text, and the marked ones are the query', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
      (text, query) => {
        const parts = findParts(text, query)
        expect(parts.map(({ part }) => part).join('')).toBe(text)
        for (const { at, part, isMatch } of parts) {
          expect(text.slice(at, at + part.length)).toBe(part)
          if (isMatch) expect(foldSearchText(part)).toContain(foldSearchText(query))
        }
      },
    ),
  )
})

test.each([
  ['Im Café an der Straße', 'cafe', 'Café'],
  ['Im Café an der Straße', 'strasse', 'Straße'],
  ['新しいカメラで撮る', 'カメラ', 'カメラ'],
  ['新しいカメラで撮る', '撮', '撮'],
  ['שָׁלוֹם לכם', 'שלום', 'שָׁלוֹם'],
  ['Ελλάς', 'ΕΛΛΆΣ', 'Ελλάς'],
  ['one - two', 'one two', 'one - two'],
])('in %j the words %j mark %j', (line, query, marked) => {
  expect(findParts(line, query).find(({ isMatch }) => isMatch)?.part).toBe(marked)
})

test('upper and lower case are the same', () => {
  expect(findParts('Four posts, four shirts', 'FOUR').filter(({ isMatch }) => isMatch)).toEqual([
    { at: 0, part: 'Four', isMatch: true },
    { at: 12, part: 'four', isMatch: true },
  ])
})

test('captions are in the chosen language, else in one of the browser, else in the first', () => {
  const track = (language: string): PlayerTrack => ({ language, label: language, kind: 'captions', url: language })
  const tracks = [track('es'), track('en'), track('fil')]
  expect(findTrackForLanguage(tracks, 'fil', ['en'])?.language).toBe('fil')
  expect(findTrackForLanguage(tracks, null, ['en-GB', 'es'])?.language).toBe('en')
  expect(findTrackForLanguage(tracks, 'de', ['fr'])?.language).toBe('es')
  expect(findTrackForLanguage([], 'en', ['en'])).toBeNull()
})
