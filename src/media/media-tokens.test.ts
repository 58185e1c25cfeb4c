import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountMedia } from '#app/hosts/media.ts'
import { playLesson } from '#learn/lessons/playback/play.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { countPlacedOrders } from '../../tests/support/laws.ts'
import { createIdentityWorld, type Identity } from '../../tests/world/identity.ts'
import { givenLesson, givenStoredVideo } from '../../tests/world/lessons.ts'
import { givenCourse } from '../../tests/world/selling.ts'

let setup: Identity
let host: FastifyInstance
let origin: string
beforeAll(async () => {
  setup = await createIdentityWorld()
  host = Fastify()
  mountMedia(host, setup.world)
  origin = await host.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await host.close()
  await setup.close()
})

/** A learner who plays the video of a course. */
async function play() {
  const { world } = setup
  const cohortCode = await givenCourse(world)
  const courseCode = cohortCode.replace(/-1$/, '')
  const { lessonId } = await givenLesson(world, courseCode, { kind: 'video' })
  await givenStoredVideo(world, courseCode, lessonId)
  const email = await setup.known()
  await giveSeat(world, cohortCode, { email, name: 'Ada', timezoneId: 'UTC' })
  await setup.bearer(email)
  const { id: personId } = (await personByEmail(world.db, email))!
  const session = await world.db.selectFrom('session').select('id').where('person_id', '=', personId).execute()
  const opened = await playLesson(world, { personId, sessionId: session[0]!.id, audience: 'learner' }, lessonId)
  if (!opened.ok) throw new Error(opened.refusal.code)
  return { token: opened.value.base.split('/').at(-1)!, url: opened.value.source!.url }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.%2f'

test('an altered, shortened or mixed token answers over a socket like no token at all', async () => {
  const [{ token, url }, { token: other }] = [await play(), await play()]
  const ask = (path: string) => fetch(origin + path, { headers: { range: 'bytes=0-9' }, redirect: 'manual' })
  expect((await ask(url)).status).toBe(206)
  const altered = fc.oneof(
    fc
      .tuple(fc.nat(47), fc.constantFrom(...ALPHABET))
      .map(([at, glyph]) => token.slice(0, at) + glyph + token.slice(at + 1)),
    fc.nat(47).map((length) => token.slice(0, length)),
    fc.nat(47).map((at) => token.slice(0, at) + other.slice(at)),
    fc.string({ maxLength: 60 }).map(encodeURIComponent),
    fc.constantFrom(`${token}=`, `${token}%00`, `%2e%2e/${token}`, `${token}/..`, token.toLowerCase(), other),
  )
  await fc.assert(
    fc.asyncProperty(altered, async (text) => {
      fc.pre(text !== token)
      const answer = await ask(url.replace(token, text))
      expect([400, 403, 404]).toContain(answer.status)
      expect((await answer.arrayBuffer()).byteLength).toBeLessThan(1000)
    }),
    countPlacedOrders(300),
  )
})
