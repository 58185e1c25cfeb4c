/** Pictures in the texts of lessons: import and export. docs/contract.md §9. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../tests/world/database.ts'
import { exportContent } from './export.ts'
import { importContent } from './import.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')

let database: TestDatabase
let root: string
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  root = await mkdtemp(join(tmpdir(), 'lessons-'))
  folder = join(root, 'content')
  await cp('content', folder, { recursive: true, filter: (source) => !/courses\/(?!vfx\.|nspr\.)/.test(source) })
})
afterEach(async () => {
  await database.close()
  await rm(root, { recursive: true })
})

async function write(name: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), content)
}

async function edit(name: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, name), 'utf8')
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
  await writeFile(join(folder, name), text.replace(from, to))
}

/** Adds fields to the first lesson of VFX, a live course, whose first group becomes a group of recorded lessons. */
async function addLesson(fields: string): Promise<void> {
  const lesson = `  - title: Before the first day\n    items:\n      - { id: extra, title: Extra, summary: More, minutes: 5, ${fields} }\n`
  await edit('courses/vfx.yaml', 'curriculum:\n', `curriculum:\n${lesson}`)
}

async function runImport(options = {}, from = folder) {
  const imported = await importContent(database, from, TODAY, options)
  if (!imported.ok) throw new Error(imported.refusal.reason)
  return imported.value
}

async function faults(options = {}): Promise<string[]> {
  const imported = await importContent(database, folder, TODAY, options)
  return imported.ok ? [] : imported.refusal.reason!.replaceAll(`${folder}/`, '').split('\n')
}

async function runExport(options = {}): Promise<string> {
  const to = await mkdtemp(join(root, 'export-'))
  const exported = await exportContent(database, to, null, options)
  if (!exported.ok) throw new Error(exported.refusal.reason)
  return to
}

const listAssets = () => database.db.selectFrom('asset').selectAll().orderBy('filename').execute()
const getLesson = (key: string) =>
  database.db.selectFrom('lesson').selectAll().where('key', '=', key).executeTakeFirstOrThrow()

describe('a picture in a text', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const TEXT =
    'See ![A *plan*](plan.png) and\n\n> ![Again](plan.png)\n> ![The stall (1)](<the stall (1).png>)\n\n```\n![x](code.png)\n```\n\n`![y](code.png)`\n'

  async function addText(text = TEXT): Promise<void> {
    await write('courses/vfx/extra.md', text)
    await write('courses/vfx/plan.png', PNG)
    await write('courses/vfx/the stall (1).png', Buffer.concat([PNG, Buffer.from('other')]))
    await addLesson('kind: text')
  }

  test('becomes an asset of the course, which the lesson refers to by its id', async () => {
    await addText()
    await runImport()
    const [plan, stall] = await listAssets()
    expect([plan, stall]).toMatchObject([
      { kind: 'image', content_type: 'image/png', filename: 'plan.png', course_code: 'VFX', unreferenced_since: null },
      { kind: 'image', filename: 'the stall (1).png', unreferenced_since: null },
    ])
    const lesson = await getLesson('extra')
    expect(lesson.content).toEqual({
      markdown: TEXT.replaceAll('(plan.png', `(asset:${plan!.id}`).replace('<the stall (1).png>', `asset:${stall!.id}`),
    })
    const references = await database.db.selectFrom('asset_reference').selectAll().orderBy('asset_id').execute()
    for (const [source, source_key] of [
      ['lesson', lesson.id],
      ['version', 'VFX 1'],
    ])
      expect(references.filter((row) => row.source === source)).toEqual(
        [plan!.id, stall!.id].sort().map((asset_id) => ({ asset_id, source, source_key })),
      )
    expect(await database.db.selectFrom('media_step').select('step').execute()).toHaveLength(2)
  })

  test.each([false, true])(
    'comes back by an export (without media: %s), and its import changes nothing',
    async (withoutMedia) => {
      await addText()
      await runImport()
      const exported = await runExport({ withoutMedia })
      expect((await readdir(join(exported, 'courses/vfx'))).sort()).toEqual([
        'extra.md',
        'plan.png',
        'the stall (1).png',
      ])
      expect(await readFile(join(exported, 'courses/vfx/extra.md'), 'utf8')).toBe(TEXT)
      expect((await runImport({}, exported)).changes).toEqual([])
      expect(await listAssets()).toHaveLength(2)
    },
  )

  test('that changes is a change of the lesson, and only the version before refers to the old one', async () => {
    await addText()
    await runImport()
    await write('courses/vfx/plan.png', Buffer.concat([PNG, Buffer.from('new')]))
    expect((await runImport()).changes.map(({ code }) => code)).toEqual(['VFX'])
    const uses = await database.db
      .selectFrom('asset_reference')
      .innerJoin('asset', 'asset.id', 'asset_id')
      .select(['asset_id', 'filename', 'source'])
      .where('filename', '=', 'plan.png')
      .execute()
    const sources = Map.groupBy(uses, ({ asset_id }) => asset_id)
    const lists = [...sources.values()].map((rows) => rows.map(({ source }) => source).sort())
    expect(lists.sort((a, b) => a.length - b.length)).toEqual([['version'], ['lesson', 'version']])
  })

  test.each([
    ['without a description', '![](plan.png)', '1:4 needs a description of the picture'],
    ['of another site', '![x](https://example.com/x.png)', '1:4 `https://example.com/x.png` must be the name'],
    ['in another folder', '![x](../plan.png)', '1:4 `../plan.png` must be the name'],
    ['that is missing', '![x](none.png)', '1:4 `none.png` is missing'],
    ['that is no picture', '![x](extra.md)', '1:4 `extra.md` is not a file of the kind image'],
    ['whose address is elsewhere', '![x][1]\n\n[1]: plan.png', '1:1 has a picture that is not written as'],
  ])('%s is refused at its place', async (_title, text, message) => {
    await addText(`By ${text}\n\n${TEXT}`)
    const reported = await faults()
    expect(reported, reported.join('\n')).toEqual([expect.stringContaining(`courses/vfx/extra.md:${message}`)])
  })
})
