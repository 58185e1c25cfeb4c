/** Preview lessons: open to everybody, and nothing of any other lesson is. docs/contract §9 and §18. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { type Catalogue, createCatalogue } from '../../../tests/world/catalogue.ts'
import { givenLesson } from '../../../tests/world/lessons.ts'
import { playPreview } from './playback/play.ts'
import { loadPreview } from './read-preview.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await createCatalogue()
})
afterAll(() => catalogue.close())

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

test('exactly the published previews of a course can be read and played, and the public data name no other file', async () => {
  const { world } = catalogue
  const lessons = await world.db
    .selectFrom('lesson')
    .select(['key', 'state', 'is_preview', 'asset_id'])
    .where('course_code', '=', 'MCOM')
    .execute()
  expect(lessons.length).toBeGreaterThan(20)
  for (const { key, asset_id: assetId, is_preview, state } of lessons) {
    const isOpen = is_preview && state === 'published'
    const read = await loadPreview(world, { courseCode: 'MCOM', lessonKey: key })
    expect(read.ok, key).toBe(isOpen)
    if (read.ok) expect(JSON.stringify(read.value).match(UUID)).toEqual([assetId])
    if (!assetId) continue
    const played = await playPreview(world, { courseCode: 'MCOM', assetId, ip: '203.0.113.7' })
    expect(played.ok, key).toBe(isOpen)
    if (played.ok) expect(new Set(JSON.stringify(played.value).match(UUID))).toContain(assetId)
    expect((await playPreview(world, { courseCode: 'NG', assetId, ip: '203.0.113.7' })).ok).toBe(false)
  }
  const definition = (await getCourseDefinition(world, 'MCOM'))!
  // The trailer is the film of the preview lesson.
  expect(JSON.stringify(definition).match(UUID)).toEqual([definition.trailer!.assetId])
  expect(definition.trailer!.assetId).toBe(lessons.find(({ key }) => key === 'first-seconds')!.asset_id)
  const previews = definition.sessions.flatMap(({ items }) => items).filter(({ preview }) => preview)
  expect(previews).toMatchObject([{ id: 'first-seconds', preview: { kind: 'video', minutes: 1 } }])
})

test('a preview of an excluded course is missing, and so is one that is planned or withdrawn', async () => {
  const { world } = catalogue
  const isFound = async (courseCode: string, lessonKey: string, dependencies = world) =>
    (await loadPreview(dependencies, { courseCode, lessonKey })).ok
  expect(await isFound('NG', 'phone-ready')).toBe(true)
  const excluding = { ...world, config: { ...world.config, excludedCourseCodes: ['NG'] } }
  expect(await isFound('NG', 'phone-ready', excluding)).toBe(false)
  const { key, lessonId } = await givenLesson(world, 'GIFTC', { kind: 'video', isPlanned: true })
  await world.db.updateTable('lesson').set({ is_preview: true }).where('id', '=', lessonId).execute()
  expect(await isFound('GIFTC', key)).toBe(false)
  await world.db
    .updateTable('lesson')
    .set({ state: 'withdrawn', module_id: null, position: null })
    .where('key', '=', 'phone-ready')
    .execute()
  expect(await isFound('NG', 'phone-ready')).toBe(false)
})
