/**
 * `npm test`: runs every check in order and prints the totals last. Nothing is retried. `npm test check` leaves out
 * the steps that need a browser and a running server.
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

const ROOT = join(import.meta.dirname, '../..')
const results = mkdtempSync(join(tmpdir(), 'understudy-results-'))
const total: Count = { passed: 0, failed: 0 }

await step('format and lint', () => runCommand('biome', 'check'))
await step('types of the routes', () => runCommand('react-router', 'typegen'))
await step('types', () => runCommand('tsc', '--noEmit'))
await step('floors', () => runCommand('node', 'tools/checks/check-floors.ts'))
await step('style', () => runCommand('node', 'tools/checks/check-style.ts'))
await step('words', () => runCommand('node', 'tools/checks/check-words.ts'))
await step('regular expressions', () => runCommand('node', 'tools/checks/check-regexes.ts'))
await step('unused files and exports', () => runCommand('knip', '--no-progress'))
await step('generated files are up to date', () => runCommand('node', 'tools/u.ts', 'generate', '--check'))
await step('unit, database and HTTP tests', () => runTests('vitest.config.ts'))
if (!process.argv.includes('check')) {
  await step('build', () => runCommand('node', 'tools/build.ts'))
  await step('browser journeys and torture', () => runTests('vitest.browser.config.ts'))
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

async function runCommand(command: string, ...options: string[]): Promise<Count> {
  return (await run(command, options)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * Counts each test. A run that fails without a failed test is one failure. A skipped test is a failure, unless its
 * name says which missing setting it needs.
 */
async function runTests(config: string): Promise<Count> {
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
    const leftOut = names.filter((name) => /\(needs [A-Z_]+\)/.test(name))
    for (const name of leftOut) console.log(`left out: ${name}`)
    return { passed: numPassedTests, failed: numFailedTests + names.length - leftOut.length }
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
