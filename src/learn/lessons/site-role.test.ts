/** A site role counts in an admin session only. docs/contract §19. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { givenLesson, givenStoredVideo } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createGrantChecker } from './playback/check-grant.ts'
import { playLesson } from './playback/play.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

async function givenVideo() {
  const courseCode = (await givenCourse(setup.world)).replace(/-1$/, '')
  const { lessonId } = await givenLesson(setup.world, courseCode, { kind: 'video' })
  await givenStoredVideo(setup.world, courseCode, lessonId)
  return { courseCode, lessonId }
}

test('an admin opens every lesson in an admin session, and in a learner’s session only bought ones', async () => {
  const { courseCode, lessonId } = await givenVideo()
  const admin = await setup.admin()
  const learner = await setup.as(admin.email)
  const calls = [
    ['GET', `lessons/${lessonId}`],
    ['POST', `lessons/${lessonId}/play`],
    ['GET', `lessons/${lessonId}/notes`],
    ['GET', `learn/courses/${courseCode}`],
    ['GET', `learn/courses/${courseCode}/search?q=video`],
    ['GET', `learn/courses/${courseCode}/people`],
  ] as const
  for (const [method, path] of calls) {
    const ask = async (headers: Record<string, string>) =>
      (await setup.api.call(`/api/v1/${path}`, { method, headers })).status
    expect([path, await ask(admin.headers), await ask(learner)]).toEqual([path, 200, 404])
  }
})

test('an address that an admin session got plays only while that session has the role', async () => {
  const { world } = setup
  const { lessonId } = await givenVideo()
  const { id: personId, email } = await setup.admin()
  await setup.as(email)
  const sessions = await world.db.selectFrom('session').selectAll().where('person_id', '=', personId).execute()
  const { id: sessionId } = sessions.find(({ audience }) => audience === 'admin')!
  const opened = await playLesson(world, { personId, sessionId, audience: 'admin' }, lessonId)
  if (!opened.ok) throw new Error(opened.refusal.code)
  const token = opened.value.base.split('/').at(-1)!
  const isPlayed = async () => (await createGrantChecker(world)(token)).ok
  expect(await isPlayed()).toBe(true)
  const { id: learnerSessionId } = sessions.find(({ audience }) => audience === 'learner')!
  await world.db
    .updateTable('play_grant')
    .set({ login_session_id: learnerSessionId })
    .where('person_id', '=', personId)
    .execute()
  expect(await isPlayed()).toBe(false)
})
