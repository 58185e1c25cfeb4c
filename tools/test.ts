/**
 * `npm test`: the checks, all tests without a browser, twelve journeys in a browser and a small torture. Nothing is
 * repeated. `npm test -- FILE…` runs only these files of tests, and `npm run check` leaves out the browser and the
 * running program. `npm run u -- prove` runs what takes longer.
 */
import { parseArgs } from 'node:util'
import { runAndReport } from './runner/report.ts'
import { createCommandStep, createParallelStep, createTestStep } from './runner/steps.ts'

const BUILD = ['node', 'tools/build.ts', '--if-changed'] as const
/** The slowest are first, because they run two at a time. Tests start the program, which would build it again. */
const CHECKS = createParallelStep('checks and the build', {
  types: ['npm', 'run', '--silent', 'types'],
  build: [...BUILD],
  'generated files are up to date': ['node', 'tools/u.ts', 'generate', '--check'],
  'format and lint': ['biome', 'check', '--error-on-warnings'],
  'unused files and exports': ['knip', '--no-progress'],
  'imports only go down': ['node', 'tools/checks/check-floors.ts'],
  style: ['node', 'tools/checks/check-style.ts'],
  'regular expressions': ['node', 'tools/checks/check-regexes.ts'],
})
const TESTS = createTestStep('tests without a browser', ['--project=pure', '--project=database'])
/** One run, because the demo's data are made once for all of its tests. */
const RUNNING_PROGRAM = createTestStep('calls, twelve journeys in a browser, and a small torture', [
  '--project=http',
  '--project=stories',
  '--project=small-torture',
])

const { values, positionals: files } = parseArgs({
  options: { 'without-browser': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const steps =
  files.length > 0
    ? [createCommandStep('build', ...BUILD), createTestStep('chosen tests', files)]
    : [CHECKS, TESTS, ...(values['without-browser'] ? [] : [RUNNING_PROGRAM])]
process.exitCode = (await runAndReport(steps)) ? 0 : 1
