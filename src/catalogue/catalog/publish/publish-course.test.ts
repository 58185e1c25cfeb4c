/** Versions of courses, published by imports of real files. docs/decisions/0038. */
import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectAssets } from '#media/collect-assets.ts'
import { deleteAsset, removeDeletedAsset } from '#media/delete-asset.ts'
import { originalKey } from '#platform/blobs/blob-keys.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { copyCourses } from '../../../../tests/support/content-copy.ts'
import { createWorld, type World } from '../../../../tests/world/world.ts'
import { importContent } from '../files/import.ts'
import { loadStoredRows } from '../queries/import.ts'
import { findMovedPath } from '../queries.ts'
import { type CourseDocument, createCourseDocument, hashDocument } from './course-document.ts'
import { publishCourse } from './publish-course.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000

let world: World
let folder: string
beforeEach(async () => {
  world = await createWorld()
  folder = await mkdtemp(join(tmpdir(), 'versions-'))
  await copyCourses(folder, ['dat', 'vfx'])
})
afterEach(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

async function edit(name: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, name), 'utf8')
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
  await writeFile(join(folder, name), text.replace(from, to))
}

async function runImport(options = {}, from = folder) {
  const imported = await importContent(world, from, TODAY, options)
  if (!imported.ok) throw new Error(imported.refusal.reason)
  return imported.value.versions.map(({ courseCode, number }) => `${courseCode} ${number}`)
}

const listVersions = (courseCode: string) =>
  world.db.selectFrom('course_version').selectAll().where('course_code', '=', courseCode).orderBy('number').execute()
const listNumbers = async (courseCode: string) => (await listVersions(courseCode)).map(({ number }) => number)
const listEvents = (courseCode: string) =>
  world.db
    .selectFrom('audit_event')
    .select(['actor_kind', 'action', 'details'])
    .where('object_id', '=', courseCode)
    .orderBy('id')
    .execute()

/** The units whose hash differs between the last two versions. */
async function listChangedUnits(courseCode: string): Promise<string[]> {
  const [before, after] = (await listVersions(courseCode))
    .slice(-2)
    .map((one) => one.unit_hashes as Record<string, string>)
  return [...new Set([...Object.keys(before!), ...Object.keys(after!)])].filter(
    (unit) => before![unit] !== after![unit],
  )
}

async function getDocument(courseCode: string): Promise<CourseDocument> {
  const { courses } = await loadStoredRows(world.db)
  return createCourseDocument(courses.find((course) => course.course_code === courseCode)!)
}

test('an import publishes version 1 of each course, with its hash and one entry in the audit log', async () => {
  expect(await runImport()).toEqual(['DAT 1', 'VFX 1'])
  const [version] = await listVersions('VFX')
  const document = await getDocument('VFX')
  expect(version).toMatchObject({ number: 1, document, source: 'import', published_by: null, note: null })
  expect(version).toMatchObject({
    sha256: hashDocument(document).sha256,
    unit_hashes: hashDocument(document).unitHashes,
  })
  expect(await listEvents('VFX')).toEqual([
    { actor_kind: 'operator', action: 'course-published', details: { version: 1, source: 'import' } },
  ])
})

test('an import without changes adds no version and no entry; a dry run and a fault add none either', async () => {
  await runImport()
  expect(await runImport()).toEqual([])
  await edit('courses/vfx.yaml', 'title: Small-room VFX', 'title: Small VFX')
  await runImport({ isTrial: true })
  await world.db.updateTable('cohort').set({ taken: 9, capacity: 9 }).where('course_code', '=', 'VFX').execute()
  await edit('courses/vfx.yaml', 'seats: 20', 'seats: 3')
  expect(await importContent(world, folder, TODAY)).toMatchObject({ ok: false })
  expect(await listNumbers('VFX')).toEqual([1])
  expect(await listEvents('VFX')).toHaveLength(1)
})

