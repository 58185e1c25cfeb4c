import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CatalogueFilter,
  countText,
  isFiltering,
  NO_FILTER,
  readFilter,
  readPage,
  startsBy,
  writeFilter,
  writePage,
} from './catalogue-filter.ts'

const filters = fc.record<CatalogueFilter>({
  q: fc.string({ unit: 'binary', maxLength: 80 }).map((text) => text.replaceAll('\0', '').trim()),
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

test('whatever an address says is read as a filter, and nothing but its four words asks for anything', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('q', 'delivery', 'kind', 'when', 'x'), fc.string()), (given) => {
      const filter = readFilter(new URLSearchParams({ ...given, q: `${given.q}\0` }))
      expect(filter.q.length).toBeLessThanOrEqual(80)
      expect(filter.q).not.toContain('\0')
    }),
  )
  expect(isFiltering(readFilter(new URLSearchParams('x=1&page=3&delivery=by-post&when=31&kind=')))).toBe(false)
})

test('thirty days are thirty times a day from now, and no days have no end', () => {
  const now = new Date('2026-12-01T09:00:00Z')
  expect(startsBy({ ...NO_FILTER, when: '30' }, now)).toEqual(new Date('2026-12-31T09:00:00Z'))
  expect(startsBy(NO_FILTER, now)).toBeNull()
})

test('a page is read out of an address as it was written, and is the first where there is none such', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999 }), filters, (page, filter) => {
      const query = writePage(page, writeFilter(filter, new URLSearchParams('page=7')))
      expect(readPage(query)).toBe(page)
      expect(query.has('page')).toBe(page > 1)
    }),
  )
  for (const said of ['', '0', '-1', '1.5', '01', '2x', ' 2', '1e3', '10000', '٣'])
    expect(readPage(new URLSearchParams({ page: said })), said).toBe(1)
})

test('the count says how many of how many', () => {
  expect([countText(10, 10), countText(2, 10), countText(1, 1), countText(0, 1), countText(12, 10_000)]).toEqual([
    '10 courses',
    '2 of 10 courses',
    '1 course',
    '0 of 1 course',
    '12 of 10,000 courses',
  ])
})
