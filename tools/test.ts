/**
 * `npm test`: everything that has to hold, one after the other. The last line counts; nothing is tried
 * twice. `npm test check` leaves out what needs a browser and a running server.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

type Count = { passed: number; failed: number }
type Results = {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

const ROOT = join(import.meta.dirname, '..')
const results = mkdtempSync(join(tmpdir(), 'understudy-results-'))
const total: Count = { passed: 0, failed: 0 }

await step('format and lint', () => succeeds('biome', 'check'))
await step('types of the routes', () => succeeds('react-router', 'typegen'))
await step('types', () => succeeds('tsc', '--noEmit'))
await step('floors', () => succeeds('node', 'tools/check-floors.ts'))
await step('style', () => succeeds('node', 'tools/check-style.ts'))
await step('regular expressions', () => succeeds('node', 'tools/check-regexes.ts'))
await step('unused files and exports', () => succeeds('knip', '--no-progress'))
await step('generated files in step', () => succeeds('node', 'tools/generate.ts', '--check'))
await step('unit, database and HTTP tests', () => testsOf('vitest.config.ts'))
if (!process.argv.includes('check')) {
  await step('build', () => succeeds('node', 'tools/build.ts'))
  await step('browser journeys and torture', () => testsOf('vitest.browser.config.ts'))
}

rmSync(results, { recursive: true, force: true })
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function step(name: string, work: () => Promise<Count>): Promise<void> {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const { passed, failed } = await work()
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`── ${name}: ${failed > 0 ? `${failed} FAILED` : 'good'}, ${passed} passed, ${seconds} s`)
}

async function succeeds(command: string, ...options: string[]): Promise<Count> {
  return (await run(command, options)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * Counts each test. A run that ends badly without a failed test is one failure, and so is a test that was
 * left out, unless its name says what it needs that is not here.
 */
async function testsOf(config: string): Promise<Count> {
  const file = join(results, `${config}.json`)
  const code = await run('vitest', [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const { passed, failed } = readCount(file)
  return code !== 0 && failed === 0 ? { passed, failed: 1 } : { passed, failed }
}

function readCount(file: string): Count {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Results
    const names = testResults.flatMap(({ assertionResults }) =>
      assertionResults.flatMap(({ status, fullName }) => (/^(pending|skipped|todo)$/.test(status) ? fullName : [])),
    )
    const needy = names.filter((name) => /\(needs [A-Z_]+\)/.test(name))
    for (const name of needy) console.log(`left out: ${name}`)
    return { passed: numPassedTests, failed: numFailedTests + names.length - needy.length }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

async function run(command: string, options: string[]): Promise<number | null> {
  const environment = { ...process.env, PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter) }
  const child = spawn(command, options, { cwd: ROOT, env: environment, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code as number | null
}
