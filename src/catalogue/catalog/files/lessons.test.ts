import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CourseFiles, createCourseFiles, TODAY } from '../../../../tests/world/course-files.ts'
import { createTestDatabase } from '../../../../tests/world/database.ts'
import { importContent } from './import.ts'

const CUES = 'WEBVTT\n\n00:00:00.000 --> 00:00:08.000\nTurn round.\n'

let files: CourseFiles
beforeEach(async () => {
  files = await createCourseFiles()
})
afterEach(() => files.close())

/** A film of the demo, and after it a place and a title, different each time. */
const createVideo = () => {
  const text = Buffer.from(`Kitchen of Ada, 51.5 -0.1, ${randomBytes(16).toString('hex')}`)
  const head = Buffer.from('\0\0\0\0udta', 'latin1')
  head.writeUInt32BE(head.length + text.length)
  return Buffer.concat([readFileSync('content/courses/mcom/middle.mp4'), head, text])
}

const listBlobs = () => Array.fromAsync(files.database.blobs.list('original/'))
const listAssets = () => files.database.db.selectFrom('asset').selectAll().orderBy('filename').execute()
const getLesson = (key: string) =>
  files.database.db.selectFrom('lesson').selectAll().where('key', '=', key).executeTakeFirstOrThrow()

async function addVideo(): Promise<Buffer> {
  const video = createVideo()
  await files.write('courses/vfx/extra.mp4', video)
  await files.write('courses/vfx/extra.en.vtt', CUES)
  await files.write('courses/vfx/extra.chapters.en.vtt', CUES)
  await files.write('courses/vfx/extra.md', 'Below the *picture*.\n')
  await files.addLesson(
    'kind: video, preview: true, watchedPercent: 80, allowMark: false, media: { file: extra.mp4, captions: { en: extra.en.vtt }, chapters: { en: extra.chapters.en.vtt }, durationSeconds: 20, width: 640, height: 360 }',
  )
  return video
}

