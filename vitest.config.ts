/** Every kind of test. CONTRIBUTING.md says which of them `npm test` and `prove` run. */
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const modules = globSync('{src,tools}/**/*.test.{ts,tsx}')

/** A test file that imports from `tests/world` gets a database. */
const needsDatabase = (file: string) => /from '[./]+\/tests\/world\//.test(readFileSync(file, 'utf8'))

/** Time limits are generous, because a slow machine is no fault. A test of a promised time says so itself. */
const ofModules = {
  // As many as a small machine has cores. Vitest leaves one of two unused.
  maxWorkers: 2,
  setupFiles: ['tests/support/laws.ts'],
  // Modules are loaded once per worker, which is most of the time that a small test file takes.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
}

/** Each file, or each worker of a project without isolation, has its own servers, browsers, ports and data folders. */
const ofProgram = {
  // One more than cores, because a test also waits for browsers, jobs and what it has killed.
  maxWorkers: 3,
  globalSetup: ['tests/world/ready-folder.ts'],
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
}

const settings = [
  { ...ofModules, name: 'pure', include: modules.filter((file) => !needsDatabase(file)) },
  {
    ...ofModules,
    name: 'database',
    include: modules.filter(needsDatabase),
    globalSetup: ['tests/world/postgres.ts'],
  },
  // The files of a worker share its modules, and with them one server: `tests/support/http-test.ts`, `browser-test.ts`.
  { ...ofProgram, name: 'http', include: ['tests/http/*.test.ts'], isolate: false },
  { ...ofProgram, name: 'stories', include: ['tests/browser/stories/*.test.ts'], isolate: false },
  { ...ofProgram, name: 'further-journeys', maxWorkers: 2, include: ['tests/browser/further/*.test.ts'] },
  { ...ofProgram, name: 'small-torture', include: ['tests/torture/small/*.test.ts'] },
  { ...ofProgram, name: 'further-torture', maxWorkers: 2, include: ['tests/torture/further/*.test.ts'] },
]

/** Those of one line run together, so that one waits while another computes. The lines run one after the other. */
const ORDER = [['database', 'pure'], ['http', 'small-torture', 'stories'], ['further-journeys'], ['further-torture']]
const getOrder = (name: string) => ORDER.findIndex((names) => names.includes(name))
export const projects = settings.map((test) => ({ test: { ...test, sequence: { groupOrder: getOrder(test.name) } } }))

export default defineConfig({ test: { projects } })
