import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const LINE = { method: 'GET', route: '/*', status: 200, ms: 0, reqId: 'a' }

/** The lines that a process writes before it exits. */
function runAndParseLines(statements: string, level = 'info'): Record<string, unknown>[] {
  const program = `
    import { createLog } from './src/platform/log.ts'
    import { createRequestLog } from './src/platform/request-log.ts'
    const line = ${JSON.stringify(LINE)}
    const log = createLog('${level}')
    const logRequest = createRequestLog(log)
    ${statements}
    process.exit(0)`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

test('a process that exits still writes every line', () => {
  const lines = runAndParseLines('for (let status = 0; status < 1_000; status++) logRequest({ ...line, status })')
  const statuses = lines.map(({ status }) => Number(status)).sort((a, b) => a - b)
  expect(statuses).toEqual(Array.from({ length: 1_000 }, (_, index) => index))
})

test('no request line is written at the level of warnings', () => {
  expect(runAndParseLines('logRequest(line)', 'warn')).toEqual([])
})

test('a line names the logged-in person by their id', () => {
  const lines = runAndParseLines(`logRequest({ ...line, personId: 'p' }); logRequest({ ...line, personId: undefined })`)
  expect(lines).toMatchObject([{ ...LINE, level: 30, personId: 'p' }, LINE])
  expect(lines[1]).not.toHaveProperty('personId')
})

test('only request lines are written without redaction', () => {
  const [other] = runAndParseLines(`log.info({ token: 'secret', inner: { password: 'secret' } })`)
  expect(other).toMatchObject({ token: '…', inner: { password: '…' } })
})
