import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listSlowest, readTestResults } from './test-results.ts'

const folder = mkdtempSync(join(tmpdir(), 'understudy-results-'))
afterAll(() => rmSync(folder, { recursive: true }))

const assertion = (status: string, fullName: string, duration: number | null) => ({ status, fullName, duration })

function read(testResults: object[]) {
  const path = join(folder, 'results.json')
  writeFileSync(path, JSON.stringify({ numPassedTests: 2, testResults }))
  return readTestResults(path, '/project')
}

test('failed and skipped tests are named with their file, and one that needs a setting is left out', () => {
  const { passed, failed, leftOut } = read([
    {
      name: '/project/src/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        assertion('passed', 'adds', 12),
        assertion('failed', 'subtracts', 30),
        assertion('pending', 'forgets', null),
        assertion('pending', 'asks Stripe (needs STRIPE_TEST_SECRET_KEY)', null),
      ],
    },
  ])
  expect(passed).toBe(2)
  expect(failed).toEqual([
    { file: 'src/a.test.ts', name: 'subtracts', reason: 'failed' },
    { file: 'src/a.test.ts', name: 'forgets', reason: 'pending' },
  ])
  expect(leftOut).toEqual(['asks Stripe (needs STRIPE_TEST_SECRET_KEY)'])
})

test('a file that fails outside its tests is a failure, although its tests passed', () => {
  const broken = { name: '/project/src/b.test.ts', status: 'failed', message: 'Error: no database\n    at b.test.ts:3' }
  expect(read([{ ...broken, assertionResults: [] }]).failed).toEqual([
    { file: 'src/b.test.ts', name: 'outside its tests', reason: 'Error: no database' },
  ])
  expect(read([{ ...broken, assertionResults: [assertion('passed', 'adds', 1)] }]).failed).toHaveLength(1)
})

test('the slowest tests come first, with their seconds', () => {
  const { tests } = read([
    { name: '/project/a.test.ts', status: 'passed', message: '', assertionResults: [assertion('passed', 'quick', 5)] },
    {
      name: '/project/b.test.ts',
      status: 'passed',
      message: '',
      assertionResults: [assertion('passed', 'slow', 2500)],
    },
  ])
  expect(listSlowest(tests, 1)).toEqual([{ file: 'b.test.ts', name: 'slow', seconds: 2.5 }])
})
