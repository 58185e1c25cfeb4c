/** nginx and Caddy send the segments that the program allows (SEGMENTS=accel), and nothing that it does not. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#config/config.ts'
import { grantToEverybody } from '#learn/lessons/playback/grant-playback.ts'
import { derivedKey, originalKey } from '#platform/blobs/blob-keys.ts'
import { createToolDeps } from '../../../tools/tool-deps.ts'
import { isInstalled, PROXIES, type SegmentProxy, startSegmentProxy } from '../../support/segment-proxies.ts'
import { givenSegments, givenVideo } from '../../world/lessons.ts'
import { givenCourse } from '../../world/selling.ts'
import { type RunningServer, startServer } from '../../world/server.ts'

const content = randomBytes(50_000)
let server: RunningServer
let deps: Awaited<ReturnType<typeof createToolDeps>>
let blobDir: string
let film: { lessonId: string; assetId: string }

beforeAll(async () => {
  if (!PROXIES.some(isInstalled)) return
  blobDir = await mkdtemp(join(tmpdir(), 'understudy-blobs-'))
  await chmod(blobDir, 0o750)
  const settings = { MODE: 'demo', SEGMENTS: 'accel', BLOB_DIR: blobDir }
  server = await startServer({ ...settings, PUBLIC_URL: 'http://localhost', TRUSTED_PROXIES: '127.0.0.1' })
  deps = await createToolDeps(readConfig({ ...settings, DATA_DIR: server.dataDir }))
  film = await givenFilm()
})
afterAll(async () => {
  await deps?.close()
  await server?.dispose()
  if (blobDir) await rm(blobDir, { recursive: true, force: true })
})

async function givenFilm() {
  const courseCode = (await givenCourse(deps)).replace(/-1$/, '')
  const created = await givenVideo(deps, courseCode, { seconds: 18 })
  await givenSegments(deps, created.assetId, 3, content)
  await deps.blobs.put(originalKey(created.assetId), content)
  await deps.db.updateTable('lesson').set({ is_preview: true }).where('id', '=', created.lessonId).execute()
  return created
}

/** The address of a film's files, for everybody. */
async function grant({ lessonId, assetId } = film): Promise<string> {
  const files = { lessonId, assetIds: [assetId], playedAssetId: assetId, offeredAssetIds: [] }
  return `/media/${(await grantToEverybody(deps, files))!.token}`
}

describe.each(PROXIES)('%s', (name) => {
  const suffix = isInstalled(name) ? '' : ` (needs ${name.toUpperCase()})`
  let proxy: SegmentProxy
  beforeAll(async () => {
    if (isInstalled(name)) proxy = await startSegmentProxy(name, server.url, blobDir)
  })
  afterAll(() => proxy?.stop())

  /** The path as it is, also with `..`. */
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const { port } = new URL(proxy.url)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = get(
        { host: '127.0.0.1', port, path, method, headers: { host: 'localhost', ...headers } },
        resolve,
      )
      request.on('error', reject)
    })
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
  }

  test.skipIf(suffix)(
    `sends a segment with the headers of the program, whole, by range, and not again${suffix}`,
    async () => {
      const url = `${await grant()}/${film.assetId}/video-360/1.m4s`
      const whole = await ask(url)
      expect(whole.status).toBe(200)
      expect(whole.body.equals(content)).toBe(true)
      const policy = {
        'content-type': 'video/mp4',
        'cache-control': 'private, max-age=14400, immutable',
        'content-disposition': 'inline',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-site',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      }
      expect(whole.headers).toMatchObject({ ...policy, 'content-length': '50000', 'accept-ranges': 'bytes' })
      expect(whole.headers).not.toHaveProperty('x-accel-redirect')
      const part = await ask(url, { range: 'bytes=10-19' })
      expect(part.status).toBe(206)
      expect(part.headers).toMatchObject({ ...policy, 'content-range': 'bytes 10-19/50000' })
      expect(part.body.equals(content.subarray(10, 20))).toBe(true)
      expect((await ask(url, { range: 'bytes=50000-' })).status).toBe(416)
      expect((await ask(url, { 'if-none-match': whole.headers.etag! })).status).toBe(304)
      const head = await ask(url, {}, 'HEAD')
      expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '50000', 0])
    },
  )

  test.skipIf(suffix)(
    `leaves playlists to the program, and answers 404 for a segment that is gone${suffix}`,
    async () => {
      const base = `${await grant()}/${film.assetId}`
      expect((await ask(`${base}/master.m3u8`)).body.toString()).toContain('video-360/index.m3u8')
      expect((await ask(`${base}/video-360/index.m3u8`)).headers['cache-control']).toBe('no-store')
      const gone = await givenFilm()
      await deps.blobs.delete(derivedKey(gone.assetId, 'video-360', 1, '2.m4s'))
      const missing = await ask(`${await grant(gone)}/${gone.assetId}/video-360/2.m4s`)
      expect(missing.status).toBe(404)
    },
  )

  test.skipIf(suffix)(`sends nothing that the program did not allow${suffix}`, async () => {
    const other = await givenFilm()
    const base = await grant()
    const key = derivedKey(film.assetId, 'video-360', 1, '1.m4s')
    const segment = `${base}/${film.assetId}/video-360/1.m4s`
    const ended = await grant()
    await deps.db.updateTable('play_grant').set({ alive_until: new Date() }).where('person_id', 'is', null).execute()
    const open = await grant()
    expect((await ask(`${open}/${film.assetId}/video-360/1.m4s`)).status).toBe(200)
    const stolen = { 'x-accel-redirect': `/_segments/${key}`, 'x-sendfile': join(blobDir, key) }
    const answers = {
      'an ended grant': await ask(`${ended}/${film.assetId}/video-360/1.m4s`, stolen),
      'a wrong token': await ask(segment.replace(/\/media\/./, '/media/_'), stolen),
      'another film': await ask(`${open}/${other.assetId}/video-360/1.m4s`, stolen),
      'the upload': await ask(`${open}/${film.assetId}/original`, stolen),
      'a segment too many': await ask(`${open}/${film.assetId}/video-360/3.m4s`),
      'the folder itself': await ask(`/_segments/${key}`),
      'an upload in it': await ask(`/_segments/${originalKey(film.assetId)}`),
      'a way out': await ask(`/_segments/derived/../../../etc/passwd`),
      'a written way out': await ask(`/_segments/derived/%2e%2e/%2e%2e/etc/passwd`),
      'a way out of a segment': await ask(`${open}/${film.assetId}/video-360/..%2f..%2foriginal`),
      'a page with the header': await ask('/_segments/', stolen),
    }
    const sent = Object.entries(answers).filter(
      ([, { status, body }]) => status! < 400 || body.includes(content.subarray(0, 20)) || body.includes('root:'),
    )
    expect(sent.map(([what, { status }]) => [what, status])).toEqual([])
    const home = await ask('/', stolen)
    expect(home.status).toBe(200)
    expect(home.body.includes(content.subarray(0, 20))).toBe(false)
  })
})
