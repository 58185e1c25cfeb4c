import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { prepareDemo } from '#hosts/demo.ts'
import { openEmptyDatabase, type TestDatabase } from '../tests/database.ts'
import { openTool } from './open-tool.ts'

const SECRET = 'the secret of this test, and of no other'
const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://school.test',
  TRUSTED_PROXIES: 'none',
  MAIL: 'none',
  SECRET,
}

let demo: TestDatabase
let school: TestDatabase
let folder: string
beforeAll(async () => {
  demo = await openEmptyDatabase()
  school = await openEmptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'understudy-modes-'))
  const tool = await openTool(readConfig({ DATABASE_URL: demo.url, SECRET }))
  await prepareDemo(tool)
  await tool.close()
})
afterAll(async () => {
  await demo.close()
  await school.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(program: string, words: string[], settings: Record<string, string>) {
  const environment = { ...process.env, MODE: '', DATA_DIR: folder, PORT: '21987', ...settings }
  const done = promisify(execFile)(process.execPath, [program, ...words], { env: environment })
  return done.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
  )
}

test.each([
  ['src/main.ts', []],
  ['tools/import.ts', ['content']],
  ['tools/admin.ts', ['ana@school.test']],
  ['tools/remove-second-factor.ts', ['admin@understudy.test']],
  ['tools/audit.ts', []],
  ['tools/doctor.ts', []],
])('a demo is no production: %s says so, with the way out', async (program, words) => {
  const { code, said } = await run(program, words, { ...PRODUCTION, DATABASE_URL: demo.url })
  expect(code).toBe(1)
  expect(said).toContain(
    'This database was created with MODE=demo and cannot be used with MODE=production: start it with MODE=demo, or keep its courses alone by "npm run export -- FOLDER", a start on an empty database, and "npm run import -- FOLDER".',
  )
})

test('the way out: the courses come along, accounts and gift cards do not; then nobody takes it for a demo', async () => {
  const courses = join(folder, 'courses')
  const out = await run('tools/export.ts', [courses], { ...PRODUCTION, DATABASE_URL: demo.url })
  expect(out).toMatchObject({ code: 0 })
  expect((await readdir(courses)).length).toBeGreaterThan(0)
  const back = await run('tools/import.ts', [courses], { ...PRODUCTION, DATABASE_URL: school.url })
  expect(back).toMatchObject({ code: 0 })
  const counted = async (table: 'course' | 'person' | 'gift_card') =>
    (await school.db.selectFrom(table).selectAll().execute()).length
  expect(await Promise.all([counted('person'), counted('gift_card')])).toEqual([0, 0])
  expect(await counted('course')).toBe((await demo.db.selectFrom('course').selectAll().execute()).length)

  for (const program of ['src/main.ts', 'tools/seed.ts', 'tools/audit.ts']) {
    const { code, said } = await run(program, [], { SECRET, DATABASE_URL: school.url })
    expect([program, code]).toEqual([program, 1])
    expect(said).toMatch(
      /was created with MODE=production and cannot be used with MODE=demo: start it with MODE=production/,
    )
  }
}, 60_000)
