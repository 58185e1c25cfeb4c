/** The results of a run of tests, from the file that vitest's JSON reporter writes. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

export type TimedTest = { file: string; name: string; seconds: number }
/** `reason` is the status of a test that did not pass, or the fault of a file outside its tests. */
export type FailedTest = { file: string; name: string; reason: string }
export type TestResults = { passed: number; failed: FailedTest[]; leftOut: string[]; tests: TimedTest[] }

type JsonResults = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; duration?: number | null }[]
  }[]
}

/** A skipped test counts as failed, unless its name says which missing setting it needs. */
export function readTestResults(path: string, root: string): TestResults {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(path, 'utf8')) as JsonResults
  const results: TestResults = { passed: numPassedTests, failed: [], leftOut: [], tests: [] }
  for (const { name: fileName, status: fileStatus, message, assertionResults } of testResults) {
    const file = relative(root, fileName)
    let areAllGood = true
    for (const { status, fullName: name, duration } of assertionResults) {
      results.tests.push({ file, name, seconds: (duration ?? 0) / 1000 })
      if (status === 'passed') continue
      if (status !== 'failed' && /\(needs [A-Z_]+\)/.test(name)) results.leftOut.push(name)
      else {
        areAllGood = false
        results.failed.push({ file, name, reason: status })
      }
    }
    if (fileStatus === 'failed' && areAllGood)
      results.failed.push({ file, name: 'outside its tests', reason: message.split('\n')[0] || 'stopped' })
  }
  return results
}

/** The slowest first. A test's time includes that of its own hooks, but not that of its file's. */
export function listSlowest(tests: readonly TimedTest[], count = 10): TimedTest[] {
  return tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, count)
}