test('one changed title adds exactly one version of its course, and only that unit differs', async () => {
  await runImport()
  await edit('courses/vfx.yaml', 'title: Small-room VFX', 'title: Small VFX')
  expect(await runImport()).toEqual(['VFX 2'])
  expect(await listChangedUnits('VFX')).toEqual(['about'])
  expect(await listEvents('VFX')).toHaveLength(2)
  expect(await listNumbers('DAT')).toEqual([1])
  const [first] = await listVersions('VFX')
  expect(first!.document).toMatchObject({ about: { title: 'Small-room VFX' } })
})

test('a new date, price or seat count of a cohort is not a version', async () => {
  await runImport()
  await edit('courses/vfx.yaml', 'amount: 99', 'amount: 129')
  expect(await runImport()).toEqual([])
})

test('parallel publications of one course are numbered without a gap, and equal ones are one version', async () => {
  await runImport()
  const document = await getDocument('VFX')
  const publish = (title: string) =>
    world.db.transaction().execute((tx) =>
      publishCourse(tx, {
        courseCode: 'VFX',
        source: 'import',
        publishedBy: null,
        note: null,
        document: { ...document, about: { ...document.about, title } },
      }),
    )
  const different = await Promise.all(Array.from({ length: 10 }, (_, index) => publish(`Title ${index}`)))
  expect(different.map(({ number }) => number).toSorted((a, b) => a! - b!)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  const equal = await Promise.all(Array.from({ length: 10 }, () => publish('The last title')))
  expect(equal.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(equal.map(({ number }) => number))).toEqual(new Set([12]))
  expect(await listNumbers('VFX')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(await getDocument('VFX')).toEqual((await listVersions('VFX')).at(-1)!.document)
})

test('two parallel imports of different files give one version each', async () => {
  await runImport()
  const other = await mkdtemp(join(tmpdir(), 'versions-'))
  await cp(folder, other, { recursive: true })
  await edit('courses/vfx.yaml', 'title: Small-room VFX', 'title: Small VFX')
  const both = await Promise.all([runImport({}, folder), runImport({}, folder)])
  expect(both.flat()).toEqual(['VFX 2'])
  const mixed = await Promise.all([runImport({}, other), runImport({}, folder)])
  expect(mixed.flat().toSorted()).toEqual(
    mixed[0]!.length === 1 && mixed[1]!.length === 1 ? ['VFX 3', 'VFX 4'] : ['VFX 3'],
  )
  await rm(other, { recursive: true })
})

test('former addresses lead to the main address in one step, through any renames and swaps of two courses', async () => {
  await runImport()
  const documents = { VFX: await getDocument('VFX'), DAT: await getDocument('DAT') }
  const paths = ['/a', '/b', '/c', '/d', '/e']
  const path = fc.constantFrom(...paths)
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(path, { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 1, max: 4 }),
      async (order, count) => {
        const pages = { VFX: order.slice(0, count), DAT: order.slice(count) }
        if (pages.DAT.length === 0) return
        const former = await world.db.selectFrom('course_page').select('path').execute()
        await world.db.transaction().execute(async (tx) => {
          for (const courseCode of ['DAT', 'VFX'] as const) {
            const document = documents[courseCode]
            const addresses = { ...document.addresses, pages: pages[courseCode] }
            const publication = { courseCode, source: 'import', publishedBy: null, note: null } as const
            await publishCourse(tx, { ...publication, document: { ...document, addresses } })
          }
        })
        const current = [...pages.VFX, ...pages.DAT]
        for (const { path: old } of former.filter((page) => !current.includes(page.path)))
          expect([pages.VFX[0], pages.DAT[0]]).toContain(await findMovedPath(world.db, old))
      },
    ),
    { numRuns: 40 },
  )
  expect(await findMovedPath(world.db, '/vera-falk')).toMatch(/^\/[a-e]$/)
})

test('an order keeps the version that was published when it was placed', async () => {
  await runImport()
  const buy = async (name: string) => {
    const seat = await giveSeat(world, 'DAT', { email: `${name}@understudy.test`, name, timezoneId: 'UTC' })
    expect(seat.ok).toBe(true)
  }
  await buy('one')
  await edit('courses/dat.yaml', 'title: Read your own numbers', 'title: Read your numbers')
  await runImport()
  await buy('two')
  const orders = world.db.selectFrom('orders').select(['name', 'course_version']).orderBy('name')
  expect(await orders.execute()).toEqual([
    { name: 'one', course_version: 1 },
    { name: 'two', course_version: 2 },
  ])
})

