/** The trailer of a course: who may play it, and what keeps its file. docs/contract §18 and §40. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { restoreVersion } from '#catalogue/course-life/replace-draft.ts'
import { withdrawCourse } from '#catalogue/course-life/withdraw-course.ts'
import { duplicateCourse } from '#catalogue/drafts/duplicate-course.ts'
import type { DraftPage } from '#catalogue/drafts/page-schemas.ts'
import { publishDraft } from '#catalogue/drafts/publish-draft.ts'
import { saveUnit } from '#catalogue/drafts/save-unit.ts'
import { loadDraftedCourse } from '#catalogue/previews/load-drafted-course.ts'
import { createPreviewLink, endPreviewLinks } from '#catalogue/previews/preview-links.ts'
import { deleteAsset } from '#media/delete-asset.ts'
import { createPhotoMaker } from '#media/pictures/make-photo.ts'
import { insertStoredAssets } from '#media/queries/assets.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { originalKey } from '#platform/blobs/blob-keys.ts'
import { givenDraft, givenMaker, must, publishNow, readDraft } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { createGrantChecker } from './playback/check-grant.ts'
import { grantToEverybody } from './playback/grant-playback.ts'
import { playPreview } from './playback/play.ts'

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld()
  ines = await givenMaker(world)
})
afterAll(() => world.close())

async function givenFilm(courseCode: string, state: 'stored' | 'ready' = 'ready', kind: 'video' | 'audio' = 'video') {
  const [id, content] = [randomUUID(), randomBytes(1000)]
  const sha256 = createHash('sha256').update(content).digest('hex')
  const size = { durationMs: 90_000, width: 640, height: 360 }
  const asset = {
    id,
    courseCode,
    sha256,
    kind,
    filename: 'trailer.mp4',
    contentType: 'video/mp4',
    bytes: 1000,
    ...size,
  }
  await world.db.transaction().execute((tx) => insertStoredAssets(tx, courseCode, [{ asset, state }]))
  await world.blobs.put(originalKey(id), content)
  return id
}

async function savePage(courseCode: string, fields: object) {
  const { body, version } = (await readDraft(world, ines, courseCode)).units.page
  return saveUnit(world, ines, { courseCode, unit: 'page', version, body: { ...body, ...fields } })
}

async function publish(courseCode: string, acceptWarnings = true) {
  const { versions: units } = await readDraft(world, ines, courseCode)
  return publishDraft(world, ines, { courseCode, units, note: null, acceptWarnings })
}

/** A published course with a trailer. */
async function givenTrailer() {
  const code = await givenDraft(world, ines)
  const film = await givenFilm(code)
  must(await savePage(code, { trailer: film }))
  must(await publish(code))
  return { code, film }
}

const play = (courseCode: string, assetId: string, draftToken?: string) =>
  playPreview(world, { courseCode, assetId, draftToken, ip: randomUUID() })
const getShown = async (code: string) => (await getCourseDefinition(world, code))?.trailer ?? null
const MISSING = { ok: false, refusal: { code: 'LESSON_NOT_FOUND' } }

async function givenLink(code: string): Promise<string> {
  const { path } = must(await createPreviewLink(world, ines, { courseCode: code, kind: 'shared' }))
  return path.replace('/draft/', '')
}
const getDrafted = async (token: string) => (await loadDraftedCourse(world, createPhotoMaker(world), token))?.trailer

/** Whether the addresses of a grant work now. A checker of its own remembers nothing. */
async function isOpen(grant: { base: string }): Promise<boolean> {
  return (await createGrantChecker(world)(grant.base.replace('/media/', ''))).ok
}

async function withdraw(courseCode: string) {
  const { effectsHash } = must(await withdrawCourse(world, ines, { courseCode, preview: true }))
  must(await withdrawCourse(world, ines, { courseCode, reason: 'A pause', effectsHash }))
}

