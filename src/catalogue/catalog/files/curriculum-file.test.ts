/** An own PDF of the curriculum beside the course file: import, refusals and export. docs/contract §25. */
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPdf } from '../../../../tests/support/pdf.ts'
import { type CourseFiles, createCourseFiles, TODAY } from '../../../../tests/world/course-files.ts'
import { createTestDatabase } from '../../../../tests/world/database.ts'
import { importContent } from './import.ts'

let files: CourseFiles
beforeEach(async () => {
  files = await createCourseFiles()
})
afterEach(() => files.close())

const hash = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const name = (fields: string, course = 'vfx') =>
  files.edit(`courses/${course}.yaml`, '\nfacts:', `\ncurriculumFile: { ${fields} }\n\nfacts:`)
const listAssets = () => files.database.db.selectFrom('asset').selectAll().orderBy('filename').execute()
const listReferences = () =>
  files.database.db.selectFrom('asset_reference').select(['source', 'source_key']).orderBy('source').execute()

async function getStored(courseCode = 'VFX') {
  const course = files.database.db.selectFrom('course').select('definition').where('course_code', '=', courseCode)
  return ((await course.executeTakeFirstOrThrow()).definition as { curriculumFile: string | null }).curriculumFile
}

async function givenFile(text = 'Our own curriculum'): Promise<Buffer> {
  const pdf = await createPdf(text)
  await files.write('courses/vfx/Our plan (2027).pdf', pdf)
  await name('file: Our plan (2027).pdf')
  return pdf
}

describe('an own PDF', () => {
  test('is stored as a file of the course, and referred to by the course and its version', async () => {
    const pdf = await givenFile()
    await files.runImport()
    expect(await getStored()).toBe(hash(pdf))
    const [asset] = await listAssets()
    expect(asset).toMatchObject({
      course_code: 'VFX',
      kind: 'file',
      state: 'ready',
      content_type: 'application/pdf',
      filename: 'Our plan (2027).pdf',
      bytes: pdf.length,
      unreferenced_since: null,
    })
    expect(await listReferences()).toEqual([
      { source: 'curriculum', source_key: 'VFX' },
      { source: 'version', source_key: 'VFX 1' },
    ])
    expect((await files.runImport()).changes).toEqual([])
  })

  test('that changes is a change of the course; without it the course has none, and its version keeps the file', async () => {
    await givenFile()
    await files.runImport()
    const other = await createPdf('Another one')
    await files.write('courses/vfx/Our plan (2027).pdf', other)
    expect((await files.runImport()).changes.map(({ code }) => code)).toEqual(['VFX'])
    expect(await getStored()).toBe(hash(other))
    await rm(join(files.folder, 'courses/vfx'), { recursive: true })
    await files.edit('courses/vfx.yaml', '\ncurriculumFile: { file: Our plan (2027).pdf }\n', '')
    await files.runImport()
    expect(await getStored()).toBeNull()
    expect(await listReferences()).toEqual([1, 2].map((number) => ({ source: 'version', source_key: `VFX ${number}` })))
    expect(await listAssets()).toHaveLength(2)
  })

  test('is in an export with its bytes, and importing the export changes nothing, here and elsewhere', async () => {
    const pdf = await givenFile()
    await files.runImport()
    const exported = await files.runExport()
    expect(await readFile(join(exported, 'courses/vfx/Our plan (2027).pdf'))).toEqual(pdf)
    expect(await readFile(join(exported, 'courses/vfx.yaml'), 'utf8')).toContain(
      `\ncurriculumFile: { file: Our plan (2027).pdf, sha256: ${hash(pdf)} }\n`,
    )
    expect((await files.runImport({}, exported)).changes).toEqual([])
    const bare = await files.runExport({ withoutMedia: true })
    expect(await readdir(join(bare, 'courses'))).not.toContain('vfx')
    expect((await files.runImport({}, bare)).changes).toEqual([])

    const elsewhere = await createTestDatabase()
    try {
      const importElsewhere = async (from: string, withoutMedia: boolean) => {
        const imported = await importContent(elsewhere, from, TODAY, { withoutMedia })
        return imported.ok ? imported.value : imported.refusal.reason
      }
      expect(await importElsewhere(bare, false)).toContain(
        '`Our plan (2027).pdf` is neither in the folder nor in the store',
      )
      expect(await importElsewhere(bare, true)).toMatchObject({ missingMedia: ['VFX Our plan (2027).pdf'] })
      expect(await importElsewhere(exported, false)).toMatchObject({ changes: [{ code: 'VFX' }] })
      // The course has a PDF already, and keeps it.
      await writeFile(
        join(bare, 'courses/vfx.yaml'),
        (await readFile(join(bare, 'courses/vfx.yaml'), 'utf8')).replace(hash(pdf), hash(Buffer.from('unknown'))),
      )
      expect(await importElsewhere(bare, true)).toMatchObject({ changes: [] })
    } finally {
      await elsewhere.close()
    }
  })
})

