import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { findBodyFault, parse, parseJson } from './parse.ts'

const TOO_MANY = 'more than 30,000 values'
const list = (item: string, count: number) => `{"a":[${Array<string>(count).fill(item).join()}]}`

describe('millions of values are refused in the time that a parser needs for them', () => {
  test.each([
    ['numbers', list('0', 3_000_000)],
    ['objects', list('{}', 1_500_000)],
    ['lists in lists', `${'['.repeat(1_500_000)}${']'.repeat(1_500_000)}`],
    ['fields', `{${Array.from({ length: 100_000 }, (_, index) => `"field${index}":{"a":0,"b":[0]}`).join()}}`],
  ])('%s', (_what, json) => {
    const [value, parseMs] = measure(() => JSON.parse(json) as unknown)
    const [parsed, refuseMs] = measure(() => parseJson(json))
    expect(parsed).toEqual({ value: undefined, fault: TOO_MANY })
    const [fault, walkMs] = measure(() => findBodyFault(value))
    expect(fault).toMatch(/^(more than 30,000 values|deeper than 32)$/)
    expect(refuseMs).toBeLessThan(3 * parseMs)
    expect(walkMs).toBeLessThan(3 * parseMs)
  })
})

test('the walk visits no more values than the limit', () => {
  let visitedCount = 0
  const item = {
    get field() {
      visitedCount++
      return 0
    },
  }
  expect(findBodyFault(Array(1_000_000).fill(item))).toBe(TOO_MANY)
  expect(visitedCount).toBeLessThan(30_000)
})

test('30,000 values are accepted, also with commas and brackets in their texts', () => {
  const texts = Array<string>(29_999).fill('"a, [b] {c} \\" \\\\')
  expect(parseJson(JSON.stringify(texts))).toEqual({ value: texts, fault: null })
  expect(parseJson(JSON.stringify([...texts, '']))).toEqual({ value: undefined, fault: TOO_MANY })
})

test.each([
  ['a NUL in a text', '{"a":["\\u0000"]}'],
  ['a NUL in a name', '{"a":[{"\\u0000":1}]}'],
  ['half a character', '["\\ud800"]'],
  ['half a character in a name', '{"\\udc00":1}'],
])('%s is a fault', (_what, json) => {
  expect(parseJson(json).fault).toBe('text with a NUL or a lone surrogate')
})

test('a value 32 levels below the body is accepted, one more level is not', () => {
  const nested = (levels: number) => parseJson(`${'['.repeat(levels)}0${']'.repeat(levels)}`).fault
  expect([nested(32), nested(33)]).toEqual([null, 'deeper than 32'])
})

test('a refusal names at most 50 fields', () => {
  const schema = z.object({ list: z.array(z.object({ name: z.string() })) })
  const result = parse(schema, { list: Array(20_000).fill({}) })
  if (result.ok) throw new Error('accepted')
  expect(Object.keys(result.refusal.fields ?? {})).toHaveLength(50)
})

/** The result, and the least milliseconds of processor time of three runs: other programs of the machine do not count. */
function measure<Result>(work: () => Result): [Result, number] {
  const times: number[] = []
  let result: Result
  do {
    const before = process.threadCpuUsage()
    result = work()
    const { user, system } = process.threadCpuUsage(before)
    times.push((user + system) / 1000)
  } while (times.length < 3)
  return [result, Math.min(...times)]
}
