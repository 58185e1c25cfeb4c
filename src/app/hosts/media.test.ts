import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playLesson, playPreview } from '#learn/lessons/playback/play.ts'
import { storeReports } from '#learn/lessons/queries/progress.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { givenLesson, givenStoredVideo } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import type { World } from '../../../tests/world/world.ts'
import { mountEmbed } from './embed.ts'
import { mountMedia, readRange } from './media.ts'

const MINUTE_MS = 60_000

let identity: Identity
let world: World
/** Added to the clock of the verbs, and to that of the media hosts and their memory. */
let elapsedMs = 0
beforeAll(async () => {
  identity = await createIdentityWorld((created) => ({
    ...created,
    clock: () => new Date(Date.now() + elapsedMs),
  }))
  world = identity.world
})
afterAll(() => identity.close())

/** A media host of its own, as another process would be. */
function createHost(): FastifyInstance {
  const host = Fastify()
  mountMedia(host, world, { now: () => performance.now() + elapsedMs })
  mountEmbed(host, world)
  return host
}

/** A learner with a seat in a course with one video. */
async function givenPlayer() {
  const cohortCode = await givenCourse(world)
  const courseCode = cohortCode.replace(/-1$/, '')
  const { lessonId, key } = await givenLesson(world, courseCode, { kind: 'video' })
  const { assetId, content } = await givenStoredVideo(world, courseCode, lessonId)
  const email = await identity.known()
  await giveSeat(world, cohortCode, { email, name: 'Ada', timezoneId: 'UTC' })
  await identity.bearer(email)
  const { id: personId } = (await personByEmail(world.db, email))!
  const { id: sessionId } = await world.db
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  const person = { personId, sessionId, audience: 'learner' as const }
  const play = async () => {
    const opened = await playLesson(world, person, lessonId)
    if (!opened.ok) throw new Error(opened.refusal.code)
    return opened.value
  }
  return { cohortCode, courseCode, lessonId, key, assetId, content, person, play }
}

