import { createHash, randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../tests/world/database.ts'
import { exportContent } from './export.ts'
import { importContent } from './import.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')
const CUES = 'WEBVTT\n\n00:00:00.000 --> 00:00:08.000\nTurn round.\n'

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

const createVideo = () => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), randomBytes(1000)])

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

const listBlobs = () => Array.fromAsync(database.blobs.list('original/'))
const listAssets = () => database.db.selectFrom('asset').selectAll().orderBy('filename').execute()
const getLesson = (key: string) =>
  database.db.selectFrom('lesson').selectAll().where('key', '=', key).executeTakeFirstOrThrow()

async function addVideo(): Promise<Buffer> {
  const video = createVideo()
  await write('courses/vfx/extra.mp4', video)
  await write('courses/vfx/extra.en.vtt', CUES)
  await write('courses/vfx/extra.chapters.en.vtt', CUES)
  await write('courses/vfx/extra.md', 'Below the *picture*.\n')
  await addLesson(
    'kind: video, preview: true, watchedPercent: 80, allowMark: false, media: { file: extra.mp4, captions: { en: extra.en.vtt }, chapters: { en: extra.chapters.en.vtt }, durationSeconds: 20, width: 640, height: 360 }',
  )
  return video
}

describe('a video beside the course file', () => {
  test('becomes a published lesson with its asset, bytes and tracks', async () => {
    const video = await addVideo()
    await runImport()
    const lesson = await getLesson('extra')
    expect(lesson).toMatchObject({
      kind: 'video',
      state: 'published',
      is_preview: true,
      content: { markdown: 'Below the *picture*.\n', watchedPercent: 80, allowMark: false },
    })
    const [asset] = await listAssets()
    expect(asset).toMatchObject({
      id: lesson.asset_id,
      course_code: 'VFX',
      state: 'ready',
      content_type: 'video/mp4',
      bytes: video.length,
      duration_ms: 20_000,
      width: 640,
      unreferenced_since: null,
    })
    const content = await database.blobs.get(`original/${asset!.id}`)
    expect(Buffer.concat(await Array.fromAsync(content!.stream))).toEqual(video)
    const tracks = await database.db.selectFrom('caption_track').selectAll().orderBy('kind').execute()
    expect(tracks).toMatchObject([
      { kind: 'captions', language: 'en', label: 'English', is_default: true },
      { kind: 'chapters', language: 'en', is_default: true },
    ])
    expect(await database.db.selectFrom('asset_reference').selectAll().execute()).toEqual([
      { asset_id: asset!.id, source: 'lesson', source_key: lesson.id },
      { asset_id: asset!.id, source: 'version', source_key: 'VFX 1' },
    ])
    expect(await database.db.selectFrom('course_storage').selectAll().execute()).toMatchObject([
      { course_code: 'VFX', used_bytes: video.length },
    ])
  })

  test('is stored once, and importing again changes nothing', async () => {
    await addVideo()
    await runImport()
    expect((await runImport()).changes).toEqual([])
    await edit('courses/vfx.yaml', 'title: Extra', 'title: Extra film')
    await runImport()
    expect(await listAssets()).toHaveLength(1)
    expect(await listBlobs()).toHaveLength(1)
  })

  test('that is replaced stays stored, because the older version names it', async () => {
    await addVideo()
    await runImport()
    await write('courses/vfx/extra.mp4', createVideo())
    const { changes } = await runImport()
    expect(changes.map(({ code }) => code)).toEqual(['VFX'])
    const current = (await getLesson('extra')).asset_id
    expect(await listAssets()).toMatchObject([{ unreferenced_since: null }, { unreferenced_since: null }])
    const replaced = database.db.selectFrom('asset_reference').selectAll().where('asset_id', '<>', current)
    expect(await replaced.execute()).toMatchObject([{ source: 'version', source_key: 'VFX 1' }])
  })

  test('is found by its hash when the file is gone', async () => {
    const video = await addVideo()
    await runImport()
    const sha256 = createHash('sha256').update(video).digest('hex')
    await edit('courses/vfx.yaml', 'durationSeconds: 20', `durationSeconds: 20, sha256: ${sha256}`)
    await rm(join(folder, 'courses/vfx/extra.mp4'))
    expect((await runImport()).changes).toEqual([])
  })

  test('whose captions change gets new cues and a higher version', async () => {
    await addVideo()
    await runImport()
    await write('courses/vfx/extra.en.vtt', CUES.replace('Turn', 'Look'))
    await runImport()
    const cues = await database.db
      .selectFrom('caption_cue')
      .innerJoin('caption_track', 'id', 'track_id')
      .select(['kind', 'version', 'text'])
      .orderBy('kind')
      .execute()
    expect(cues).toEqual([
      { kind: 'captions', version: 2, text: 'Look round.' },
      { kind: 'chapters', version: 1, text: 'Turn round.' },
    ])
  })
})

describe('an import that fails', () => {
  test('leaves no lesson, no asset and no bytes', async () => {
    await addVideo()
    await runImport()
    await database.db.updateTable('cohort').set({ taken: 9 }).where('course_code', '=', 'NSPR').execute()
    await edit('courses/nspr.yaml', 'seats: 24', 'seats: 3')
    await write('courses/vfx/extra.mp4', createVideo())
    const before = await listAssets()
    expect(await faults()).toEqual([expect.stringContaining('9 seats are already taken')])
    expect(await listAssets()).toEqual(before)
    expect(await listBlobs()).toHaveLength(1)
  })

  test('a dry run stores nothing', async () => {
    await addVideo()
    expect((await runImport({ isTrial: true })).changes).not.toEqual([])
    expect(await listBlobs()).toEqual([])
    expect(await listAssets()).toEqual([])
  })
})

