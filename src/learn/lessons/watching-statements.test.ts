/** What a player costs the database: its reports, and the requests for its film. */
import Fastify from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountMedia } from '#app/hosts/media.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { givenLesson, givenSegments, givenSession, givenVideo } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'

let statements = 0
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statements++
    return result
  },
}

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld((world) => ({ ...world, db: world.db.withPlugin(counter) }))
})
afterAll(() => setup.close())

async function givenViewer() {
  const cohortCode = await givenCourse(setup.world)
  const courseCode = cohortCode.replace(/-1$/, '')
  await givenLesson(setup.world, courseCode)
  await givenSession(setup.world, cohortCode)
  const { lessonId, assetId } = await givenVideo(setup.world, courseCode, { seconds: 1000 })
  await setup.world.db
    .insertInto('asset_reference')
    .values({ asset_id: assetId, source: 'lesson', source_key: lessonId })
    .execute()
  const email = await setup.known()
  await giveSeat(setup.world, cohortCode, { email, name: 'Ada', timezoneId: 'UTC' })
  return { lessonId, assetId, headers: await setup.as(email) }
}

test('a report of watched seconds takes four statements, and the first of a day one more', async () => {
  const { lessonId, assetId, headers } = await givenViewer()
  const report = async (start: number, end: number) => {
    statements = 0
    const body = { reports: [{ lessonId, assetId, ranges: [[start, end]], position: end }] }
    const answer = await setup.post('progress/watched', body, headers)
    expect(answer.status).toBe(200)
    return { percent: answer.body.data.lessons[0].percent, statements }
  }
  expect(await report(0, 15)).toEqual({ percent: 1, statements: 5 })
  expect(await report(15, 30)).toEqual({ percent: 3, statements: 4 })
  // Completes the lesson, in a transaction.
  expect((await report(30, 960)).percent).toBe(96)
  expect(await report(960, 1000)).toEqual({ percent: 100, statements: 4 })
})

test('a grant takes one statement in five seconds, and a file another one, however many segments are asked for at once', async () => {
  const { lessonId, assetId, headers } = await givenViewer()
  await givenSegments(setup.world, assetId, 4)
  const { body } = await setup.post(`lessons/${lessonId}/play`, {}, headers)
  let elapsedMs = 0
  const host = Fastify()
  mountMedia(host, setup.world, { now: () => performance.now() + elapsedMs })
  const fetchAll = async () => {
    statements = 0
    const names = ['init.mp4', '0.m4s', '1.m4s', '2.m4s', '3.m4s']
    const urls = names.map((name) => `${body.data.base}/${assetId}/video-360/${name}`)
    const answers = await Promise.all(urls.map((url) => host.inject({ url })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    return statements
  }
  // Its sizes, once a minute.
  expect(await fetchAll()).toBe(3)
  expect(await fetchAll()).toBe(0)
  elapsedMs += 5100
  expect(await fetchAll()).toBe(1)
  await host.close()
})
