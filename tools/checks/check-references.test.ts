import { expect, test } from 'vitest'
import { findReferenceFaults } from './check-references.ts'

test.each([
  ['/** As the specification says. */', 'by its nickname'],
  ['/** Limits. Contract §2. */', 'by its nickname'],
  ['/** Invariant M5. */', 'by its number'],
  ['// See issue #12.', 'cites an issue'],
  ['// See decision 9.', 'cites a decision by its number'],
  ['/** docs/no-such-file.md */', 'docs/no-such-file.md, which does not exist'],
  ['/** docs/contract §99 */', 'docs/contract §99, which does not exist'],
  ['/** docs/decisions/9999 */', 'docs/decisions/9999, which does not exist'],
])('%s is a fault', (text, says) => {
  expect(findReferenceFaults('x.ts', text).join()).toContain(says)
})

test.each([
  '/** `docs/contract` §2 and §5, docs/specification.md §9. */',
  '/** The record docs/decisions/0002 and the folder docs/decisions. */',
  '// https://example.com/docs/a-guide and Stripe’s own specification',
])('%s is no fault', (text) => {
  expect(findReferenceFaults('x.ts', text)).toEqual([])
})