test('everybody plays the trailer of a published course, by its own code, and no other film of it', async () => {
  const { code, film } = await givenTrailer()
  const [other, otherFilm] = [await givenDraft(world, ines), await givenFilm(code)]
  await publishNow(world, ines, other)
  expect(await getShown(code)).toMatchObject({
    assetId: film,
    durationSeconds: 90,
    shape: { width: 640, height: 360 },
    poster: null,
  })
  const played = must(await play(code, film))
  expect(played).toMatchObject({ assetId: film, durationSeconds: 90, files: [], images: [], embedUrl: null })
  expect(await isOpen(played)).toBe(true)
  for (const refused of [await play(other, film), await play(code, otherFilm), await play(code, randomUUID())])
    expect(refused).toMatchObject(MISSING)
  const excluding = { ...world, config: { ...world.config, excludedCourseCodes: [code] } }
  expect(await playPreview(excluding, { courseCode: code, assetId: film, ip: 'a' })).toMatchObject(MISSING)
})

test('a hidden trailer is not shown and does not play, and neither does one that a version dropped', async () => {
  const { code, film } = await givenTrailer()
  const played = must(await play(code, film))
  must(await savePage(code, { hiddenParts: ['trailer'] }))
  expect(await isOpen(played)).toBe(true)
  must(await publish(code))
  expect(await getShown(code)).toBeNull()
  expect(await play(code, film)).toMatchObject(MISSING)
  expect(await isOpen(played)).toBe(false)

  must(await savePage(code, { hiddenParts: [] }))
  must(await publish(code))
  expect(await isOpen(must(await play(code, film)))).toBe(true)
  must(await savePage(code, { trailer: null }))
  must(await publish(code))
  expect(await play(code, film)).toMatchObject(MISSING)
})

test('the trailer of a withdrawn course does not open, also for those who play it', async () => {
  const { code, film } = await givenTrailer()
  const token = await givenLink(code)
  const played = must(await play(code, film))
  await withdraw(code)
  expect(await getShown(code)).toBeNull()
  expect(await getDrafted(token)).toBeNull()
  expect(await play(code, film)).toMatchObject(MISSING)
  expect(await play(code, film, token)).toMatchObject(MISSING)
  expect(await isOpen(played)).toBe(false)
})

test('a preview link plays the trailer of its draft, as long as it works, and nothing else of the course', async () => {
  const code = await givenDraft(world, ines)
  const [film, otherFilm] = [await givenFilm(code), await givenFilm(code)]
  const [token, otherToken] = [await givenLink(code), await givenLink(await givenDraft(world, ines))]
  must(await savePage(code, { trailer: film }))
  expect(await getDrafted(token)).toMatchObject({ assetId: film })
  expect(await play(code, film)).toMatchObject(MISSING)
  expect(await play(code, film, otherToken)).toMatchObject(MISSING)
  expect(await play(code, otherFilm, token)).toMatchObject(MISSING)
  expect(await play(code, film, `${token}x`)).toMatchObject(MISSING)
  const played = must(await play(code, film, token))
  expect(await isOpen(played)).toBe(true)
  must(await endPreviewLinks(world, ines, code))
  expect(await isOpen(played)).toBe(false)
  expect(await play(code, film, token)).toMatchObject(MISSING)

  const old = await givenLink(code)
  const playedBefore = must(await play(code, film, old))
  expect(await isOpen(playedBefore)).toBe(true)
  await world.db
    .updateTable('preview_link')
    .set({ created_at: new Date(0), expires_at: new Date(1) })
    .where('token_hash', '=', world.secrets.hash(old))
    .execute()
  expect(await isOpen(playedBefore)).toBe(false)

  const hiding = await givenLink(code)
  must(await savePage(code, { hiddenParts: ['trailer'] }))
  expect(await getDrafted(hiding)).toBeNull()
  expect(await play(code, film, hiding)).toMatchObject(MISSING)
})

