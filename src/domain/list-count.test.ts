import { expect, test } from 'vitest'
import { COUNT_LIMIT, formatListCount } from './list-count.ts'

test('a count above 1,000 is shown as 1,000+, and any other exactly', () => {
  expect([0, 1, 999, COUNT_LIMIT, COUNT_LIMIT + 1].map(formatListCount)).toEqual(['0', '1', '999', '1,000', '1,000+'])
})
