import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BAD_RETURNS } from '../../tests/bad-returns.ts'
import { safeReturn } from './safe-return.ts'

const HERE = 'https://understudy.test'
const RUNS = 1_000_000

describe('a path of ours is gone back to', () => {
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
    expect(safeReturn(from, HERE)).toBe(path)
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
  expect(safeReturn(from, HERE)).toBe('/portal')
})

/** What addresses are made of, and what parsers trip over. */
const PIECES = [
  ...'/ // \\ . .. ./ : :// @ ? # % %2f %5c %2e %09 %00 [ ] | ; & ='.split(' '),
  ...'https: http: javascript: data: blob: file: understudy.test evil.test portal ..; localhost xn--'.split(' '),
  ...['\t', '\n', '\r', '\u0000', ' ', '\u00a0', '\u2028', '\u200b', '\ufeff', '／', '＼', '。', '℀', '\ud800', 'é'],
]
const addresses = fc
  .tuple(
    fc.constantFrom('', '/', `${HERE}/`, HERE),
    fc.oneof(
      { weight: 6, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }).map((all) => all.join('')) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    ),
  )
  .map((parts) => parts.join(''))

test('an address that is too long leads to the portal', () => {
  expect(safeReturn(`/${'a'.repeat(3000)}`, HERE)).toBe('/portal')
})

test(`whatever the address is, the way back is a path here, for every reader of it (${RUNS.toLocaleString('en')} inputs)`, () => {
  let kept = 0
  fc.assert(
    fc.property(addresses, (from) => {
      const path = safeReturn(from, HERE)
      if (path !== '/portal') kept += 1
      const url = new URL(path, HERE)
      const isOurs = url.origin === HERE && path.startsWith('/') && !/^\/[/\\]|[\\\p{Cc}\s]/u.test(path)
      // The same under another page, and when it is passed on once more.
      return isOurs && new URL(path, `${HERE}/a/b?c`).href === url.href && safeReturn(path, HERE) === path
    }),
    { numRuns: RUNS },
  )
  expect(kept).toBeGreaterThan(RUNS / 100)
}, 60_000)
