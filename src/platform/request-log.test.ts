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

test('a line names the person who is logged in, by their id', () => {
  const line = { method: 'GET', route: '/x', status: 200, ms: 1, reqId: 'a' }
  const text = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { openRequestLog } from './src/platform/request-log.ts'
       const log = openRequestLog('info')
       log.tell(${JSON.stringify({ ...line, personId: 'p' })}); log.tell(${JSON.stringify(line)}); log.flush()
       process.reallyExit(0)`,
    ],
    { encoding: 'utf8' },
  )
  const lines = text
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one))
  expect(lines).toMatchObject([{ personId: 'p' }, line])
  expect(lines[1]).not.toHaveProperty('personId')
})