describe('faults of lessons', () => {
  test.each([
    ['a text without its file', 'kind: text', 'curriculum.0.items.0: `extra.md` is missing in courses/vfx'],
    ['a video without media', 'kind: video', 'curriculum.0.items.0: needs its `media`, or `planned: true`'],
    ['a missing file', 'kind: video, media: { file: none.mp4 }', 'media.file: `none.mp4` is missing in courses/vfx'],
    ['a path', 'kind: video, media: { file: ../vfx.yaml }', 'media.file: must be the name of a file'],
    ['an embed of another site', 'kind: embed, embed: "https://example.com/1"', 'embed: is not a video of YouTube'],
    ['a later lesson as need', 'kind: text, needs: [ plate ]', 'needs.0: `plate` is not an earlier lesson'],
    [
      'a session that is none',
      'planned: true, kind: text, release: { withSession: extra }',
      '`extra` is not a live session',
    ],
    ['an unknown release', 'planned: true, kind: text, release: tomorrow', 'release: must be at-once'],
    ['a preview of files', 'kind: files, planned: true, preview: true', 'preview: is only for the kinds'],
  ])('%s is refused at its line', async (_title, fields, message) => {
    await addLesson(fields)
    const reported = await faults()
    expect(
      reported.find((fault) => /^courses\/vfx\.yaml:\d+:\d+ /.test(fault) && fault.includes(message)),
      reported.join('\n'),
    ).toBeDefined()
  })

  test('a caption file is refused by its own line', async () => {
    await addVideo()
    await write('courses/vfx/extra.en.vtt', 'WEBVTT\n\n00:08.000 --> 00:02.000\nBackwards\n')
    expect(await faults()).toEqual(['courses/vfx/extra.en.vtt:3:1 The caption ends before it starts.'])
  })

  test('another hash, another type and a file that nothing uses are refused', async () => {
    await addVideo()
    await edit('courses/vfx.yaml', 'width: 640', `width: 640, sha256: ${'f'.repeat(64)}`)
    await write('courses/vfx/extra.md.bak', 'x')
    expect(await faults()).toEqual([
      expect.stringMatching(/^courses\/vfx\.yaml:\d+:\d+ .*sha256: `extra\.mp4` has another one: [0-9a-f]{64}$/),
      'courses/vfx/extra.md.bak is not used by any lesson',
    ])
    await rm(join(folder, 'courses/vfx/extra.md.bak'))
    await write('courses/vfx/extra.mp4', 'no film')
    expect(await faults()).toEqual([expect.stringContaining('`extra.mp4` is not a file of the kind video')])
  })

  test('a published lesson cannot become planned again', async () => {
    await addVideo()
    await runImport()
    await rm(join(folder, 'courses/vfx'), { recursive: true })
    await edit(
      'courses/vfx.yaml',
      'kind: video, preview: true, watchedPercent: 80, allowMark: false, media: {',
      'kind: lesson } #',
    )
    expect(await faults()).toEqual([expect.stringMatching(/^courses\/vfx\.yaml:\d+:\d+ .*is published already/)])
  })
})

test('without media, a lesson is planned; with the folder it is published', async () => {
  await addVideo()
  await runImport()
  const exported = await runExport({ withoutMedia: true })
  expect(await readdir(join(exported, 'courses/vfx'))).toEqual(['extra.chapters.en.vtt', 'extra.en.vtt', 'extra.md'])
  const full = await runExport()
  const other = await createTestDatabase()
  try {
    const read = async (from: string, withoutMedia: boolean) => {
      const imported = await importContent(other, from, TODAY, { withoutMedia })
      return imported.ok ? imported.value.missingMedia : imported.refusal.reason
    }
    const getState = () => other.db.selectFrom('lesson').select('state').where('key', '=', 'extra').execute()
    expect(await read(exported, false)).toContain('`extra.mp4` is neither in the folder nor in the store')
    expect(await read(exported, true)).toEqual(['VFX extra.mp4'])
    expect(await getState()).toEqual([{ state: 'planned' }])
    expect(await read(full, false)).toEqual([])
    expect(await getState()).toEqual([{ state: 'published' }])
  } finally {
    await other.close()
  }
})

describe('the recording of a session', () => {
  test('belongs to its session, and an import without it keeps it', async () => {
    await write('courses/nspr/lean-in.mp4', createVideo())
    await write('courses/nspr/lean-in.recap.md', '## Room\n')
    const recordings = '    recordings: { lean-in: { recap: lean-in.recap.md, media: { file: lean-in.mp4 } } }\n'
    await edit('courses/nspr.yaml', '    state: open\n', `    state: open\n${recordings}`)
    await runImport()
    const getSessions = () =>
      database.db
        .selectFrom('cohort_session')
        .innerJoin('lesson', 'lesson.id', 'lesson_id')
        .select(['cohort_session.id', 'recap', 'recording_asset_id'])
        .where('key', '=', 'lean-in')
        .where('recap', 'is not', null)
        .execute()
    const [asset] = await listAssets()
    const [session] = await getSessions()
    expect(session).toMatchObject({ recap: '## Room\n', recording_asset_id: asset!.id })
    expect(await database.db.selectFrom('asset_reference').selectAll().execute()).toEqual([
      { asset_id: asset!.id, source: 'session', source_key: session!.id },
    ])
    const exported = await runExport()
    expect((await readdir(join(exported, 'courses/nspr'))).sort()).toEqual(['lean-in.mp4', 'lean-in.recap.md'])
    expect((await runImport({}, exported)).changes).toEqual([])
    await edit('courses/nspr.yaml', recordings, '')
    await rm(join(folder, 'courses/nspr'), { recursive: true })
    expect((await runImport()).changes).toEqual([])
    expect(await getSessions()).toEqual([session])
  })
})