describe('a file', () => {
  test('is the uploaded one, whole or by one range, and never more than 8 MB at once', async () => {
    const { play, content } = await givenPlayer()
    const { source } = await play()
    const host = createHost()
    const ask = (headers: Record<string, string> = {}) => host.inject({ url: source!.url, headers })

    const first = await ask({ range: 'bytes=0-' })
    expect(first.statusCode).toBe(206)
    expect(first.headers['content-range']).toBe(`bytes 0-7999999/${content.length}`)
    expect(first.rawPayload.equals(content.subarray(0, 8_000_000))).toBe(true)
    const end = await ask({ range: 'bytes=-5' })
    expect(end.rawPayload.equals(content.subarray(-5))).toBe(true)
    expect((await ask({ range: `bytes=${content.length}-` })).statusCode).toBe(416)
    const head = await host.inject({ url: source!.url, method: 'HEAD' })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(content.length), ''])
    expect((await ask({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
    expect(first.headers).toMatchObject({
      'cross-origin-resource-policy': 'same-site',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
      'content-type': 'video/mp4',
    })
    await host.close()
  })

  test('that is downloaded whole stops when access ends', async () => {
    const { play, content, person } = await givenPlayer()
    const host = createHost()
    const url = (await host.listen({ host: '127.0.0.1', port: 0 })) + (await play()).source!.url
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(content)).toBe(true)
    const download = await new Promise<IncomingMessage>((resolve) => get(url, resolve))
    await endAccess(person.personId)
    elapsedMs += 5100
    let received = 0
    download.on('data', (part: Buffer) => (received += part.length))
    await expect(once(download, 'end')).rejects.toThrow('aborted')
    expect(received).toBeLessThan(content.length)
    await host.close()
  })

  test('is not given to another site’s page', async () => {
    const { play } = await givenPlayer()
    const { source } = await play()
    const host = createHost()
    expect((await host.inject({ url: source!.url, headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403)
    await host.close()
  })

  test('of another lesson is not found with this lesson’s token', async () => {
    const own = await givenPlayer()
    const other = await givenPlayer()
    const { base } = await own.play()
    const host = createHost()
    const paths = ['original', 'download', 'master.m3u8', 'video-360/init.mp4', '../x', 'tracks/x.vtt', '']
    for (const path of paths)
      expect([path, (await host.inject({ url: `${base}/${other.assetId}/${path}` })).statusCode]).toEqual([path, 404])
    await host.close()
  })
})

const endAccess = (personId: string) =>
  world.db.updateTable('enrolment').set({ state: 'cancelled' }).where('person_id', '=', personId).execute()

const toReport = ({ lessonId, assetId }: { lessonId: string; assetId: string }) => ({
  ...{ lessonId, assetId },
  ...{ ranges: [[0, 15]] as const, positionSeconds: 15, secondsAgo: 0 },
})

/** Whether two processes still serve the file, five seconds after what happened. */
async function isServed(url: string, hosts: FastifyInstance[]) {
  elapsedMs += 5100
  return Promise.all(
    hosts.map(async (host) => (await host.inject({ url, headers: { range: 'bytes=0-9' } })).statusCode),
  )
}

test('five seconds after a refund, a dispute, an overdue balance, a log-out or the end of access no process serves the file', async () => {
  const ends: Record<string, (player: Awaited<ReturnType<typeof givenPlayer>>) => Promise<unknown>> = {
    nothing: async () => null,
    refund: ({ person }) => endAccess(person.personId),
    dispute: ({ person }) =>
      world.db
        .updateTable('enrolment')
        .set({ frozen_at: new Date() })
        .where('person_id', '=', person.personId)
        .execute(),
    balance: ({ person }) =>
      sql`update orders set payment_type = 'deposit', subtotal_minor = 300, total_minor = 300, deposit_minor = 100,
        balance_due_at = now(), paused_at = now() from enrolment where order_id = orders.id and enrolment.person_id = ${person.personId}`.execute(
        world.db,
      ),
    'log-out': ({ person }) =>
      world.db
        .updateTable('session')
        .set({ ended_at: new Date(), ended_because: 'log-out' })
        .where('id', '=', person.sessionId)
        .execute(),
    'end of access': ({ person }) =>
      world.db
        .updateTable('enrolment')
        .set({ access_ends_at: new Date(world.clock().getTime() + 1000) })
        .where('person_id', '=', person.personId)
        .execute(),
  }
  const hosts = [createHost(), createHost()]
  const cases = await Promise.all(
    Object.entries(ends).map(async ([name, end]) => {
      const player = await givenPlayer()
      const url = (await player.play()).source!.url
      for (const host of hosts)
        expect((await host.inject({ url, headers: { range: 'bytes=0-9' } })).statusCode, name).toBe(206)
      await end(player)
      return { name, url }
    }),
  )
  const answers = await Promise.all(cases.map(async ({ name, url }) => [name, await isServed(url, hosts)]))
  expect(Object.fromEntries(answers)).toEqual({
    nothing: [206, 206],
    refund: [403, 403],
    dispute: [403, 403],
    balance: [403, 403],
    'log-out': [403, 403],
    'end of access': [403, 403],
  })
  for (const host of hosts) await host.close()
})

test('an address stops ten minutes after the last report of its player', async () => {
  elapsedMs = 0
  const { play, person, ...file } = await givenPlayer()
  const { source, grantId } = await play()
  const status = async () => {
    const host = createHost()
    const { statusCode } = await host.inject({ url: source!.url, headers: { range: 'bytes=0-9' } })
    await host.close()
    return statusCode
  }
  await sql`update play_grant set alive_until = now() + interval '1 minute' where id = ${grantId}`.execute(world.db)
  const { renewed } = await storeReports(world.db, person.personId, [toReport(file)], 10)
  expect(renewed).toMatchObject([{ grantId }])
  elapsedMs = 9 * MINUTE_MS
  expect(await status()).toBe(206)
  elapsedMs = 11 * MINUTE_MS
  expect(await status()).toBe(403)
  elapsedMs = 0
})

test('no report keeps an address alive for more than four hours', async () => {
  const { play, person, ...file } = await givenPlayer()
  const { grantId } = await play()
  const { renewed } = await storeReports(world.db, person.personId, [toReport(file)], 600)
  const { created_at } = await world.db
    .selectFrom('play_grant')
    .select('created_at')
    .where('id', '=', grantId)
    .executeTakeFirstOrThrow()
  expect(renewed[0]!.aliveUntil.getTime() - created_at.getTime()).toBeLessThanOrEqual(240 * MINUTE_MS)
})

test('a fourth player ends the oldest one', async () => {
  const { play, person } = await givenPlayer()
  const grants = [await play(), await play(), await play(), await play()]
  const living = await world.db
    .selectFrom('play_grant')
    .select('id')
    .where('person_id', '=', person.personId)
    .where('alive_until', '>', new Date())
    .execute()
  expect(living.map(({ id }) => id).toSorted()).toEqual(
    grants
      .slice(1)
      .map(({ grantId }) => grantId)
      .toSorted(),
  )
})

test('120 requests in ten seconds are the most of one grant', async () => {
  const { play } = await givenPlayer()
  const { source } = await play()
  const host = createHost()
  const statuses: number[] = []
  for (let count = 0; count < 122; count++)
    statuses.push((await host.inject({ url: source!.url, headers: { range: 'bytes=0-0' } })).statusCode)
  expect(statuses.slice(0, 120).every((status) => status === 206)).toBe(true)
  expect(statuses.slice(120)).toEqual([429, 429])
  await host.close()
})

test('a preview lesson plays for everybody for an hour, and no other lesson does', async () => {
  const { courseCode, assetId, lessonId } = await givenPlayer()
  expect(await playPreview(world, { courseCode, assetId, ip: '203.0.113.9' })).toMatchObject({
    ok: false,
    refusal: { code: 'LESSON_NOT_FOUND' },
  })
  await world.db.updateTable('lesson').set({ is_preview: true }).where('id', '=', lessonId).execute()
  const opened = await playPreview(world, { courseCode, assetId, ip: '203.0.113.9' })
  if (!opened.ok) throw new Error(opened.refusal.code)
  const host = createHost()
  const status = async () =>
    (await host.inject({ url: opened.value.source!.url, headers: { range: 'bytes=0-9' } })).statusCode
  expect(await status()).toBe(206)
  elapsedMs += 61 * MINUTE_MS
  expect(await status()).toBe(403)
  await host.close()
})

test('an embedded video loads nothing of another site before the learner presses the button, and then only its own origin', async () => {
  elapsedMs = 0
  const { play, lessonId } = await givenPlayer()
  const url = 'https://www.youtube-nocookie.com/embed/abc?rel=0&start=5'
  await world.db
    .updateTable('lesson')
    .set({ kind: 'embed', content: JSON.stringify({ url }) })
    .where('id', '=', lessonId)
    .execute()
  const { embedUrl } = await play()
  const host = createHost()
  const closed = await host.inject({ url: embedUrl! })
  const open = await host.inject({ url: `${embedUrl}?load=1` })
  expect(closed.body).toContain('This loads a video from YouTube.')
  expect(closed.body).not.toContain('youtube-nocookie')
  expect(closed.headers['content-security-policy']).toContain("frame-src 'none'")
  expect(open.body).toContain('src="https://www.youtube-nocookie.com/embed/abc?rel=0&amp;start=5"')
  expect(open.headers['content-security-policy']).toContain('frame-src https://www.youtube-nocookie.com;')
  await host.close()
})

test('a range is read as RFC 9110 says: other units, several ranges and an older file get the whole one', () => {
  const read = (range: string, ifRange?: string) =>
    readRange({ headers: { range, ...(ifRange && { 'if-range': ifRange }) } }, 100, '"e"')
  expect(read('bytes=0-9')).toEqual({ start: 0, end: 9 })
  expect(read('bytes=90-')).toEqual({ start: 90, end: 99 })
  expect(read('bytes=-10')).toEqual({ start: 90, end: 99 })
  expect(read('bytes=-1000')).toEqual({ start: 0, end: 99 })
  expect(read('bytes=95-1000')).toEqual({ start: 95, end: 99 })
  expect(read('bytes=0-9', '"e"')).toEqual({ start: 0, end: 9 })
  for (const range of ['bytes=100-', 'bytes=9-3', 'bytes=-0']) expect([range, read(range)]).toEqual([range, 'invalid'])
  for (const range of ['bytes=0-1,4-5', 'lines=0-1', 'bytes=-', 'bytes=a-b', ''])
    expect([range, read(range)]).toEqual([range, null])
  expect(read('bytes=0-9', '"other"')).toBeNull()
})
