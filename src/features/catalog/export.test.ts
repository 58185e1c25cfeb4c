import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { catalogue, writeCatalogue } from '../../../tests/random-catalogue.ts'
import { exportContent } from './export.ts'
import { importContent } from './import.ts'
import { storedRows } from './queries/import.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')

let own: TestDatabase
let root: string
beforeAll(async () => {
  own = await openTestDatabase()
  root = await mkdtemp(join(tmpdir(), 'export-'))
})
afterAll(async () => {
  await own.close()
  await rm(root, { recursive: true })
})
beforeEach(empty)

async function empty(): Promise<void> {
  await sql`truncate course, creator, refund_terms, promo_code cascade`.execute(own.db)
}

const newFolder = () => mkdtemp(join(root, 'f-'))

async function bring(folder: string): Promise<void> {
  const imported = await importContent(own, folder, TODAY)
  if (!imported.ok) throw new Error(imported.refusal.reason)
}

/** The folder of the files, and what they say. */
async function write(relativeTo: Date | null): Promise<{ folder: string; files: Record<string, string> }> {
  const folder = await newFolder()
  const written = await exportContent(own, folder, relativeTo)
  if (!written.ok) throw new Error(written.refusal.reason)
  return { folder, files: await textsIn(folder, written.value) }
}

async function textsIn(folder: string, names: readonly string[]): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  )
}

test('the demo content is exported to its own files, comments aside', async () => {
  await bring('content')
  const { files } = await write(TODAY)
  const own = await textsIn('content', Object.keys(files))
  for (const [name, text] of Object.entries(own)) expect(files[name], name).toBe(text.replace(/^#.*\n/gm, ''))
  const courses = (await readdir('content/courses')).map((name) => `courses/${name}`)
  expect(
    Object.keys(files)
      .filter((name) => name.startsWith('courses/'))
      .sort(),
  ).toEqual(courses.sort())
})

test('with dates as they are, the files mean the same on any later day', async () => {
  await bring('content')
  const { folder, files } = await write(null)
  expect(files['courses/ng.yaml']).toContain('- code: NG-2027-01\n    name: Midday room')
  expect(files['courses/ng.yaml']).toContain('startsOn: 2027-01-12\n')
  expect(await importContent(own, folder, new Date('2031-05-05T05:05:05Z'))).toMatchObject({
    value: { changes: [], kept: [] },
  })
})

test.each([
  ['as they are', null],
  ['in days from today', TODAY],
])(
  'what is exported with dates %s is imported as the same catalogue, and exported as the same files',
  async (_how, relativeTo) => {
    await fc.assert(
      fc.asyncProperty(catalogue, async (random) => {
        await empty()
        const folder = await newFolder()
        await writeCatalogue(folder, random)
        await bring(folder)
        const before = await storedRows(own.db)
        const first = await write(relativeTo)
        await empty()
        await bring(first.folder)
        expect(await storedRows(own.db)).toEqual(before)
        expect((await write(relativeTo)).files).toEqual(first.files)
      }),
      { numRuns: 20 },
    )
  },
  120_000,
)

test('a cohort whose sessions keep no rule is told meeting by meeting', async () => {
  await bring('content')
  const moved = {
    local_start: '2027-01-15T12:00:00',
    starts_at: new Date('2027-01-15T12:00:00Z'),
    ends_at: new Date('2027-01-15T13:00:00Z'),
  }
  await own.db
    .updateTable('cohort_session')
    .set(moved)
    .where('course_code', '=', 'NG-2027-01')
    .where('item_id', '=', 'light')
    .execute()
  const { files } = await write(null)
  expect(files['courses/ng.yaml']).toContain('- { item: one-sentence, at: 2027-01-12T12:00 }')
  expect(files['courses/ng.yaml']).toContain('- { item: light, at: 2027-01-15T12:00, minutes: 60 }')
})

test('what files cannot tell is refused, by name', async () => {
  await bring('content')
  await own.db
    .updateTable('cohort_session')
    .set({ title: 'By hand' })
    .where('item_id', '=', 'light')
    .where('course_code', '=', 'NG-2027-01')
    .execute()
  const refused = await exportContent(own, await newFolder(), null)
  expect(!refused.ok && refused.refusal.reason).toBe('The files do not tell all of it:\ncohorts NG-2027-01: sessions')
})

test('a folder that holds something is left alone, and an empty database has nothing to write', async () => {
  expect(await exportContent(own, await newFolder(), null)).toMatchObject({
    ok: false,
    refusal: { reason: 'There are no courses yet.' },
  })
  await bring('content')
  const folder = await newFolder()
  await writeFile(join(folder, 'mine.yaml'), '')
  expect(await exportContent(own, folder, null)).toMatchObject({
    ok: false,
    refusal: { reason: `${folder} is not empty` },
  })
  expect(await readdir(folder)).toEqual(['mine.yaml'])
})
