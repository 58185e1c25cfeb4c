import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLessonContent } from '#catalogue/catalog/lesson-content.ts'
import { LessonUnit } from '#catalogue/catalog/publish/course-document.ts'
import type { LessonKind } from '#domain/learning/lesson.ts'
import {
  calculateMinutes,
  type DraftFile,
  DraftLesson,
  indexFiles,
  listFileIds,
  toDraftLesson,
  toVersionLesson,
} from './lesson-drafts.ts'

const hex = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length }).map((all) => all.join(''))

/** Files of a course with different contents. */
const files = fc.uniqueArray(fc.record({ id: fc.uuid(), sha256: hex(64) }), {
  minLength: 3,
  maxLength: 3,
  selector: ({ sha256 }) => sha256,
})
const withIds = files.map((rows) =>
  rows.map(
    ({ id, sha256 }): DraftFile => ({ id, sha256, kind: 'video', state: 'ready', filename: 'f.mp4', durationMs: 1000 }),
  ),
)

/** Lessons of a version as an import or the studio writes them, complete or planned. */
const versions = withIds.chain((rows) => {
  const [media, picture, sheet] = rows.map(({ sha256 }) => sha256!) as [string, string, string]
  const markdown = `Look: ![A loaf](asset:${picture})\n\n\`![code](asset:${picture})\``
  const played = { content: { markdown, watchedPercent: 80 }, media, files: [{ sha256: sheet, label: 'Recipe' }] }
  const shapes: [LessonKind, Omit<ReturnType<typeof LessonUnit.parse>, 'summary'>][] = [
    ['video', played],
    ['audio', { ...played, content: {} }],
    ['text', { content: { markdown }, media: null, files: [] }],
    ['files', { content: {}, media: null, files: played.files }],
    ['embed', { content: { url: 'https://player.vimeo.com/video/1' }, media: null, files: [] }],
    ['live', { content: {}, media: null, files: [] }],
    ['video', { content: null, media: null, files: [] }],
  ]
  return fc.record({ rows: fc.constant(rows), shape: fc.constantFrom(...shapes), summary: fc.string() })
})

test('a published lesson that nobody edits is published again as it was', () => {
  fc.assert(
    fc.property(versions, ({ rows, shape: [kind, unit], summary }) => {
      const version = LessonUnit.parse({ ...unit, summary })
      const index = indexFiles(rows)
      const draft = DraftLesson.parse(toDraftLesson(version, index))
      expect(toVersionLesson(draft, kind, index)).toEqual(version)
      expect(toDraftLesson(draft, index)).toEqual(draft)
      for (const id of listFileIds(draft)) expect(index.byId.has(id)).toBe(true)
    }),
  )
})

test('what a draft publishes is content of its kind, or nothing', () => {
  const content = fc.record(
    { markdown: fc.string(), url: fc.constantFrom('', 'https://player.vimeo.com/video/1') },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(withIds, fc.option(content), fc.boolean(), fc.boolean(), (rows, text, hasMedia, hasFile) => {
      const [media, file] = rows.map(({ id }) => id)
      const draft: DraftLesson = {
        summary: '',
        content: text && { ...(text.markdown !== undefined && { markdown: text.markdown }) },
        media: hasMedia ? media! : null,
        files: hasFile ? [{ file: file!, label: 'Sheet' }] : [],
      }
      for (const kind of ['video', 'audio', 'text', 'files', 'live'] as const) {
        if (kind === 'live') continue
        const version = toVersionLesson(draft, kind, indexFiles(rows))
        if (version.content !== null) parseLessonContent(kind, version.content)
        else expect(version).toEqual({ summary: '', content: null, media: null, files: [] })
      }
    }),
  )
})

test('a file that is still on its way publishes no lesson', () => {
  const file: DraftFile = {
    id: '0190a0a0-0000-7000-8000-000000000001',
    sha256: null,
    kind: 'video',
    state: 'uploading',
    filename: 'f.mp4',
    durationMs: null,
  }
  const draft: DraftLesson = { summary: '', content: {}, media: file.id, files: [] }
  expect(toVersionLesson(draft, 'video', indexFiles([file])).content).toBeNull()
})

test('the oldest of equal files stands for them', () => {
  const file = (id: string): DraftFile => ({
    id: `0190a0a0-0000-7000-8000-00000000000${id}`,
    sha256: 'a'.repeat(64),
    kind: 'video',
    state: 'ready',
    filename: 'f.mp4',
    durationMs: null,
  })
  expect(indexFiles([file('1'), file('2')]).idByHash.get('a'.repeat(64))).toBe(file('1').id)
})

test('a length is that of the file, else the time to read, and at least a minute', () => {
  const file: DraftFile = {
    id: '0190a0a0-0000-7000-8000-000000000001',
    sha256: 'a'.repeat(64),
    kind: 'video',
    state: 'ready',
    filename: 'f.mp4',
    durationMs: 61_000,
  }
  const index = indexFiles([file])
  const draft = (fields: Partial<DraftLesson>): DraftLesson => ({
    summary: '',
    content: null,
    media: null,
    files: [],
    ...fields,
  })
  expect(calculateMinutes(draft({ media: file.id }), index)).toBe(2)
  expect(calculateMinutes(draft({ content: { markdown: 'word '.repeat(401) } }), index)).toBe(3)
  expect(calculateMinutes(draft({}), index)).toBe(1)
})