test('a version can be neither changed nor deleted', async () => {
  await runImport()
  const append = /append-only/
  await expect(sql`update course_version set note = 'x'`.execute(world.db)).rejects.toThrow(append)
  await expect(sql`delete from course_version`.execute(world.db)).rejects.toThrow(append)
  await expect(sql`truncate course_version`.execute(world.db)).rejects.toThrow(append)
})

test('a course from before there were versions gets version 1 with the next import that names it', async () => {
  await runImport()
  await sql`alter table course_version disable trigger user`.execute(world.db)
  await world.db.deleteFrom('course_version').where('course_code', '=', 'VFX').execute()
  expect(await runImport()).toEqual(['VFX 1'])
  expect(await runImport()).toEqual([])
})

test('versions outlive a removed course, and its numbers go on when it returns', async () => {
  await runImport()
  const file = await readFile(join(folder, 'courses/vfx.yaml'), 'utf8')
  await rm(join(folder, 'courses/vfx.yaml'))
  await runImport({ removes: true })
  expect(await listNumbers('VFX')).toEqual([1])
  await writeFile(join(folder, 'courses/vfx.yaml'), file)
  expect(await runImport()).toEqual(['VFX 2'])
  expect(await getDocument('VFX')).toEqual((await listVersions('VFX'))[0]!.document)
})

test('a published lesson that would lose its content publishes nothing', async () => {
  await runImport()
  const document = await getDocument('DAT')
  const [key] = Object.entries(document.lessons).find(([, { content }]) => content !== null)!
  const lessons = { ...document.lessons, [key]: { ...document.lessons[key]!, content: null, media: null, files: [] } }
  const published = await world.db.transaction().execute((tx) =>
    publishCourse(tx, {
      courseCode: 'DAT',
      source: 'import',
      publishedBy: null,
      note: null,
      document: { ...document, lessons },
    }),
  )
  expect(published).toEqual({ isNew: false, number: null, missing: [key] })
  expect(await getDocument('DAT')).toEqual(document)
})

test('a file that only an old version names is never collected; its teacher may delete it, and the version stays', async () => {
  const createVideo = () => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), randomBytes(1000)])
  await edit(
    'courses/vfx.yaml',
    'curriculum:\n',
    'curriculum:\n  - title: Before\n    items:\n      - { id: extra, title: Extra, summary: More, minutes: 5, kind: video, media: { file: extra.mp4, durationSeconds: 20 } }\n',
  )
  await mkdir(join(folder, 'courses/vfx'))
  await writeFile(join(folder, 'courses/vfx/extra.mp4'), createVideo())
  await runImport()
  const { asset_id: old } = await world.db
    .selectFrom('lesson')
    .select('asset_id')
    .where('key', '=', 'extra')
    .executeTakeFirstOrThrow()
  await writeFile(join(folder, 'courses/vfx/extra.mp4'), createVideo())
  expect(await runImport()).toEqual(['VFX 2'])
  expect(await listChangedUnits('VFX')).toEqual(['lesson:extra'])

  // Even if a mark from before the version was published is still there.
  await world.db.updateTable('asset').set({ unreferenced_since: TODAY }).where('id', '=', old!).execute()
  await collectAssets({ ...world, clock: () => new Date(Date.now() + 400 * DAY_MS) })
  expect(await world.db.transaction().execute((tx) => deleteAsset(world, tx, old!, 'any'))).toMatchObject({ ok: false })
  expect(await world.blobs.stat(originalKey(old!))).not.toBeNull()

  expect(await world.db.transaction().execute((tx) => deleteAsset(world, tx, old!))).toMatchObject({ ok: true })
  await removeDeletedAsset(world, old!)
  expect(await world.blobs.stat(originalKey(old!))).toBeNull()
  expect(await listNumbers('VFX')).toEqual([1, 2])
})
