/** The steps of `npm test` and `npm run u -- prove`: each is a program, whose output is shown while it runs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { readTestResults, type TimedTest } from './test-results.ts'

export type Failure = {
  /** A check, or a test as `file › name`. */
  what: string
  /** The command that runs only this again. */
  repeat: string
}
export type StepResult = { passed: number; failures: Failure[]; tests: TimedTest[] }
export type Step = { name: string; run(): Promise<StepResult> }
/** `seconds`: how long the step took. */
export type FinishedStep = StepResult & { name: string; seconds: number }

const ROOT = join(import.meta.dirname, '../..')

/** Runs one step after the other, also after a failure, and prints how each ended. */
export async function runSteps(steps: readonly Step[]): Promise<FinishedStep[]> {
  const finished: FinishedStep[] = []
  for (const { name, run } of steps) {
    console.log(`\n── ${name}`)
    const began = performance.now()
    const result = await run()
    const seconds = (performance.now() - began) / 1000
    finished.push({ ...result, name, seconds })
    const verdict = result.failures.length > 0 ? `${result.failures.length} FAILED` : 'good'
    console.log(`── ${name}: ${verdict}, ${result.passed} passed, ${seconds.toFixed(1)} s`)
  }
  return finished
}

/** A program that passes if it ends with 0. */
export function createCommandStep(name: string, command: string, ...options: string[]): Step {
  return {
    name,
    async run() {
      const code = await runProgram(command, options)
      const words = [command, ...options].join(' ')
      const failures = code === 0 ? [] : [{ what: words, repeat: `npx ${words}` }]
      return { passed: code === 0 ? 1 : 0, failures, tests: [] }
    },
  }
}

/**
 * A run of Vitest, of which each test counts. A run that fails without a failed test is one failure. A skipped test is
 * a failure, unless its name says which missing setting it needs.
 *
 * @param options such as `--project`, or the files of the tests
 */
export function createTestStep(name: string, options: readonly string[]): Step {
  return {
    name,
    async run() {
      const folder = mkdtempSync(join(tmpdir(), 'understudy-results-'))
      const file = join(folder, 'results.json')
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const code = await runProgram('vitest', ['run', ...options, ...reporters])
      const result = summarise(file)
      rmSync(folder, { recursive: true, force: true })
      if (code !== 0 && result.failures.length === 0)
        result.failures.push({ what: `vitest ended with ${code}`, repeat: `npx vitest run ${options.join(' ')}` })
      return result
    },
  }
}

function summarise(file: string): StepResult {
  if (!existsSync(file)) return { passed: 0, failures: [], tests: [] }
  const { passed, failed, leftOut, tests } = readTestResults(file, ROOT)
  printLeftOut(leftOut)
  const failures = failed.map((test) => ({
    what: `${test.file} › ${test.name} (${test.reason})`,
    repeat: `npm test -- ${test.file}`,
  }))
  return { passed, failures, tests }
}

/** One line for each setting that tests need. */
function printLeftOut(names: readonly string[]): void {
  const settings = Object.groupBy(names, (name) => /\(needs ([A-Z_]+)\)/.exec(name)?.[1] ?? name)
  for (const [setting, tests] of Object.entries(settings))
    console.log(`left out: ${tests?.length} tests need ${setting}`)
}

/** Runs a program of the project or of its packages from the root. Resolves with its exit code. */
async function runProgram(command: string, options: readonly string[]): Promise<number | null> {
  const environment = { ...process.env, PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter) }
  const child = spawn(command, options, { cwd: ROOT, env: environment, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code as number | null
}
