import { type FinishedStep, runSteps, type Step } from './steps.ts'
import { listSlowest } from './test-results.ts'

/**
 * Runs all steps. The last lines say which tests were the slowest, how long each step took, and how to run each failure
 * again. Returns whether everything passed.
 */
export async function runAndReport(steps: readonly Step[]): Promise<boolean> {
  const finished = await runSteps(steps)
  printSlowest(finished)
  printTimes(finished)
  const failures = finished.flatMap((step) => step.failures)
  for (const { what, repeat } of failures) console.log(`FAILED: ${what}\n        again: ${repeat}`)
  const passed = finished.reduce((sum, step) => sum + step.passed, 0)
  console.log(`${passed} passed, ${failures.length} failed`)
  return failures.length === 0
}

function printSlowest(steps: readonly FinishedStep[]): void {
  const slowest = listSlowest(steps.flatMap(({ tests }) => tests))
  if (slowest.length > 0) console.log('\nThe slowest tests:')
  for (const { file, name, seconds } of slowest) console.log(`${formatSeconds(seconds)}  ${file} › ${name}`)
}

function printTimes(steps: readonly FinishedStep[]): void {
  console.log('\nThe steps:')
  for (const { name, seconds, passed, failures } of steps)
    console.log(`${formatSeconds(seconds)}  ${name}: ${passed} passed, ${failures.length} failed`)
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0)
  console.log(`${formatSeconds(total)}  in all\n`)
}

function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(1).padStart(7)} s`
}
