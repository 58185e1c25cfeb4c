import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

const SITE = 'https://school.test'

describe('the way back after logging in', () => {
  test.each([
    ['/portal', '/portal'],
    ['/nina-reyes?utm_source=x#faq', '/nina-reyes?utm_source=x#faq'],
    ['/course/photography/', '/course/photography/'],
    ['checkout/NG-1', '/checkout/NG-1'],
    ['?a=1', '/?a=1'],
    // Of our own scheme without a host: a path, and spelt out as one.
    ['https:/elsewhere.test', '/elsewhere.test'],
  ])('%s is kept', (given, kept) => {
    expect(returnPath(given)).toBe(kept)
  })

  test.each([
    '',
    'https://elsewhere.test',
    '//elsewhere.test',
    '///elsewhere.test',
    '/\\elsewhere.test',
    '\\\\elsewhere.test',
    '/\t/elsewhere.test',
    '/\n/elsewhere.test',
    '/.//elsewhere.test',
    '/..//elsewhere.test',
    '/a/..//elsewhere.test',
    '/%2e/\\elsewhere.test',
    ' //elsewhere.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:https://school.test/x',
    'http:elsewhere.test',
    'https:\\\\elsewhere.test',
    'http://site.invalid/x',
    'https://site.invalid.elsewhere.test/',
    'https://site.invalid@elsewhere.test/',
    'ftp://elsewhere.test',
    'mailto:a@b.test',
    'https://[',
    `/${'x'.repeat(600)}`,
  ])('%j leads to the portal', (given) => {
    expect(returnPath(given)).toBe('/portal')
  })

  test('whatever is given, a browser that follows stays on the site', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      '//',
      '%2f',
      '%5c',
      '\t',
      '\n',
      ' ',
      'a',
      'https:',
      '#',
      '?',
      'elsewhere.test',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 12 }).map((all) => all.join('')),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(text, (given) => {
        const path = returnPath(given)
        expect(path.startsWith('/')).toBe(true)
        expect(new URL(path, SITE).origin).toBe(SITE)
        expect(returnPath(path)).toBe(path)
      }),
      { numRuns: 20_000 },
    )
  })
})
