/** Who sends the segments of a film (SEGMENTS), and that everything else is sent by the program. docs/contract §18. */
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setDefaultHeaders } from '#app/hosts/default-headers.ts'
import { mountMedia } from '#app/hosts/media.ts'
import { readConfig } from '#config/config.ts'
import { grantToEverybody } from '#learn/lessons/playback/grant-playback.ts'
import { derivedKey } from '#platform/blobs/blob-keys.ts'
import { createS3Blobs } from '#platform/blobs/s3-blobs.ts'
import { givenSegments, givenVideo } from '../../tests/world/lessons.ts'
import { givenCourse } from '../../tests/world/selling.ts'
import { createWorld, type World } from '../../tests/world/world.ts'

const CACHING = 'private, max-age=14400, immutable'
const content = Buffer.from('a segment')
const bucket = {
  S3_ENDPOINT: 'https://s3.test',
  S3_REGION: 'r',
  S3_BUCKET: 'films',
  S3_KEY: 'key',
  S3_SECRET: 'secret',
}
const settings = { accel: { SEGMENTS: 'accel', BLOB_DIR: '/srv/media' }, bucket: { SEGMENTS: 'bucket', ...bucket } }
const hosts: Partial<Record<keyof typeof settings, FastifyInstance>> = {}
let world: World
let film: { lessonId: string; assetId: string }

beforeAll(async () => {
  world = await createWorld()
  for (const [name, setting] of Object.entries(settings)) {
    const host = Fastify()
    const config = { ...world.config, media: readConfig(setting).media }
    // Signs for the bucket; the bytes are in the folder of the test.
    const { createSignedUrl } = createS3Blobs(readConfig(settings.bucket).media.s3!)
    const blobs = name === 'bucket' ? { ...world.blobs, createSignedUrl } : world.blobs
    setDefaultHeaders(host, config)
    mountMedia(host, { ...world, config, blobs })
    hosts[name as keyof typeof settings] = host
  }
  film = await givenFilm()
})
afterAll(async () => {
  for (const host of Object.values(hosts)) await host.close()
  await world.close()
})

async function givenFilm() {
  const courseCode = (await givenCourse(world)).replace(/-1$/, '')
  const created = await givenVideo(world, courseCode, { seconds: 12 })
  await givenSegments(world, created.assetId, 2, content)
  await world.db.updateTable('lesson').set({ is_preview: true }).where('id', '=', created.lessonId).execute()
  return created
}

async function openFilm(): Promise<string> {
  const { lessonId, assetId } = film
  const files = { lessonId, assetIds: [assetId], playedAssetId: assetId, offeredAssetIds: [] }
  return `/media/${(await grantToEverybody(world, files))!.token}/${assetId}`
}

test('accel: the web server gets the file’s name and headers instead of its bytes', async () => {
  const url = `${await openFilm()}/video-360/1.m4s`
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await hosts.accel!.inject({ url, method, headers: { range: 'bytes=0-3' } })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(answer.headers).toMatchObject({
      'x-accel-redirect': `/_segments/${derivedKey(film.assetId, 'video-360', 1, '1.m4s')}`,
      'content-type': 'video/mp4',
      'cache-control': CACHING,
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-site',
      'x-content-type-options': 'nosniff',
    })
  }
})

test('bucket: the player is sent to an address that is signed for a minute, for this segment and its type only', async () => {
  const answer = await hosts.bucket!.inject({
    url: `${await openFilm()}/video-360/init.mp4`,
    headers: { range: 'bytes=0-3' },
  })
  expect(answer.statusCode).toBe(302)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  const url = new URL(String(answer.headers.location))
  expect(url.origin + url.pathname).toBe(
    `https://films.s3.test/${derivedKey(film.assetId, 'video-360', 1, 'init.mp4')}`,
  )
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    'X-Amz-Expires': '60',
    'X-Amz-SignedHeaders': 'host',
    'response-content-type': 'video/mp4',
    'response-cache-control': CACHING,
    'response-content-disposition': 'inline',
  })
})

test('bucket: HEAD, for which an address is not signed, is answered by the program', async () => {
  const answer = await hosts.bucket!.inject({ url: `${await openFilm()}/video-360/1.m4s`, method: 'HEAD' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-length': String(content.length), 'content-type': 'video/mp4' })
})

describe.each(['accel', 'bucket'] as const)('%s', (name) => {
  const isHandedOver = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await hosts[name]!.inject({ url, headers })
    return 'x-accel-redirect' in answer.headers || 'location' in answer.headers
  }

  test('playlists, posters and sound are sent by the program', async () => {
    const base = await openFilm()
    for (const [rendition, file] of [
      ['poster', '1280.webp'],
      ['audio', 'audio.m4a'],
    ] as const) {
      const folder = `derived/${film.assetId}/${rendition}-1`
      await world.blobs.put(`${folder}/${file}`, content)
      await world.db
        .insertInto('rendition')
        .values({ asset_id: film.assetId, name: rendition, folder, bytes: content.length })
        .onConflict((on) => on.doNothing())
        .execute()
    }
    for (const path of ['master.m3u8', 'video-360/index.m3u8', 'poster/1280.webp', 'audio/audio.m4a']) {
      const answer = await hosts[name]!.inject({ url: `${base}/${path}` })
      expect([path, answer.statusCode]).toEqual([path, 200])
      expect([path, await isHandedOver(`${base}/${path}`)]).toEqual([path, false])
    }
  })

  test('a segment is handed over only within its grant', async () => {
    const base = await openFilm()
    const other = await givenFilm()
    const segment = `${base}/video-360/1.m4s`
    expect(await isHandedOver(segment)).toBe(true)
    expect(await isHandedOver(segment.replace(film.assetId, other.assetId))).toBe(false)
    expect(await isHandedOver(segment.replace('/media/', '/media/x'))).toBe(false)
    expect(await isHandedOver(segment, { 'sec-fetch-site': 'cross-site' })).toBe(false)
    const paths = [
      'video-360/2.m4s',
      'video-360/..%2f..%2foriginal',
      'video-360/../../original',
      'original',
      'download',
      'poster/1.m4s',
    ]
    for (const path of paths) expect([path, await isHandedOver(`${base}/${path}`)]).toEqual([path, false])
    await world.db.updateTable('play_grant').set({ alive_until: new Date() }).where('person_id', 'is', null).execute()
    expect(await isHandedOver(`${await openFilm()}/video-360/1.m4s`)).toBe(true)
    const late = Fastify()
    mountMedia(late, { ...world, config: { ...world.config, media: readConfig(settings[name]).media } })
    const answer = await late.inject({ url: segment })
    expect([answer.statusCode, answer.headers['x-accel-redirect'], answer.headers.location]).toEqual([
      403,
      undefined,
      undefined,
    ])
    await late.close()
  })
})