describe('a video beside the course file', () => {
  test('becomes a published lesson with its asset, bytes and tracks', async () => {
    const video = await addVideo()
    await files.runImport()
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
    const content = await files.database.blobs.get(`original/${asset!.id}`)
    expect(Buffer.concat(await Array.fromAsync(content!.stream))).toEqual(video)
    // Learners get the copy.
    const [copy] = await files.database.db.selectFrom('rendition').selectAll().execute()
    expect(copy).toMatchObject({ asset_id: asset!.id, name: 'copy', duration_ms: 20_000 })
    const served = await files.database.blobs.get(`${copy!.folder}/media.mp4`)
    const bytes = Buffer.concat(await Array.fromAsync(served!.stream))
    expect([bytes.length, bytes.includes('Kitchen of Ada')]).toEqual([Number(copy!.bytes), false])
    const tracks = await files.database.db.selectFrom('caption_track').selectAll().orderBy('kind').execute()
    expect(tracks).toMatchObject([
      { kind: 'captions', language: 'en', label: 'English', is_default: true },
      { kind: 'chapters', language: 'en', is_default: true },
    ])
    expect(await files.database.db.selectFrom('asset_reference').selectAll().execute()).toEqual([
      { asset_id: asset!.id, source: 'lesson', source_key: lesson.id },
      { asset_id: asset!.id, source: 'version', source_key: 'VFX 1' },
    ])
    expect(await files.database.db.selectFrom('course_storage').selectAll().execute()).toMatchObject([
      { course_code: 'VFX', used_bytes: video.length },
    ])
  })

  test('whose length or size differs from the course file is a fault with the right value', async () => {
    await addVideo()
    await files.edit('courses/vfx.yaml', 'durationSeconds: 20, width: 640', 'durationSeconds: 30, width: 1280')
    expect(await files.listFaults()).toEqual([
      expect.stringContaining('durationSeconds: `extra.mp4` has 20'),
      expect.stringContaining('width: `extra.mp4` has 640'),
    ])
  })

  test('that is cut off is inspected before anybody sees it', async () => {
    const video = await addVideo()
    await files.write('courses/vfx/extra.mp4', video.subarray(0, video.length / 2))
    await files.runImport()
    expect(await listAssets()).toMatchObject([{ state: 'stored' }])
    const steps = await files.database.db.selectFrom('media_step').select(['step', 'state']).execute()
    expect(steps).toEqual([{ step: 'inspect', state: 'waiting' }])
  })

  test('is stored once, and importing again changes nothing', async () => {
    await addVideo()
    await files.runImport()
    expect((await files.runImport()).changes).toEqual([])
    await files.edit('courses/vfx.yaml', 'title: Extra', 'title: Extra film')
    await files.runImport()
    expect(await listAssets()).toHaveLength(1)
    expect(await listBlobs()).toHaveLength(1)
  })

  test('that is replaced stays stored, because the older version names it', async () => {
    await addVideo()
    await files.runImport()
    await files.write('courses/vfx/extra.mp4', createVideo())
    const { changes } = await files.runImport()
    expect(changes.map(({ code }) => code)).toEqual(['VFX'])
    const current = (await getLesson('extra')).asset_id
    expect(await listAssets()).toMatchObject([{ unreferenced_since: null }, { unreferenced_since: null }])
    const replaced = files.database.db.selectFrom('asset_reference').selectAll().where('asset_id', '<>', current)
    expect(await replaced.execute()).toMatchObject([{ source: 'version', source_key: 'VFX 1' }])
  })

  test('is found by its hash when the file is gone', async () => {
    const video = await addVideo()
    await files.runImport()
    const sha256 = createHash('sha256').update(video).digest('hex')
    await files.edit('courses/vfx.yaml', 'durationSeconds: 20', `durationSeconds: 20, sha256: ${sha256}`)
    await rm(join(files.folder, 'courses/vfx/extra.mp4'))
    expect((await files.runImport()).changes).toEqual([])
  })

  test('whose captions change gets new cues and a higher version', async () => {
    await addVideo()
    await files.runImport()
    await files.write('courses/vfx/extra.en.vtt', CUES.replace('Turn', 'Look'))
    await files.runImport()
    const cues = await files.database.db
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
    await files.runImport()
    await files.database.db.updateTable('cohort').set({ taken: 9 }).where('course_code', '=', 'NSPR').execute()
    await files.edit('courses/nspr.yaml', 'seats: 24', 'seats: 3')
    await files.write('courses/vfx/extra.mp4', createVideo())
    const before = await listAssets()
    expect(await files.listFaults()).toEqual([expect.stringContaining('9 seats are already taken')])
    expect(await listAssets()).toEqual(before)
    expect(await listBlobs()).toHaveLength(1)
    expect(await Array.fromAsync(files.database.blobs.list('derived/'))).toHaveLength(1)
  })

  test('a dry run stores nothing', async () => {
    await addVideo()
    expect((await files.runImport({ isTrial: true })).changes).not.toEqual([])
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
    ['a playlist', 'kind: embed, embed: "https://youtube.com/playlist?list=PL1"', 'embed: is a playlist of YouTube'],
    ['a later lesson as need', 'kind: text, needs: [ plate ]', 'needs.0: `plate` is not an earlier lesson'],
    [
      'a session that is none',
      'planned: true, kind: text, release: { withSession: extra }',
      '`extra` is not a live session',
    ],
    ['an unknown release', 'planned: true, kind: text, release: tomorrow', 'release: must be at-once'],
    ['a preview of files', 'kind: files, planned: true, preview: true', 'preview: is only for the kinds'],
  ])('%s is refused at its line', async (_title, fields, message) => {
    await files.addLesson(fields)
    const reported = await files.listFaults()
    expect(
      reported.find((fault) => /^courses\/vfx\.yaml:\d+:\d+ /.test(fault) && fault.includes(message)),
      reported.join('\n'),
    ).toBeDefined()
  })

  test('a caption file is refused by its own line', async () => {
    await addVideo()
    await files.write('courses/vfx/extra.en.vtt', 'WEBVTT\n\n00:08.000 --> 00:02.000\nBackwards\n')
    expect(await files.listFaults()).toEqual(['courses/vfx/extra.en.vtt:3:1 The caption ends before it starts.'])
  })

  test('another hash, another type and a file that nothing uses are refused', async () => {
    await addVideo()
    await files.edit('courses/vfx.yaml', 'width: 640', `width: 640, sha256: ${'f'.repeat(64)}`)
    await files.write('courses/vfx/extra.md.bak', 'x')
    expect(await files.listFaults()).toEqual([
      expect.stringMatching(/^courses\/vfx\.yaml:\d+:\d+ .*sha256: `extra\.mp4` has another one: [0-9a-f]{64}$/),
      'courses/vfx/extra.md.bak is not used by any lesson',
    ])
    await rm(join(files.folder, 'courses/vfx/extra.md.bak'))
    await files.write('courses/vfx/extra.mp4', 'no film')
    expect(await files.listFaults()).toEqual([expect.stringContaining('`extra.mp4` is not a file of the kind video')])
  })

  test('a published lesson cannot become planned again', async () => {
    await addVideo()
    await files.runImport()
    await rm(join(files.folder, 'courses/vfx'), { recursive: true })
    await files.edit(
      'courses/vfx.yaml',
      'kind: video, preview: true, watchedPercent: 80, allowMark: false, media: {',
      'kind: lesson } #',
    )
    expect(await files.listFaults()).toEqual([
      expect.stringMatching(/^courses\/vfx\.yaml:\d+:\d+ .*is published already/),
    ])
  })
})

