import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { prepareDemo } from '#app/hosts/demo.ts'
import { readConfig, StartupError } from '#config/config.ts'
import { createEmptyDatabase, type TestDatabase } from '../../tests/world/database.ts'
import { createToolDeps } from '../tool-deps.ts'
import { runAudit } from './audit.ts'
import { runDoctor } from './doctor.ts'
import { runImport } from './import.ts'
import { runRemoveSecondFactor } from './remove-second-factor.ts'
import { runSeed } from './seed.ts'

const SECRET = 'the secret of this test, and of no other'
const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://school.test',
  TRUSTED_PROXIES: 'none',
  MAIL_DELIVERY: 'none',
  SECRET,
}

let demo: TestDatabase
let school: TestDatabase
let folder: string
beforeAll(async () => {
  demo = await createEmptyDatabase()
  school = await createEmptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'understudy-modes-'))
  const tool = await createToolDeps(readConfig({ DATABASE_URL: demo.url, SECRET, BLOB_DIR: join(folder, 'demo') }))
  await prepareDemo(tool)
  await tool.close()
})
afterAll(async () => {
  await demo.close()
  await school.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(program: string, args: readonly string[], settings: Record<string, string>) {
  const environment = { ...process.env, MODE: '', DATA_DIR: folder, PORT: '21987', ...settings }
  const execution = promisify(execFile)(process.execPath, [program, ...args], { env: environment })
  return execution.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  )
}

/** The sentence of a command that refuses, without a process of its own. */
async function readRefusal(command: () => Promise<void>, settings: Record<string, string>): Promise<string> {
  for (const [name, value] of Object.entries({ MODE: '', DATA_DIR: folder, ...settings })) vi.stubEnv(name, value)
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    const message = await command().then(
      () => '',
      (error: unknown) => (error instanceof StartupError ? error.message : Promise.reject(error)),
    )
    return [...lines.mock.calls.flat(), message].join('\n')
  } finally {
    lines.mockRestore()
    vi.unstubAllEnvs()
  }
}

const WAY_OUT =
  'This database was created with MODE=demo and cannot be used with MODE=production: start it with MODE=demo. To keep only its courses, run "npm run u -- export FOLDER", start with an empty database, and run "npm run u -- import FOLDER".'

test.each([
  ['src/app/main.ts', []],
  ['tools/u.ts', ['admin', 'ana@school.test']],
])('a demo database is refused in production: %s %j says so, with the way out', async (program, args) => {
  const { code, output } = await run(program, args, { ...PRODUCTION, DATABASE_URL: demo.url })
  expect(code).toBe(1)
  expect(output).toContain(WAY_OUT)
})

test.each<[string, () => Promise<void>]>([
  ['import', () => runImport('content', {})],
  ['remove-second-factor', () => runRemoveSecondFactor('admin@understudy.test')],
  ['audit', runAudit],
])('a demo database is refused in production by %s', async (_name, command) => {
  expect(await readRefusal(command, { ...PRODUCTION, DATABASE_URL: demo.url })).toBe(WAY_OUT)
})

test('a demo database is a fault in production for doctor, which ends with 1', async () => {
  const before = process.exitCode
  try {
    const output = await readRefusal(runDoctor, { ...PRODUCTION, DATABASE_URL: demo.url })
    expect(output).toContain(WAY_OUT)
    expect(process.exitCode).toBe(1)
  } finally {
    process.exitCode = before
  }
})

test('the way out: courses are moved, accounts and gift cards are not, and the result is no demo', async () => {
  const courses = join(folder, 'courses')
  const out = await run('tools/u.ts', ['export', courses], {
    ...PRODUCTION,
    DATABASE_URL: demo.url,
    BLOB_DIR: join(folder, 'demo'),
  })
  expect(out).toMatchObject({ code: 0 })
  expect((await readdir(courses)).length).toBeGreaterThan(0)
  const back = await run('tools/u.ts', ['import', courses], { ...PRODUCTION, DATABASE_URL: school.url })
  expect(back).toMatchObject({ code: 0 })
  const countRows = async (table: 'course' | 'person' | 'gift_card') =>
    (await school.db.selectFrom(table).selectAll().execute()).length
  expect(await Promise.all([countRows('person'), countRows('gift_card')])).toEqual([0, 0])
  expect(await countRows('course')).toBe((await demo.db.selectFrom('course').selectAll().execute()).length)

  const refusal = /was created with MODE=production and cannot be used with MODE=demo: start it with MODE=production/
  const demoSettings = { SECRET, DATABASE_URL: school.url }
  const started = await run('src/app/main.ts', [], demoSettings)
  expect(started).toMatchObject({ code: 1, output: expect.stringMatching(refusal) })
  for (const command of [runSeed, runAudit]) expect(await readRefusal(command, demoSettings)).toMatch(refusal)
})