describe('refused, with a sentence that names the file, and nothing is stored:', () => {
  const big = async () => Buffer.concat([await createPdf('Big'), Buffer.alloc(25 * 1024 * 1024)])
  test.each<[title: string, content: () => Promise<Buffer> | Buffer, message: string]>([
    ['a picture', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'is not a PDF'],
    ['a page', () => Buffer.from('<html><script>alert(1)</script></html>'), 'is not a PDF'],
    ['an empty file', () => Buffer.alloc(0), 'is not a PDF'],
    ['only the first bytes of a PDF', async () => (await createPdf('Cut')).subarray(0, 300), 'is a damaged PDF'],
    ['a PDF with a password', () => createPdf('Secret', { userPassword: 'a' }), 'is encrypted. Save it without'],
    ['a PDF that forbids things', () => createPdf('Owned', { ownerPassword: 'b' }), 'is encrypted. Save it without'],
    ['a PDF that is too large', big, 'has 26 MB, and at most 25 MB are allowed'],
  ])('%s', async (_title, content, message) => {
    await files.write('courses/vfx/plan.pdf', await content())
    await name('file: plan.pdf')
    const faults = await files.listFaults()
    expect(faults).toEqual([expect.stringMatching(/^courses\/vfx\.yaml:\d+:\d+ /)])
    expect(faults[0]).toContain(`\`plan.pdf\` ${message}`)
    expect(await Array.fromAsync(files.database.blobs.list('original/'))).toEqual([])
  })

  test.each([
    ['a file that is missing', 'file: none.pdf', '`none.pdf` is missing in courses/vfx'],
    ['a folder above', 'file: ../nspr/plan.pdf', 'must be the name of a file in the folder of the course'],
    ['an absolute path', 'file: /etc/hosts', 'must be the name of a file in the folder of the course'],
    ['a hidden file', 'file: .plan.pdf', 'must be the name of a file in the folder of the course'],
  ])('%s', async (_title, fields, message) => {
    await name(fields)
    const faults = await files.listFaults()
    expect(faults).toEqual([expect.stringContaining(message)])
  })

  test('the file of another course, by its hash', async () => {
    const pdf = await givenFile()
    await files.runImport()
    await name(`file: plan.pdf, sha256: ${hash(pdf)}`, 'nspr')
    expect(await files.listFaults()).toEqual([
      expect.stringMatching(
        /^courses\/nspr\.yaml:\d+:\d+ curriculumFile\.file: `plan\.pdf` is neither in the folder nor in the store/,
      ),
    ])
    const { missingMedia } = await files.runImport({ withoutMedia: true })
    expect(missingMedia).toEqual(['NSPR plan.pdf'])
    expect(await getStored('NSPR')).toBeNull()
  })

  test.each([
    ['a picture', async () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'is not a PDF'],
    ['an encrypted PDF', () => createPdf('Secret', { ownerPassword: 'b' }), 'is encrypted'],
  ])('%s of the same course, by its hash', async (_title, create, message) => {
    const content = await create()
    await files.write('courses/vfx/handout.bin', content)
    await files.addLesson('kind: files, files: [ { file: handout.bin, label: Handout } ]')
    await files.runImport()
    await name(`file: plan.pdf, sha256: ${hash(content)}`)
    const faults = await files.listFaults()
    expect(faults).toEqual([expect.stringContaining(`\`plan.pdf\` ${message}`)])
  })
})
