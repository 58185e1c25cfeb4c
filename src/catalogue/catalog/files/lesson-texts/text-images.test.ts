/** Pictures in the texts of lessons: import and export. docs/contract §9. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CourseFiles, createCourseFiles } from '../../../../../tests/world/course-files.ts'

let files: CourseFiles
beforeEach(async () => {
  files = await createCourseFiles()
})
afterEach(() => files.close())

const listAssets = () => files.database.db.selectFrom('asset').selectAll().orderBy('filename').execute()
const getLesson = (key: string) =>
  files.database.db.selectFrom('lesson').selectAll().where('key', '=', key).executeTakeFirstOrThrow()

describe('a picture in a text', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const TEXT =
    'See ![A *plan*](plan.png) and\n\n> ![Again](plan.png)\n> ![The stall (1)](<the stall (1).png>)\n\n```\n![x](code.png)\n```\n\n`![y](code.png)`\n'

  async function addText(text = TEXT): Promise<void> {
    await files.write('courses/vfx/extra.md', text)
    await files.write('courses/vfx/plan.png', PNG)
    await files.write('courses/vfx/the stall (1).png', Buffer.concat([PNG, Buffer.from('other')]))
    await files.addLesson('kind: text')
  }

  test('becomes an asset of the course, which the lesson refers to by its id', async () => {
    await addText()
    await files.runImport()
    const [plan, stall] = await listAssets()
    expect([plan, stall]).toMatchObject([
      { kind: 'image', content_type: 'image/png', filename: 'plan.png', course_code: 'VFX', unreferenced_since: null },
      { kind: 'image', filename: 'the stall (1).png', unreferenced_since: null },
    ])
    const lesson = await getLesson('extra')
    expect(lesson.content).toEqual({
      markdown: TEXT.replaceAll('(plan.png', `(asset:${plan!.id}`).replace('<the stall (1).png>', `asset:${stall!.id}`),
    })
    const references = await files.database.db.selectFrom('asset_reference').selectAll().orderBy('asset_id').execute()
    for (const [source, source_key] of [
      ['lesson', lesson.id],
      ['version', 'VFX 1'],
    ])
      expect(references.filter((row) => row.source === source)).toEqual(
        [plan!.id, stall!.id].sort().map((asset_id) => ({ asset_id, source, source_key })),
      )
    expect(await files.database.db.selectFrom('media_step').select('step').execute()).toHaveLength(2)
  })

  test.each([false, true])(
    'is in an export (without media: %s), and importing that export changes nothing',
    async (withoutMedia) => {
      await addText()
      await files.runImport()
      const exported = await files.runExport({ withoutMedia })
      expect((await readdir(join(exported, 'courses/vfx'))).sort()).toEqual([
        'extra.md',
        'plan.png',
        'the stall (1).png',
      ])
      expect(await readFile(join(exported, 'courses/vfx/extra.md'), 'utf8')).toBe(TEXT)
      expect((await files.runImport({}, exported)).changes).toEqual([])
      expect(await listAssets()).toHaveLength(2)
    },
  )

  test('that changes is a change of the lesson, and only the version before refers to the old one', async () => {
    await addText()
    await files.runImport()
    await files.write('courses/vfx/plan.png', Buffer.concat([PNG, Buffer.from('new')]))
    expect((await files.runImport()).changes.map(({ code }) => code)).toEqual(['VFX'])
    const uses = await files.database.db
      .selectFrom('asset_reference')
      .innerJoin('asset', 'asset.id', 'asset_id')
      .select(['asset_id', 'filename', 'source'])
      .where('filename', '=', 'plan.png')
      .execute()
    const sources = Map.groupBy(uses, ({ asset_id }) => asset_id)
    const lists = [...sources.values()].map((rows) => rows.map(({ source }) => source).sort())
    expect(lists.sort((a, b) => a.length - b.length)).toEqual([['version'], ['draft', 'lesson', 'version']])
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
    const reported = await files.listFaults()
    expect(reported, reported.join('\n')).toEqual([expect.stringContaining(`courses/vfx/extra.md:${message}`)])
  })
})
