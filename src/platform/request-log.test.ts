import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const linesOf = (end: string, { level = 'info', statuses = [200, 304] } = {}) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { openRequestLog } from './src/platform/request-log.ts'
       const log = openRequestLog('${level}')
       for (const status of ${JSON.stringify(statuses)}) log.tell({ method: 'GET', route: '/*', status, ms: 0, reqId: 'a' })
       ${end}`,
    ],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).status)

test('every line is written: by itself soon after, and at an end in order at once', () => {
  expect(linesOf('setTimeout(() => process.reallyExit(0), 1_000)')).toEqual([200, 304])
  expect(linesOf('log.flush(); process.reallyExit(0)')).toEqual([200, 304])
})

test('many are written together, each once and in order', () => {
  const statuses = Array.from({ length: 1_000 }, (_, index) => index)
  expect(linesOf('log.flush(); process.reallyExit(0)', { statuses })).toEqual(statuses)
})

test('nothing is written where only warnings are', () => {
  expect(linesOf('log.flush(); process.reallyExit(0)', { level: 'warn' })).toEqual([])
})