test('a trailer that a preview lesson offers as a download is played as the trailer', async () => {
  const { code, film } = await givenTrailer()
  const { id: moduleId } = await world.db
    .insertInto('module')
    .values({ course_code: code, key: 'further', position: 9, title: 'A module' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lesson = { key: 'packing', position: 0, kind: 'text', title: 'Packing', summary: 'A list', minutes: 5 } as const
  const { id } = await world.db
    .insertInto('lesson')
    .values({
      ...lesson,
      course_code: code,
      module_id: moduleId,
      is_required: true,
      is_preview: true,
      state: 'published',
      content: JSON.stringify({ markdown: 'Words' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.insertInto('asset_reference').values({ asset_id: film, source: 'lesson', source_key: id }).execute()
  expect(must(await play(code, film))).toMatchObject({ assetId: film, durationSeconds: 90 })
})

test('a link that is ended while its trailer is asked for gives no grant', async () => {
  const files = { lessonId: null, assetIds: [], playedAssetId: null, offeredAssetIds: [] }
  expect(await grantToEverybody(world, files, randomBytes(32))).toBeNull()
})

test('a trailer that is still processed can be published, and is shown once it is ready', async () => {
  const code = await givenDraft(world, ines)
  const film = await givenFilm(code, 'stored')
  must(await savePage(code, { trailer: film }))
  expect(await publish(code, false)).toMatchObject({
    refusal: { code: 'WARNINGS_UNSEEN', data: { warnings: [{ warning: 'captions-missing', names: ['Trailer'] }] } },
  })
  must(await publish(code))
  expect(await getShown(code)).toBeNull()
  expect(await play(code, film)).toMatchObject({ refusal: { code: 'MEDIA_PROCESSING' } })
  await world.db.updateTable('asset').set({ state: 'processing' }).where('id', '=', film).execute()
  await world.db.updateTable('asset').set({ state: 'ready' }).where('id', '=', film).execute()
  expect(await getShown(code)).toMatchObject({ assetId: film })

  const failing = await givenFilm(code, 'stored')
  must(await savePage(code, { trailer: failing }))
  await world.db.updateTable('asset').set({ state: 'failed' }).where('id', '=', failing).execute()
  expect(await publish(code)).toMatchObject({
    refusal: { data: { needs: [{ fault: 'The trailer can’t be used. Please choose another file' }] } },
  })
})

test('only a video of the course can be its trailer', async () => {
  const code = await givenDraft(world, ines)
  const other = await givenDraft(world, ines)
  const sound = await givenFilm(code, 'ready', 'audio')
  expect(await savePage(code, { trailer: sound })).toMatchObject({
    refusal: { fields: { trailer: 'Please choose a video' } },
  })
  for (const film of [await givenFilm(other), randomUUID()])
    expect(await savePage(code, { trailer: film })).toMatchObject({
      refusal: { fields: { trailer: 'This file is no longer there. Please choose another one' } },
    })
})

test('nobody deletes the film of a draft or of a page; an older version can bring it back', async () => {
  const { code, film } = await givenTrailer()
  const remove = () => world.db.transaction().execute((tx) => deleteAsset(world, tx, film))
  must(await savePage(code, { trailer: null }))
  expect(await remove()).toMatchObject({ refusal: { code: 'ASSET_IN_USE' } })
  must(await publish(code))

  const { versions: units } = await readDraft(world, ines, code)
  must(await restoreVersion(world, ines, { courseCode: code, units, number: 1 }))
  expect((await readDraft(world, ines, code)).units.page.body).toMatchObject({ trailer: film })
  expect(await remove()).toMatchObject({ refusal: { code: 'ASSET_IN_USE' } })
  must(await savePage(code, { trailer: null }))
  must(await remove())
})

test('a copy of a course has a trailer of its own', async () => {
  const { code, film } = await givenTrailer()
  const { coursePrefixCode: copy } = must(
    await duplicateCourse(world, ines, { courseCode: code, title: 'Sketch the station' }),
  )
  const { trailer } = (await readDraft(world, ines, copy)).units.page.body as DraftPage
  const file = await world.db.selectFrom('asset').select('course_code').where('id', '=', trailer).executeTakeFirst()
  expect([trailer === film, file?.course_code]).toEqual([false, copy])
})
