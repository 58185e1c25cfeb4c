/** Public images: only addresses that our pages wrote, made once from the master, never larger. docs/contract §14. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadLearnHome } from '#learn/lessons/learn-home.ts'
import { collectAssets } from '#media/collect-assets.ts'
import { deleteAsset, removeDeletedAsset } from '#media/delete-asset.ts'
import { type Crop, createImageSources } from '#media/pictures/public-image.ts'
import { setReferences } from '#media/queries/assets.ts'
import { createSecrets } from '#platform/secrets.ts'
import { givenEnrolment } from '../../../tests/world/learning.ts'
import { givenVideo } from '../../../tests/world/lessons.ts'
import { givenFile, processAll } from '../../../tests/world/media.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { mountImages } from './images.ts'

const DAY_MS = 86_400_000
const SIZE = { width: 1400, height: 700 }
const folder = mkdtempSync(join(tmpdir(), 'understudy-pictures-'))
let world: World
let courseCode: string
let assetId: string
beforeAll(async () => {
  world = await createWorld()
  courseCode = (await givenCourse(world)).replace(/-1$/, '')
  assetId = await givenPicture()
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

async function givenPicture(): Promise<string> {
  const path = join(folder, `${randomUUID()}.png`)
  await sharp({ create: { ...SIZE, channels: 3, background: 'teal' } }).toFile(path)
  const id = await givenFile(world, courseCode, path, { kind: 'image', contentType: 'image/png' })
  await processAll(world, null)
  return id
}

function createHost(deps = world) {
  const host = Fastify()
  mountImages(host, deps)
  return (url: string) => host.inject({ url })
}

const listAddresses = (crop: Crop, id = assetId) =>
  createImageSources(world.secrets, { assetId: id, ...SIZE }, crop)
    .srcset.split(', ')
    .map((entry) => entry.split(' ')[0]!)
const listBlobs = async (id: string) =>
  (await Array.fromAsync(world.blobs.list(`derived/${id}/`))).map(({ key }) => key.split('/').slice(2).join('/')).sort()

test('each crop has the promised sizes, and none is larger than the master', async () => {
  const get = createHost()
  const sizes = []
  for (const crop of ['whole', 'square', 'wide'] as const)
    for (const url of listAddresses(crop)) {
      const response = await get(url)
      expect(response.statusCode).toBe(200)
      const { format, width, height } = await sharp(response.rawPayload).metadata()
      sizes.push(`${crop} ${format} ${width}×${height}`)
    }
  expect(sizes).toEqual([
    ...['whole webp 320×160', 'whole webp 640×320', 'whole webp 960×480', 'whole webp 1280×640', 'whole webp 1400×700'],
    ...['square webp 320×320', 'square webp 640×640', 'square webp 700×700'],
    ...['wide webp 320×180', 'wide webp 640×360', 'wide webp 960×540', 'wide webp 1244×700'],
  ])
})

test('an image may be stored for ever, and a browser that opens it runs nothing', async () => {
  const { headers } = await createHost()(listAddresses('wide')[0]!)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'image/webp',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
})

test('an address that our pages did not write is missing', async () => {
  const get = createHost()
  const [url = ''] = listAddresses('whole')
  const [, , , file = ''] = url.split('/')
  const other = await givenPicture()
  const foreign = createImageSources(createSecrets(randomBytes(32)), { assetId, ...SIZE }, 'whole')
  for (const forged of [
    url.replace('whole-320', 'whole-640'),
    url.replace('whole', 'square'),
    url.replace('320', '321'),
    url.replace(/\.[\w-]{22}/, `.${'A'.repeat(22)}`),
    url.replace(/\.[\w-]{22}/, ''),
    url.replace('.webp', '.png'),
    `/images/${other}/${file}`,
    `/images/..%2f${assetId}/${file}`,
    foreign.src,
    createImageSources(world.secrets, { assetId: randomUUID(), ...SIZE }, 'whole').src,
  ])
    expect([forged, (await get(forged)).statusCode]).toEqual([forged, 404])
  expect((await get(url)).statusCode).toBe(200)
})

test('addresses from before a rotation of the secret still work', async () => {
  const [old, rotated] = [randomBytes(32), randomBytes(32)]
  const { src } = createImageSources(createSecrets(old), { assetId, ...SIZE }, 'whole')
  expect((await createHost({ ...world, secrets: createSecrets(rotated, [old]) })(src)).statusCode).toBe(200)
  expect((await createHost({ ...world, secrets: createSecrets(rotated) })(src)).statusCode).toBe(404)
})

test('the home page of a learner has the poster of the video to continue, by a signed address', async () => {
  const row = { name: 'Demo Person', email: `${randomUUID()}@understudy.test`, email_verified_at: new Date() }
  const { id } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  const person = { personId: id, audience: 'learner' as const }
  await givenEnrolment(world, person.personId, `${courseCode}-1`)
  const { assetId: videoId } = await givenVideo(world, courseCode)
  const findPoster = async () => (await loadLearnHome(world, person)).continue?.posterUrl
  expect(await findPoster()).toBeNull()

  const folder = `derived/${videoId}/poster-1`
  const poster = sharp({ create: { width: 1280, height: 720, channels: 3, background: 'teal' } })
  const content = await poster.webp().toBuffer()
  await world.blobs.put(`${folder}/1280.webp`, content)
  await world.db
    .insertInto('rendition')
    .values({ asset_id: videoId, name: 'poster', folder, width: 1280, height: 720, bytes: content.length })
    .execute()
  const response = await createHost()((await findPoster())!)
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 960, height: 540 })
})

test('many requests at once make each image once, two at a time', async () => {
  const id = await givenPicture()
  let [now, most, count] = [0, 0, 0]
  const blobs: World['blobs'] = {
    ...world.blobs,
    async withFile(key, use) {
      count++
      most = Math.max(most, ++now)
      return world.blobs.withFile(key, use).finally(() => now--)
    },
  }
  const get = createHost({ ...world, blobs })
  const addresses = [...listAddresses('whole', id), ...listAddresses('square', id)]
  const responses = await Promise.all([...addresses, ...addresses, ...addresses].map(get))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect({ count, most }).toEqual({ count: addresses.length, most: 2 })
})

test('the images stay as long as their master, and are deleted with it', async () => {
  const id = await givenPicture()
  await createHost()(listAddresses('whole', id)[0]!)
  await world.db.transaction().execute((tx) => setReferences(tx, 'lesson', [{ key: randomUUID(), assetIds: [id] }]))
  const inTwoDays = { ...world, clock: () => new Date(Date.now() + 2 * DAY_MS) }
  await collectAssets(inTwoDays)
  const folder = expect.stringMatching(/^image-1-[0-9a-f]{16}\/(master|whole-320)\.webp$/)
  expect(await listBlobs(id)).toEqual([folder, folder])

  await world.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('asset_reference').where('asset_id', '=', id).execute()
    expect((await deleteAsset(world, tx, id)).ok).toBe(true)
  })
  await removeDeletedAsset(world, id)
  expect(await listBlobs(id)).toEqual([])
  expect((await createHost()(listAddresses('whole', id)[0]!)).statusCode).toBe(404)
})

test('the mark in an e-mail is a PNG that any mail program may show, also after the mark was replaced', async () => {
  const get = createHost()
  const hash = '0123456789abcdef0123456789abcdef'
  await world.db
    .insertInto('mail_mark')
    .values({ hash, picture: Buffer.from('png'), width: 42, height: 32 })
    .execute()
  const { statusCode, headers, body } = await get(`/images/site-mark/${hash}.png`)
  expect([statusCode, body]).toEqual([200, 'png'])
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  for (const file of [`${hash}.webp`, `${hash}.svg`, `${hash.replace('0', 'f')}.png`, `${hash}.png.png`])
    expect((await get(`/images/site-mark/${file}`)).statusCode, file).toBe(404)
})
