import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BAD_RETURNS } from '../../tests/support/bad-returns.ts'
import { countComputedOrders } from '../../tests/support/laws.ts'
import { toSafeReturnPath } from './safe-return.ts'

const ORIGIN = 'https://understudy.test'
/** The laws try a million. */
const RUN_COUNT = 10 * countComputedOrders(5_000).numRuns

describe('a path on this site is accepted', () => {
  test.each([
    ['/nina-reyes', '/nina-reyes'],
    ['/portal/settings?as=admin#devices', '/portal/settings?as=admin#devices'],
    ['https://understudy.test/checkout/NG-5?pay=deposit', '/checkout/NG-5?pay=deposit'],
    ['/a/../nina-reyes', '/nina-reyes'],
    ['/search?q=//evil.test', '/search?q=//evil.test'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['/café', '/caf%C3%A9'],
    ['/?next=https://evil.test', '/?next=https://evil.test'],
    ['/', '/'],
  ])('%j leads to %s', (from, path) => {
    expect(toSafeReturnPath(from, ORIGIN)).toBe(path)
  })
})

test.each([
  ...BAD_RETURNS,
  null,
  undefined,
  '',
  '/%5C%5Cevil.test',
  '\u0000//evil.test',
  '/portal\r\nSet-Cookie: a=b',
  'http://understudy.test/portal',
  'https://understudy.test:444/portal',
  'https://understudy.test.evil.test/',
  'https://understudy.test@evil.test/',
  'https://evil@understudy.test/portal',
  'https://understudy.tést/portal',
  'https://understudу.test/portal',
  'blob:https://understudy.test/0000',
  'filesystem:https://understudy.test/temporary/a',
  'vbscript:msgbox(1)',
  'ftp://understudy.test/',
  'mailto:ana@cruz.test',
  '//evil.test@understudy.test:443//evil.test',
  'https://[::1]/',
  'https://',
  'nina-reyes',
  '?from=/a',
  '#top',
])('%j leads to the portal', (from) => {
  expect(toSafeReturnPath(from, ORIGIN)).toBe('/portal')
})

/** Parts of addresses, and characters that confuse parsers. */
const PIECES = [
  ...'/ // \\ . .. ./ : :// @ ? # % %2f %5c %2e %09 %00 [ ] | ; & ='.split(' '),
  ...'https: http: javascript: data: blob: file: understudy.test evil.test portal ..; localhost xn--'.split(' '),
  ...['\t', '\n', '\r', '\u0000', ' ', '\u00a0', '\u2028', '\u200b', '\ufeff', '／', '＼', '。', '℀', '\ud800', 'é'],
]
const addresses = fc
  .tuple(
    fc.constantFrom('', '/', `${ORIGIN}/`, ORIGIN),
    fc.oneof(
      { weight: 6, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }).map((all) => all.join('')) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    ),
  )
  .map((parts) => parts.join(''))

test('an address that is too long leads to the portal', () => {
  expect(toSafeReturnPath(`/${'a'.repeat(3000)}`, ORIGIN)).toBe('/portal')
})

test(`for any address, the return path is a path on this site, for every parser (${RUN_COUNT.toLocaleString('en')} inputs)`, () => {
  let acceptedCount = 0
  fc.assert(
    fc.property(addresses, (from) => {
      const path = toSafeReturnPath(from, ORIGIN)
      if (path !== '/portal') acceptedCount += 1
      const url = new URL(path, ORIGIN)
      const isSitePath = url.origin === ORIGIN && path.startsWith('/') && !/^\/[/\\]|[\\\p{Cc}\s]/u.test(path)
      // The same result relative to another page, and after a second pass.
      return isSitePath && new URL(path, `${ORIGIN}/a/b?c`).href === url.href && toSafeReturnPath(path, ORIGIN) === path
    }),
    { numRuns: RUN_COUNT },
  )
  expect(acceptedCount).toBeGreaterThan(RUN_COUNT / 100)
})
