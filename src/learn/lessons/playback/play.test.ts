/** Play grants on a real database. docs/contract §18. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, type Identity } from '../../../../tests/world/identity.ts'
import { createLearner } from '../../../../tests/world/learner.ts'
import { givenLesson, givenStoredVideo } from '../../../../tests/world/lessons.ts'
import { givenCourse } from '../../../../tests/world/selling.ts'
import { grantToPerson } from './grant-playback.ts'
import { playLesson } from './play.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

/** A learner with a seat in a course with one video. */
async function givenPlayer() {
  const cohortCode = await givenCourse(setup.world)
  const courseCode = cohortCode.replace(/-1$/, '')
  const { lessonId } = await givenLesson(setup.world, courseCode, { kind: 'video' })
  const { assetId } = await givenStoredVideo(setup.world, courseCode, lessonId, { bytes: 1000 })
  const { personId } = await createLearner(setup, cohortCode)
  const { id: sessionId } = await setup.world.db
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return { person: { personId, sessionId, audience: 'learner' as const }, courseCode, lessonId, assetId }
}

test('of many players that start at once three play', async () => {
  const { person, assetId, lessonId } = await givenPlayer()
  const access = { state: 'open', until: null, reason: 'teacher', enrolmentId: null } as const
  const start = () =>
    grantToPerson(setup.world, person, access, {
      lessonId,
      assetIds: [assetId],
      playedAssetId: assetId,
      offeredAssetIds: [],
    })
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 12 }, start))
    const { count } = await setup.world.db
      .selectFrom('play_grant')
      .select((is) => is.fn.countAll<string>().as('count'))
      .where('person_id', '=', person.personId)
      .where('alive_until', '>', new Date())
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(3)
  }
})

test('a film that is also offered as a download plays', async () => {
  const { person, assetId, lessonId, courseCode } = await givenPlayer()
  await setup.world.db
    .insertInto('lesson_file')
    .values({ course_code: courseCode, asset_id: assetId, position: 0, label: 'The film', lesson_id: lessonId })
    .execute()
  expect(await playLesson(setup.world, person, lessonId)).toMatchObject({
    ok: true,
    value: {
      assetId,
      source: { url: expect.stringContaining(`/${assetId}/original`) },
      files: [{ label: 'The film' }],
    },
  })
})
