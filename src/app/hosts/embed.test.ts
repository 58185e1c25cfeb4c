import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantToEverybody } from '#learn/lessons/playback/grant-playback.ts'
import { givenLesson } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { mountEmbed } from './embed.ts'

const URL = 'https://www.youtube-nocookie.com/embed/abc?rel=0&start=5'

let world: World
let app: FastifyInstance
beforeAll(async () => {
  world = await createWorld()
  app = Fastify()
  mountEmbed(app, world)
})
afterAll(async () => {
  await app.close()
  await world.close()
})

async function givenGrant(kind: 'embed' | 'text') {
  const courseCode = (await givenCourse(world)).replace(/-1$/, '')
  const { lessonId } = await givenLesson(world, courseCode, { kind: 'text' })
  const content = kind === 'embed' ? { url: URL } : { markdown: 'Words' }
  // Only a grant for everybody needs no log-in, and only a preview has one.
  await world.db
    .updateTable('lesson')
    .set({ is_preview: kind === 'text', kind, content: JSON.stringify(content) })
    .where('id', '=', lessonId)
    .execute()
  return (await grantToEverybody(world, { lessonId, assetIds: [], playedAssetId: null, offeredAssetIds: [] }))!
}

test('a token that nobody signed shows no frame', async () => {
  const { statusCode, body } = await app.inject({ url: `/embed/${'A'.repeat(48)}` })
  expect([statusCode, body.includes('iframe')]).toEqual([403, false])
})

test('the grant of another lesson kind shows no frame', async () => {
  const { token } = await givenGrant('text')
  expect((await app.inject({ url: `/embed/${token}` })).statusCode).toBe(404)
})

test('an embedded lesson is no preview, so a grant for everybody does not show it', async () => {
  const { token } = await givenGrant('embed')
  expect((await app.inject({ url: `/embed/${token}?load=1` })).statusCode).toBe(403)
})
