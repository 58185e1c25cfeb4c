import { expect, test } from 'vitest'
import { triesEveryCase } from '../../tests/support/laws.ts'
import { findPatternFault, findRegexFaults, readLinearPatterns } from './check-regexes.ts'

const fault = (text: string, file = 'x.ts') => findRegexFaults(file, text).join('\n')

test.each([
  ['exponential', 'const a = /^(a+)+$/', 'exponential'],
  ['quadratic, at the end of a text', "path.replace(/\\/+$/, '')", '2nd degree polynomial'],
  ['quadratic, two neighbours that take the same', 'const a = /^\\s*\\d*\\s*$|^x\\w*\\d*$/', 'polynomial'],
  ['from a text', "new RegExp('(a|a)+$')", 'exponential'],
  ['from a text without new', "RegExp('(a|a)+$', 'i')", 'exponential'],
  ['from a template', 'new RegExp(`(a|a)+$`)', 'exponential'],
])('a pattern that is %s is a fault', (_name, text, says) => {
  expect(fault(text)).toContain(says)
})

test('a fault is named with its file and line, also between tags', () => {
  expect(fault('const a = 1\nconst b = <p title="/x/">{text.match(/(a*)*$/)}</p>', 'y.tsx')).toMatch(
    /^y\.tsx:2 \/\(a\*\)\*\$\/ takes/,
  )
})

test('a pattern built at run time is a fault', () => {
  for (const text of ['new RegExp(word)', "RegExp('^' + word)", "new RegExp('a', flags)"])
    expect(fault(text)).toContain('x.ts:1 builds a pattern that cannot be judged')
})

test('a linear pattern is no fault, nor is text in a comment or a string', () => {
  expect(fault("const a = /^[a-z]+$/u // /(a+)+$/\nconst b = '/(a+)+$/'\nconst c = new RegExp('^a+$')")).toBe('')
})

test('an exception applies to one pattern in one file', () => {
  const exceptions = [{ file: 'x.ts', pattern: '/a+$/', reason: 'at most 40 characters' }]
  expect(findRegexFaults('x.ts', 'const a = /a+$/', { exceptions })).toEqual([])
  expect(findRegexFaults('y.ts', 'const a = /a+$/', { exceptions })).toHaveLength(1)
  expect(findRegexFaults('x.ts', 'const a = /b+$/', { exceptions })).toHaveLength(1)
})

test('only a pattern that was found to be linear is not judged again', () => {
  const linear = new Set<string>()
  const text = 'const a = /^b/\nconst c = /(d+)+$/'
  for (const _time of [1, 2]) expect(findRegexFaults('x.ts', text, { linear })).toHaveLength(1)
  expect([...linear]).toEqual(['/^b/'])
  expect(findRegexFaults('x.ts', 'const a = /^b/i', { linear: new Set(['/^b/']) })).toEqual([])
})

test('each pattern of the list is linear', () => {
  const patterns = [...readLinearPatterns()]
  expect(patterns.length, 'node tools/checks/check-regexes.ts --list').toBeGreaterThan(100)
  const tried = triesEveryCase ? patterns : patterns.filter((_, at) => at % 50 === 0)
  for (const pattern of tried) {
    const end = pattern.lastIndexOf('/')
    expect([pattern, findPatternFault(pattern.slice(1, end), pattern.slice(end + 1))]).toEqual([pattern, null])
  }
})

test('a file that cannot be parsed is a fault', () => {
  expect(fault('const = /a/')).toContain('cannot be parsed')
})
