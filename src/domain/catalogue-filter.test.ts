import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CatalogueFilter,
  countText,
  type Findable,
  foldWords,
  isFiltering,
  isFound,
  NO_FILTER,
  readFilter,
  writeFilter,
} from './catalogue-filter.ts'

const NOW = new Date('2026-12-01T09:00:00Z')
const SOUND: Findable = {
  words: foldWords('Sound for stories Inês Duarte live course'),
  deliveryType: 'live',
  kind: 'course',
  startsAt: '2026-12-31T09:00:00Z',
}
const LESSONS: Findable = { ...SOUND, deliveryType: 'on-demand', kind: 'masterclass', startsAt: null }

test.each<[string, Partial<CatalogueFilter>, boolean, boolean]>([
  ['nothing asked finds all', {}, true, true],
  ['words in any order, without accents', { q: 'ines SOUND' }, true, true],
  ['a word that is not there', { q: 'sound cooking' }, false, false],
  ['live', { delivery: 'live' }, true, false],
  ['on demand', { delivery: 'on-demand' }, false, true],
  ['a kind', { kind: 'masterclass' }, false, true],
  ['thirty days to the moment', { when: '30' }, true, false],
  ['all at once', { q: 'story', delivery: 'live', kind: 'course', when: '90' }, false, false],
])('%s', (_what, asked, live, lessons) => {
  expect([SOUND, LESSONS].map((course) => isFound(course, { ...NO_FILTER, ...asked }, NOW))).toEqual([live, lessons])
})

test('a course that starts a moment past the days asked, or has begun, is not among them', () => {
  const thirty = { ...NO_FILTER, when: '30' } as const
  expect(isFound({ ...SOUND, startsAt: '2026-12-31T09:00:01Z' }, thirty, NOW)).toBe(false)
  expect(isFound({ ...SOUND, startsAt: '2026-12-01T08:59:59Z' }, thirty, NOW)).toBe(false)
})

const filters = fc.record<CatalogueFilter>({
  q: fc.string({ unit: 'binary', maxLength: 80 }).map((text) => text.trim()),
  delivery: fc.constantFrom('', 'live', 'on-demand'),
  kind: fc.constantFrom('', 'course', 'workshop', 'masterclass'),
  when: fc.constantFrom('', '30', '90'),
})

test('what is written into an address is read out of it again, and leaves the rest of it alone', () => {
  fc.assert(
    fc.property(filters, filters, (before, filter) => {
      const query = writeFilter(filter, writeFilter(before, new URLSearchParams('utm_source=x&q=old')))
      const read = readFilter(new URLSearchParams(query.toString()))
      expect(read).toEqual({ ...filter, q: filter.q.toWellFormed() })
      expect(query.get('utm_source')).toBe('x')
      expect(query.size).toBe(1 + Object.values(filter).filter(Boolean).length)
    }),
  )
})

test('whatever an address says is read as a filter, and a narrower question finds no more', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('q', 'delivery', 'kind', 'when', 'x'), fc.string()), (given) => {
      const filter = readFilter(new URLSearchParams(given))
      expect(filter.q.length).toBeLessThanOrEqual(80)
      expect(isFiltering(filter) || isFound(SOUND, filter, NOW)).toBe(true)
      if (isFound(SOUND, filter, NOW)) expect(isFound(SOUND, { ...filter, q: '' }, NOW)).toBe(true)
    }),
  )
})

test('the count says how many of how many', () => {
  expect([countText(10, 10), countText(2, 10), countText(1, 1), countText(0, 1)]).toEqual([
    '10 courses',
    '2 of 10 courses',
    '1 course',
    '0 of 1 course',
  ])
})
