import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CatalogueFilter,
  formatMatchCount,
  getLatestStart,
  isFiltering,
  NO_FILTER,
  parseFilter,
  parsePage,
  setFilter,
  setPage,
} from './catalogue-filter.ts'

const filters = fc.record<CatalogueFilter>({
  q: fc.string({ unit: 'binary', maxLength: 80 }).map((text) => text.replaceAll('\0', '').trim()),
  delivery: fc.constantFrom('', 'live', 'on-demand'),
  kind: fc.constantFrom('', 'course', 'workshop', 'masterclass'),
  when: fc.constantFrom('', '30', '90'),
})

test('a filter written into a query is read back unchanged, and other parameters stay', () => {
  fc.assert(
    fc.property(filters, filters, (before, filter) => {
      const query = setFilter(filter, setFilter(before, new URLSearchParams('utm_source=x&q=old')))
      const read = parseFilter(new URLSearchParams(query.toString()))
      expect(read).toEqual({ ...filter, q: filter.q.toWellFormed() })
      expect(query.get('utm_source')).toBe('x')
      expect(query.size).toBe(1 + Object.values(filter).filter(Boolean).length)
    }),
  )
})

test('any query is read as a valid filter, and only its four parameters count', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('q', 'delivery', 'kind', 'when', 'x'), fc.string()), (params) => {
      const filter = parseFilter(new URLSearchParams({ ...params, q: `${params.q}\0` }))
      expect(filter.q.length).toBeLessThanOrEqual(80)
      expect(filter.q).not.toContain('\0')
    }),
  )
  expect(isFiltering(parseFilter(new URLSearchParams('x=1&page=3&delivery=by-post&when=31&kind=')))).toBe(false)
})

test('thirty days end thirty times 24 hours from now, and no choice has no end', () => {
  const now = new Date('2026-12-01T09:00:00Z')
  expect(getLatestStart({ ...NO_FILTER, when: '30' }, now)).toEqual(new Date('2026-12-31T09:00:00Z'))
  expect(getLatestStart(NO_FILTER, now)).toBeNull()
})

test('a page number written into a query is read back unchanged, and an invalid one is page 1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999 }), filters, (page, filter) => {
      const query = setPage(page, setFilter(filter, new URLSearchParams('page=7')))
      expect(parsePage(query)).toBe(page)
      expect(query.has('page')).toBe(page > 1)
    }),
  )
  for (const text of ['', '0', '-1', '1.5', '01', '2x', ' 2', '1e3', '10000', '٣'])
    expect(parsePage(new URLSearchParams({ page: text })), text).toBe(1)
})

test('the count text names the matches and the total', () => {
  expect([
    formatMatchCount(10, 10),
    formatMatchCount(2, 10),
    formatMatchCount(1, 1),
    formatMatchCount(0, 1),
    formatMatchCount(12, 10_000),
  ]).toEqual(['10 courses', '2 of 10 courses', '1 course', '0 of 1 course', '12 of 10,000 courses'])
})
