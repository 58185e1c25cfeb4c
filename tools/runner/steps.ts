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
/** Programs at a time: two, as a small machine has cores. */
const AT_ONCE = 2

/** Runs one step after the other, also after a failure, and prints how each ended. */
export async function runSteps(steps: readonly Step[]): Promise<FinishedStep[]> {
  const finished: FinishedStep[] = []
  for (const { name, run } of steps) {
    console.log(`\n── ${name}`)
    const began = performance.now()
    const result = await run()
    const ms = performance.now() - began
    finished.push({ ...result, name, seconds: ms / 1000 })
    const verdict = result.failures.length > 0 ? `${result.failures.length} FAILED` : 'good'
    console.log(`── ${name}: ${verdict}, ${result.passed} passed, ${formatSeconds(ms)}`)
  }
  return finished
}

/** A program that passes if it ends with 0. */
export function createCommandStep(name: string, ...words: [string, ...string[]]): Step {
  return { name, run: async () => summariseProgram(words, await runProgram(words)) }
}

/**
 * Programs that pass if they end with 0, two at a time. The output of each is shown when it has ended.
 */
export function createParallelStep(name: string, programs: Record<string, [string, ...string[]]>): Step {
  return {
    name,
    async run() {
      const waiting = Object.entries(programs)
      const results: StepResult[] = []
      const work = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [program, words] = next
          const began = performance.now()
          const output: Buffer[] = []
          const result = summariseProgram(words, await runProgram(words, output))
          const verdict = result.failures.length > 0 ? 'FAILED' : 'good'
          console.log(`${Buffer.concat(output)}   ${program}: ${verdict}, ${formatSeconds(performance.now() - began)}`)
          results.push(result)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      return {
        passed: results.reduce((sum, { passed }) => sum + passed, 0),
        failures: results.flatMap(({ failures }) => failures),
        tests: [],
      }
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
      const code = await runProgram(['vitest', 'run', ...options, ...reporters])
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

/**
 * Runs a program of the project or of its packages from the root. Resolves with its exit code.
 *
 * @param output collects what the program prints, which is shown at once without it
 */
async function runProgram([command, ...options]: [string, ...string[]], output?: Buffer[]): Promise<number | null> {
  const environment = {
    // Tests start the program and its commands a hundred times: it is compiled once.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/understudy/compiled'),
    ...process.env,
    PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  }
  const stdio = output ? 'pipe' : 'inherit'
  const child = spawn(command, options, { cwd: ROOT, env: environment, stdio: ['ignore', stdio, stdio] })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output?.push(chunk))
  const [code] = await once(child, 'close')
  return code as number | null
}

function summariseProgram(words: readonly string[], code: number | null): StepResult {
  const command = words.join(' ')
  if (code === 0) return { passed: 1, failures: [], tests: [] }
  const repeat = words[0] === 'npm' ? command : `npx ${command}`
  return { passed: 0, failures: [{ what: command, repeat }], tests: [] }
}

const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
