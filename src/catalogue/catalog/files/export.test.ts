import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyCourses } from '../../../../tests/support/content-copy.ts'
import { countPlacedOrders } from '../../../../tests/support/laws.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/world/database.ts'
import { catalogue, writeCatalogue } from '../../../../tests/world/random-catalogue.ts'
import { type CourseDocument, hashDocument } from '../publish/course-document.ts'
import { loadStoredRows } from '../queries/import.ts'
import { exportContent } from './export.ts'
import { importContent } from './import.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')

let database: TestDatabase
let root: string
/** The files of NG alone. */
let mobileFilmmaking: string
beforeAll(async () => {
  database = await createTestDatabase()
  root = await mkdtemp(join(tmpdir(), 'export-'))
  mobileFilmmaking = join(root, 'ng')
  await copyCourses(mobileFilmmaking, ['ng'])
})
afterAll(async () => {
  await database.close()
  await rm(root, { recursive: true })
})
beforeEach(clearCatalogue)

async function clearCatalogue(): Promise<void> {
  await sql`truncate course, creator, refund_terms, promo_code, asset, asset_reference cascade`.execute(database.db)
}

const listVersions = () =>
  database.db
    .selectFrom('course_version')
    .select(['course_code', 'number', 'document', 'sha256'])
    .orderBy('course_code')
    .orderBy('number')
    .execute()

const newFolder = () => mkdtemp(join(root, 'f-'))

async function runImport(folder: string): Promise<void> {
  const imported = await importContent(database, folder, TODAY)
  if (!imported.ok) throw new Error(imported.refusal.reason)
}

/** Exports to a new folder, and returns its path and contents. */
async function runExport(relativeTo: Date | null): Promise<{ folder: string; files: Record<string, string> }> {
  const folder = await newFolder()
  const written = await exportContent(database, folder, relativeTo)
  if (!written.ok) throw new Error(written.refusal.reason)
  return { folder, files: await readTexts(folder, written.value) }
}

async function readTexts(folder: string, names: readonly string[]): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  )
}

test('the exported demo content equals its files, except comments', async () => {
  await runImport('content')
  const { files } = await runExport(TODAY)
  const originals = await readTexts('content', Object.keys(files))
  for (const [name, text] of Object.entries(originals)) {
    const expected = name.endsWith('.yaml') ? text.replace(/^#.*\n/gm, '') : text
    expect(files[name], name).toBe(expected)
  }
  const entries = await readdir('content/courses', { recursive: true, withFileTypes: true })
  const courses = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  expect(
    Object.keys(files)
      .filter((name) => name.startsWith('courses/'))
      .sort(),
  ).toEqual(courses.map((path) => relative('content', path)).sort())
})

test('with absolute dates, the files give the same catalogue on any later day', async () => {
  await runImport(mobileFilmmaking)
  const { folder, files } = await runExport(null)
  expect(files['courses/ng.yaml']).toContain('- code: NG-2027-01\n    name: Midday room')
  expect(files['courses/ng.yaml']).toContain('startsOn: 2027-01-12\n')
  expect(await importContent(database, folder, new Date('2031-05-05T05:05:05Z'))).toMatchObject({
    value: { changes: [], retained: [] },
  })
})

test.each([
  ['absolute', null],
  ['relative to today', TODAY],
])(
  'an export with dates %s is imported as the same catalogue and exported as the same files',
  async (_title, relativeTo) => {
    await fc.assert(
      fc.asyncProperty(catalogue, async (random) => {
        await clearCatalogue()
        const folder = await newFolder()
        await writeCatalogue(folder, random)
        await runImport(folder)
        const before = await loadStoredRows(database.db)
        const first = await runExport(relativeTo)
        await clearCatalogue()
        await runImport(first.folder)
        expect(await loadStoredRows(database.db)).toEqual(before)
        expect((await runExport(relativeTo)).files).toEqual(first.files)
        const versions = await listVersions()
        for (const { document, sha256 } of versions)
          expect(hashDocument(document as CourseDocument).sha256).toEqual(sha256)
        await runImport(first.folder)
        expect(await listVersions()).toEqual(versions)
      }),
      countPlacedOrders(5),
    )
  },
)

test('a cohort without regular sessions is exported session by session', async () => {
  await runImport(mobileFilmmaking)
  const moved = {
    local_start: '2027-01-15T12:00:00',
    starts_at: new Date('2027-01-15T12:00:00Z'),
    ends_at: new Date('2027-01-15T13:00:00Z'),
  }
  await database.db
    .updateTable('cohort_session')
    .set(moved)
    .where('cohort_code', '=', 'NG-2027-01')
    .where('lesson_id', 'in', database.db.selectFrom('lesson').select('id').where('key', '=', 'light'))
    .execute()
  const { files } = await runExport(null)
  expect(files['courses/ng.yaml']).toContain('- { item: one-sentence, at: 2027-01-12T12:00 }')
  expect(files['courses/ng.yaml']).toContain('- { item: light, at: 2027-01-15T12:00, minutes: 60 }')
})

test('a catalogue that files cannot represent is refused, with the names of its fields', async () => {
  await runImport(mobileFilmmaking)
  await database.db
    .updateTable('cohort_session')
    .set({ title: 'By hand' })
    .where('lesson_id', 'in', database.db.selectFrom('lesson').select('id').where('key', '=', 'light'))
    .where('cohort_code', '=', 'NG-2027-01')
    .execute()
  const refused = await exportContent(database, await newFolder(), null)
  expect(!refused.ok && refused.refusal.reason).toBe(
    'The files cannot represent these fields:\ncohorts NG-2027-01: sessions',
  )
})

test('a folder with files is left alone, and an empty database is not exported', async () => {
  expect(await exportContent(database, await newFolder(), null)).toMatchObject({
    ok: false,
    refusal: { reason: 'There are no courses yet.' },
  })
  await runImport(mobileFilmmaking)
  const folder = await newFolder()
  await writeFile(join(folder, 'mine.yaml'), '')
  expect(await exportContent(database, folder, null)).toMatchObject({
    ok: false,
    refusal: { reason: `${folder} is not empty` },
  })
  expect(await readdir(folder)).toEqual(['mine.yaml'])
})

test('an export of one’s own leaves out what the demo came with, and can be imported alone', async () => {
  const both = join(await newFolder(), 'both')
  await copyCourses(both, ['ng'])
  const seeded = await importContent(database, both, TODAY, { source: 'seed' })
  expect(seeded.ok).toBe(true)
  expect(await exportContent(database, await newFolder(), null, { own: true })).toMatchObject({ ok: false })

  await copyCourses(both, ['snd'])
  await runImport(both)
  const folder = await newFolder()
  const written = await exportContent(database, folder, null, { own: true })
  if (!written.ok) throw new Error(written.refusal.reason)
  expect(written.value.filter((name) => /^courses\/[^/]+$/.test(name))).toEqual(['courses/snd.yaml'])
  expect(await readFile(join(folder, 'promo-codes.yaml'), 'utf8')).not.toContain('WELCOME10')
  expect(await readFile(join(folder, 'creators.yaml'), 'utf8')).not.toContain('Nina Reyes')
  await clearCatalogue()
  await runImport(folder)
  expect((await loadStoredRows(database.db)).courses.map(({ course_code }) => course_code)).toEqual(['SND'])
})
