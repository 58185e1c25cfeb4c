/** Captions, deletion and the nightly clean-up of a course's files, on a real database. docs/contract §23. */
import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectAssets } from '#media/collect-assets.ts'
import { removeDeletedAsset } from '#media/delete-asset.ts'
import { addReferences, setReferences } from '#media/queries/assets.ts'
import { derivedKey, originalKey } from '#platform/blobs/blob-keys.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { getMediaState, givenFile, processAll } from '../../../tests/world/media.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createTeacher } from '../../../tests/world/teacher.ts'
import { deleteAsset, listAssets, playAsset, readAsset, retryAsset, startUpload } from './wire/assets.ts'
import { addTrack, changeTrack, deleteTrack, readTrack } from './wire/tracks.ts'
import { writeFailedEmails } from './write-emails.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nTom & <i>Ann</i>\n\n00:00:03.000 --> 00:00:04.500\nBye\n'

let setup: Identity
let folder: string
beforeAll(async () => {
  setup = await createIdentityWorld()
  folder = await mkdtemp(join(tmpdir(), 'understudy-files-'))
})
afterAll(async () => {
  await setup.close()
  await rm(folder, { recursive: true, force: true })
})

/** @param film a real file; without it the content is no film */
async function givenVideo(film?: string) {
  const cohortCode = await givenCourse(setup.world)
  const courseCode = cohortCode.replace(/-1$/, '')
  const teacher = await createTeacher(setup, cohortCode)
  const path = join(folder, randomUUID())
  await (film ? copyFile(film, path) : writeFile(path, 'not really a film'))
  const assetId = await givenFile(setup.world, courseCode, path, { kind: 'video', contentType: 'video/mp4' })
  return { courseCode, assetId, teacher, stranger: await createTeacher(setup, await givenCourse(setup.world)) }
}

const isStored = async (key: string) => (await setup.world.blobs.stat(key)) !== null
const getUsedBytes = async (course: string, { client }: Awaited<ReturnType<typeof createTeacher>>) => {
  const listed = await client.call(listAssets, { auth: 'learner', params: { course } })
  return listed.error === null ? listed.data.data.storage.usedBytes : null
}

test('captions go in as WebVTT, come out as SRT, and a change of an older version is refused', async () => {
  const { assetId, teacher, stranger } = await givenVideo()
  const track = { kind: 'captions', language: 'en' } as const
  const added = await teacher.client.call(addTrack, {
    auth: 'learner',
    params: { assetId },
    body: { ...track, text: VTT },
  })
  expect(added).toMatchObject({ data: { data: { version: 1, isDefault: true, cueCount: 2, label: 'English' } } })
  const { trackId } = added.error === null ? added.data.data : { trackId: '' }
  expect(
    await teacher.client.call(addTrack, { auth: 'learner', params: { assetId }, body: { ...track, text: VTT } }),
  ).toMatchObject({
    errorCode: 'TRACK_EXISTS',
  })
  const srt = await teacher.client.call(readTrack, { auth: 'learner', params: { trackId }, query: { format: 'srt' } })
  expect(srt).toMatchObject({ data: { data: { file: { filename: 'captions.en.srt' } } } })
  const content = srt.error === null ? srt.data.data.file!.content : ''
  expect(content).toContain('00:00:03,000 --> 00:00:04,500\nBye')

  const change = (version: number, text: string) =>
    teacher.client.call(changeTrack, { auth: 'learner', params: { trackId }, body: { version, text } })
  expect(await change(1, content)).toMatchObject({ data: { data: { version: 2, cueCount: 2 } } })
  expect(await change(1, VTT)).toMatchObject({ errorCode: 'VERSION_CONFLICT', data: { data: { version: 2 } } })
  expect(await change(2, 'WEBVTT\n\n00:00:05.000 --> 00:00:02.000\nNo\n')).toMatchObject({
    errorCode: 'CAPTIONS_INVALID',
    data: { data: { faults: [{ line: 3, reason: 'The caption ends before it starts.' }] } },
  })
  const overlap = 'WEBVTT\n\n00:01.000 --> 00:03.000\nA\n\n00:02.000 --> 00:04.5\nB\n'
  expect(await change(2, overlap)).toMatchObject({
    errorCode: 'CAPTIONS_INVALID',
    data: { data: { repairableCount: 1, faults: [{ line: 6 }, { line: 6 }] } },
  })
  const french = await teacher.client.call(addTrack, {
    auth: 'learner',
    params: { assetId },
    body: {
      kind: 'captions',
      language: 'fr',
      text: overlap,
      repair: true,
    },
  })
  expect(french).toMatchObject({ data: { data: { cueCount: 2 } } })
  const read = await teacher.client.call(readTrack, { auth: 'learner', params: { trackId } })
  expect(read).toMatchObject({
    data: { data: { version: 2, cues: [{ startsMs: 1000, endsMs: 2000, text: 'Tom &amp; <i>Ann</i>' }, {}] } },
  })
  const missing = { errorCode: 'TRACK_NOT_FOUND' }
  expect(await stranger.client.call(readTrack, { auth: 'learner', params: { trackId } })).toMatchObject(missing)
  expect(
    await stranger.client.call(deleteTrack, { auth: 'learner', params: { trackId }, query: { version: 2 } }),
  ).toMatchObject(missing)
  expect(
    await teacher.client.call(deleteTrack, { auth: 'learner', params: { trackId }, query: { version: 2 } }),
  ).toMatchObject({ error: null })
  expect(await teacher.client.call(readTrack, { auth: 'learner', params: { trackId } })).toMatchObject(missing)
})