test('without media, a lesson is planned; with the folder it is published', async () => {
  await addVideo()
  await files.runImport()
  const exported = await files.runExport({ withoutMedia: true })
  expect(await readdir(join(exported, 'courses/vfx'))).toEqual(['extra.chapters.en.vtt', 'extra.en.vtt', 'extra.md'])
  const full = await files.runExport()
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
  test('is refused with the line of a link in its recap that leads nowhere', async () => {
    await files.write(
      'courses/nspr/lean-in.recap.md',
      '## Room\n\nRead [my notes](notes.pdf) and [the questions](/faq).\n',
    )
    await files.edit(
      'courses/nspr.yaml',
      '    state: open\n',
      '    state: open\n    recordings: { lean-in: { recap: lean-in.recap.md } }\n',
    )
    expect(await files.listFaults()).toEqual([
      expect.stringMatching(/lean-in\.recap\.md:3:17 `notes\.pdf` is no whole address: /),
    ])
  })

  test('belongs to its session, and an import without it keeps it', async () => {
    await files.write('courses/nspr/lean-in.mp4', createVideo())
    await files.write('courses/nspr/lean-in.recap.md', '## Room\n')
    const recordings = '    recordings: { lean-in: { recap: lean-in.recap.md, media: { file: lean-in.mp4 } } }\n'
    await files.edit('courses/nspr.yaml', '    state: open\n', `    state: open\n${recordings}`)
    await files.runImport()
    const getSessions = () =>
      files.database.db
        .selectFrom('cohort_session')
        .innerJoin('lesson', 'lesson.id', 'lesson_id')
        .select(['cohort_session.id', 'recap', 'recording_asset_id'])
        .where('key', '=', 'lean-in')
        .where('recap', 'is not', null)
        .execute()
    const [asset] = await listAssets()
    const [session] = await getSessions()
    expect(session).toMatchObject({ recap: '## Room\n', recording_asset_id: asset!.id })
    expect(await files.database.db.selectFrom('asset_reference').selectAll().execute()).toEqual([
      { asset_id: asset!.id, source: 'session', source_key: session!.id },
    ])
    const exported = await files.runExport()
    expect((await readdir(join(exported, 'courses/nspr'))).sort()).toEqual(['lean-in.mp4', 'lean-in.recap.md'])
    expect((await files.runImport({}, exported)).changes).toEqual([])
    await files.edit('courses/nspr.yaml', recordings, '')
    await rm(join(files.folder, 'courses/nspr'), { recursive: true })
    expect((await files.runImport()).changes).toEqual([])
    expect(await getSessions()).toEqual([session])
  })
})
