/**
 * `npm test`: runs every check in order, and prints what failed and the totals last. Nothing is retried. `npm test
 * check` leaves out the steps that need a browser and a running server.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'

/** `failures` names each failed test or check. */
type Count = { passed: number; failures: string[] }
type Results = {
  numPassedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

const ROOT = join(import.meta.dirname, '../..')
const results = mkdtempSync(join(tmpdir(), 'understudy-results-'))
const total: Count = { passed: 0, failures: [] }

await step('format and lint', () => runCommand('biome', 'check', '--error-on-warnings'))
await step('types of the routes', () => runCommand('react-router', 'typegen'))
await step('types', () => runCommand('tsc', '--noEmit'))
await step('floors', () => runCommand('node', 'tools/checks/check-floors.ts'))
await step('style', () => runCommand('node', 'tools/checks/check-style.ts'))
await step('regular expressions', () => runCommand('node', 'tools/checks/check-regexes.ts'))
await step('unused files and exports', () => runCommand('knip', '--no-progress'))
await step('generated files are up to date', () => runCommand('node', 'tools/u.ts', 'generate', '--check'))
await step('unit, database and HTTP tests', () => runTests('vitest.config.ts'))
if (!process.argv.includes('check')) {
  await step('build', () => runCommand('node', 'tools/build.ts'))
  await step('running program: HTTP, stories and small torture', () =>
    runTests('vitest.browser.config.ts', 'http', 'stories', 'small-torture'),
  )
}

rmSync(results, { recursive: true, force: true })
for (const failure of total.failures) console.log(`FAILED: ${failure}`)
console.log(`${total.passed} passed, ${total.failures.length} failed`)
process.exitCode = total.failures.length > 0 ? 1 : 0

async function step(name: string, work: () => Promise<Count>): Promise<void> {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const { passed, failures } = await work()
  total.passed += passed
  total.failures.push(...failures.map((failure) => `${name}: ${failure}`))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const result = failures.length > 0 ? `${failures.length} FAILED` : 'good'
  console.log(`── ${name}: ${result}, ${passed} passed, ${seconds} s`)
}

async function runCommand(command: string, ...options: string[]): Promise<Count> {
  const code = await run(command, options)
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [[command, ...options].join(' ')] }
}

/**
 * Counts each test. A run that fails without a failed test is one failure. A skipped test is a failure, unless its
 * name says which missing setting it needs.
 */
async function runTests(config: string, ...projects: string[]): Promise<Count> {
  const file = join(results, `${config}.json`)
  const code = await run('vitest', [
    'run',
    '--config',
    config,
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const { passed, failures } = readCount(file)
  return code !== 0 && failures.length === 0
    ? { passed, failures: [`vitest ended with ${code}`] }
    : { passed, failures }
}

function readCount(file: string): Count {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Results
    const failures: string[] = []
    for (const { name, status, assertionResults } of testResults) {
      const bad = assertionResults.filter((test) => test.status !== 'passed' && !isLeftOut(test))
      for (const { fullName, status: result } of bad) failures.push(`${result} ${relative(ROOT, name)}: ${fullName}`)
      if (status === 'failed' && bad.length === 0) failures.push(`${relative(ROOT, name)} stopped outside its tests`)
    }
    return { passed: numPassedTests, failures }
  } catch {
    return { passed: 0, failures: ['the tests wrote no results'] }
  }
}

function isLeftOut({ status, fullName }: { status: string; fullName: string }): boolean {
  if (status === 'failed' || !/\(needs [A-Z_]+\)/.test(fullName)) return false
  console.log(`left out: ${fullName}`)
  return true
}

async function run(command: string, options: string[]): Promise<number | null> {
  const environment = { ...process.env, PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter) }
  const child = spawn(command, options, { cwd: ROOT, env: environment, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code as number | null
}