test('a file in use stays; a deleted one that only old versions name is gone with its blobs, and its bytes return to the quota', async () => {
  const { world } = setup
  const { courseCode, assetId, teacher, stranger } = await givenVideo()
  const lessonId = randomUUID()
  const use = (assetIds: string[]) =>
    world.db.transaction().execute((tx) => setReferences(tx, 'draft', [{ key: lessonId, assetIds }]))
  await use([assetId])
  expect(await teacher.client.call(deleteAsset, { auth: 'learner', params: { assetId } })).toMatchObject({
    errorCode: 'ASSET_IN_USE',
    data: { data: { uses: [{ source: 'draft' }] } },
  })
  await world.db.transaction().execute(async (tx) => {
    for (const number of [1, 2]) await addReferences(tx, 'version', `${courseCode} ${number}`, [assetId])
  })
  const listed = async () => {
    const asset = await teacher.client.call(readAsset, { auth: 'learner', params: { assetId } })
    return asset.error === null ? asset.data.data.uses.map(({ source }) => source) : null
  }
  expect(await listed()).toEqual(['draft'])
  await use([])
  expect(await listed()).toEqual(['version'])
  expect(await getUsedBytes(courseCode, teacher)).toBe(17)
  expect(await stranger.client.call(deleteAsset, { auth: 'learner', params: { assetId } })).toMatchObject({
    errorCode: 'ASSET_NOT_FOUND',
  })
  expect(await teacher.client.call(deleteAsset, { auth: 'learner', params: { assetId } })).toMatchObject({
    error: null,
  })
  expect(await teacher.client.call(readAsset, { auth: 'learner', params: { assetId } })).toMatchObject({
    errorCode: 'ASSET_NOT_FOUND',
  })
  await removeDeletedAsset(world, assetId)
  await removeDeletedAsset(world, assetId)
  expect(await isStored(originalKey(assetId))).toBe(false)
  expect(await getUsedBytes(courseCode, teacher)).toBe(0)
})

test('the nightly job ends late uploads, deletes unused files after 30 days, and blobs without a row after a day', async () => {
  const { world } = setup
  const { courseCode, assetId, teacher } = await givenVideo()
  const upload = { coursePrefixCode: courseCode, kind: 'file', filename: 'a.txt', bytes: 50 } as const
  const started = await teacher.client.call(startUpload, { auth: 'learner', body: upload })
  const uploadId = started.error === null ? started.data.data.assetId : ''
  const orphans = [originalKey(randomUUID()), derivedKey(assetId, 'poster', 3, '640.webp')]
  for (const key of orphans) await world.blobs.put(key, Buffer.from('left by a crash'))
  const runAfter = (days: number) => collectAssets({ ...world, clock: () => new Date(Date.now() + days * DAY_MS) })

  await runAfter(0.5)
  expect(await Promise.all(orphans.map(isStored))).toEqual([true, true])
  await runAfter(6.9)
  expect(await Promise.all([...orphans, originalKey(assetId)].map(isStored))).toEqual([false, false, true])
  expect(await getUsedBytes(courseCode, teacher)).toBe(67)
  await runAfter(7.1)
  expect(await teacher.client.call(readAsset, { auth: 'learner', params: { assetId: uploadId } })).toMatchObject({
    errorCode: 'ASSET_NOT_FOUND',
  })
  expect(await getUsedBytes(courseCode, teacher)).toBe(17)
  await runAfter(30.1)
  expect(await isStored(originalKey(assetId))).toBe(false)
  expect(await getUsedBytes(courseCode, teacher)).toBe(0)
})

test('a step whose workers died ten times fails, the teachers are told once, and it can be tried again', async () => {
  const { world } = setup
  const { assetId, teacher } = await givenVideo('content/courses/dat/before-after.mp4')
  await world.db
    .updateTable('media_step')
    .set({ state: 'running', attempt: 9, deaths: 9, lease_id: randomUUID(), leased_until: new Date(Date.now() - 1000) })
    .where('asset_id', '=', assetId)
    .execute()
  await processAll(world, null)
  const { asset, steps } = await getMediaState(world, assetId)
  expect([asset.state, steps.inspect!.state]).toEqual(['failed', 'failed'])
  for (let count = 0; count < 2; count++) await writeFailedEmails(world, assetId)
  const mail = await setup.mailTo(teacher.email)
  expect(mail).toMatchObject({ text_body: expect.stringContaining(asset.fault!) })
  expect(mail).toMatchObject({ text_body: expect.stringMatching(/Turn off e-mails about files .*#token=\S+/) })
  const retried = await teacher.client.call(retryAsset, { auth: 'learner', params: { assetId } })
  expect(retried).toMatchObject({ data: { data: { state: 'stored', fault: null } } })
  await processAll(world, null)
  expect((await getMediaState(world, assetId)).asset.state).toBe('ready')
  expect(await teacher.client.call(playAsset, { auth: 'learner', params: { assetId } })).toMatchObject({
    data: { data: { assetId, source: { contentType: 'video/mp4' } } },
  })
})
