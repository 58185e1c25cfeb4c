/** Photos of a course's page: seen by nobody before they are published, and without the place where they were taken. docs/contract §40. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { RouterContextProvider } from 'react-router'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { exportContent } from '#catalogue/catalog/files/export.ts'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { saveUnit } from '#catalogue/drafts/save-unit.ts'
import { loadDraftedCourse } from '#catalogue/previews/load-drafted-course.ts'
import { createPreviewLink } from '#catalogue/previews/preview-links.ts'
import { readPicture } from '#catalogue/previews/read-picture.ts'
import { depsContext } from '#http/context.ts'
import { deleteAsset } from '#media/delete-asset.ts'
import { createPhotoMaker } from '#media/pictures/make-photo.ts'
import { photoMakerContext } from '#media/pictures/photo-context.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { cropToJpeg } from '#platform/pictures/convert-image.ts'
import { createCoursePicture, getPicturePath } from '#screens/storefront/art/share-picture.ts'
import { loader } from '#screens/storefront/pages/og.ts'
import { givenDraft, givenMaker, must, publishNow, readDraft, saveAbout } from '../../../tests/world/made-course.ts'
import { givenFile, processAll } from '../../../tests/world/media.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { mountImages } from './images.ts'

const folder = mkdtempSync(join(tmpdir(), 'understudy-photos-'))
const GPS = { IFD0: { Copyright: 'Ines' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
const photo = (file: string, fields: object = {}) => ({
  file,
  alt: 'A hand drawing a street corner',
  isDecorative: false,
  focalX: 30,
  focalY: 60,
  ...fields,
})

let world: World
let ines: ActingPerson
let get: (url: string) => ReturnType<ReturnType<typeof Fastify>['inject']>
beforeAll(async () => {
  world = await createWorld()
  ines = await givenMaker(world)
  const host = Fastify()
  mountImages(host, world)
  get = async (url) => host.inject({ url })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

let count = 0
/** A JPEG that says where it was taken. */
async function givenPhoto(courseCode: string): Promise<string> {
  const path = join(folder, `photo-${++count}.jpg`)
  const background = { r: 40 + count * 20, g: 90, b: 60 }
  await sharp({ create: { width: 1500, height: 1000, channels: 3, background } })
    .withExif(GPS)
    .jpeg()
    .toFile(path)
  expect((await readFile(path)).includes('Exif')).toBe(true)
  const id = await givenFile(world, courseCode, path, { kind: 'image', contentType: 'image/jpeg' })
  await processAll(world, null)
  return id
}

const getCover = async (code: string) => (await getCourseDefinition(world, code))?.images.cover ?? null
const getFault = async (code: string) =>
  (await readDraft(world, ines, code)).needs.find(({ need }) => need === 'page')?.fault ?? null

test('a cover needs words or is decoration, and is shown on page and card once it is published', async () => {
  const code = await givenDraft(world, ines, 'Sketch a corner')
  const file = await givenPhoto(code)
  await saveAbout(world, ines, code, { cover: photo(file, { alt: ' ' }) })
  expect(await getFault(code)).toBe('The cover photo needs words for people who can’t see it')
  await saveAbout(world, ines, code, { cover: photo(file, { alt: '', isDecorative: true }) })
  expect(await getFault(code)).toBeNull()
  await saveAbout(world, ines, code, { cover: photo(file) })
  await publishNow(world, ines, code)
  const cover = await getCover(code)
  expect(cover).toMatchObject({ alt: 'A hand drawing a street corner', focalX: 30, focalY: 60 })
  expect(cover!.sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  expect((await readDraft(world, ines, code)).changedUnits).toEqual([])
})

test('no size of a photo has the place or the author of the upload, and none is larger than it', async () => {
  const code = await givenDraft(world, ines, 'Places unsaid')
  await saveAbout(world, ines, code, { cover: photo(await givenPhoto(code)) })
  await publishNow(world, ines, code)
  const { sources } = (await getCover(code))!
  const urls = sources.flatMap(({ srcset }) => srcset.split(', ').map((entry) => entry.split(' ')[0]!))
  expect(urls).toHaveLength(10)
  const sizes = []
  for (const url of urls) {
    const response = await get(url)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'public, max-age=3600'])
    const { exif, xmp, iptc, width, height, format } = await sharp(response.rawPayload).metadata()
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
    sizes.push(`${response.headers['content-type']} ${format} ${width}×${height}`)
  }
  expect(sizes.slice(0, 5)).toEqual(
    ['320×213', '640×427', '960×640', '1280×853', '1500×1000'].map((size) => `image/avif heif ${size}`),
  )
})

test('a photo of a draft has no address, is in the preview itself, and is read by its teachers only', async () => {
  const code = await givenDraft(world, ines, 'Hidden picture')
  await publishNow(world, ines, code)
  const file = await givenPhoto(code)
  await saveAbout(world, ines, code, { cover: photo(file) })
  const { sha256 } = await world.db
    .selectFrom('asset')
    .select('sha256')
    .where('id', '=', file)
    .executeTakeFirstOrThrow()
  const url = `/images/${code.toLowerCase()}/${sha256!.toString('hex').slice(0, 16)}-320.webp`
  expect((await get(url)).statusCode).toBe(404)

  const link = must(await createPreviewLink(world, ines, { courseCode: code, kind: 'frame' }))
  const drafted = await loadDraftedCourse(world, createPhotoMaker(world), link.path.split('/').at(-1)!)
  expect(drafted!.images.cover).toMatchObject({ src: expect.stringMatching(/^data:image\/webp;base64,/), sources: [] })
  const bytes = Buffer.from(drafted!.images.cover!.src.split(',')[1]!, 'base64')
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 960 })
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()

  const read = (person: ActingPerson) =>
    readPicture(world, createPhotoMaker(world), person, { courseCode: code, assetId: file })
  expect(await read(ines)).toMatchObject({ ok: true })
  expect(await read(await givenMaker(world, 'Otto Other'))).toMatchObject({ refusal: { code: 'COURSE_NOT_FOUND' } })

  await publishNow(world, ines, code)
  expect((await get(url)).statusCode).toBe(200)
  await saveAbout(world, ines, code, { cover: null })
  await publishNow(world, ines, code)
  expect((await get(url)).statusCode).toBe(404)
})

test('a draft shows pictures of its own course only, and keeps them from being deleted', async () => {
  const [code, other] = [await givenDraft(world, ines, 'Own walls'), await givenDraft(world, ines, 'Other walls')]
  const foreign = await givenPhoto(other)
  const { body, version } = (await readDraft(world, ines, code)).units.about
  const save = (cover: object) =>
    saveUnit(world, ines, { courseCode: code, unit: 'about', version, body: { ...body, cover } })
  expect(await save(photo(foreign))).toMatchObject({
    refusal: { fields: { cover: 'This file is no longer there. Please choose another one' } },
  })
  expect(await save(photo('not-a-file'))).toMatchObject({ refusal: { code: 'FIELD_INVALID' } })
  const own = await givenPhoto(code)
  expect(await save(photo(own))).toMatchObject({ ok: true })
  const remove = () => world.db.transaction().execute((tx) => deleteAsset(world, tx, own))
  expect(await remove()).toMatchObject({ refusal: { code: 'ASSET_IN_USE' } })
  await saveAbout(world, ines, code, { cover: null })
  expect(await remove()).toMatchObject({ ok: true })
})

test('a photo of student work is published with its work, files have all photos with their words, and the poster is shown until an imported photo is ready', async () => {
  const code = await givenDraft(world, ines, 'Made by hand')
  const [cover, work, share] = [await givenPhoto(code), await givenPhoto(code), await givenPhoto(code)]
  const sharePhoto = photo(share, { alt: '', isDecorative: true })
  await saveAbout(world, ines, code, { cover: photo(cover), sharePhoto })
  const { version } = (await readDraft(world, ines, code)).units.page
  const works = [{ title: 'Dusk', by: 'Lea', length: '', hue: 'rose', motif: 'discs', seed: 'A', photo: photo(work) }]
  const studentWork = { note: '', works, stories: [] }
  must(await saveUnit(world, ines, { courseCode: code, unit: 'page', version, body: { studentWork } }))
  await publishNow(world, ines, code)
  expect((await getCourseDefinition(world, code))!.studentWork!.works).toMatchObject([
    { title: 'Dusk', photo: { alt: 'A hand drawing a street corner' } },
  ])
  const out = join(folder, 'export')
  const exported = await exportContent(world, out, null)
  if (!exported.ok) throw new Error(exported.refusal.reason)
  const text = await readFile(join(out, `courses/${code.toLowerCase()}.yaml`), 'utf8')
  expect(text).toMatch(/^cover: \{.*alt: A hand drawing a street corner, focalX: 30, focalY: 60 \}$/m)
  expect(text).toMatch(/^sharePhoto: \{.*focalX: 30, focalY: 60 \}$/m)
  expect(text).toMatch(/ {6}photo: \{.*focalX: 30/)
  expect(readdirSync(join(out, `courses/${code.toLowerCase()}`)).filter((name) => name.endsWith('.jpg'))).toHaveLength(
    3,
  )

  const other = await createWorld()
  const imported = await importContent(other, out, new Date('2026-11-21T09:00:00Z'))
  if (!imported.ok) throw new Error(imported.refusal.reason)
  expect(await readLastDocument(other, code)).toEqual(await readLastDocument(world, code))

  const host = Fastify()
  mountImages(host, other)
  const { src, sources } = (await getCourseDefinition(other, code))!.images.cover!
  const request = async () => {
    const answers = [src, sources[0]!.srcset.split(' ')[0]!].map((url) => host.inject({ url }))
    return (await Promise.all(answers)).map(({ statusCode, headers }) => [statusCode, headers.location])
  }
  const drawn = [302, `/art/${code}.svg`]
  expect(await request()).toEqual([drawn, drawn])
  expect((await host.inject({ url: src.replace(/[0-9a-f]{16}/, '0123456789abcdef') })).statusCode).toBe(404)
  await processAll(other, null)
  const shown = [200, undefined]
  expect(await request()).toEqual([shown, shown])
  await other.close()
})

test('a photo replaces the drawn picture of shared links once it is published, 1200 × 630 of it as JPEG', async () => {
  const code = await givenDraft(world, ines, 'Shared widely')
  await publishNow(world, ines, code)
  const getPath = async () =>
    getPicturePath(createCoursePicture((await getCourseDefinition(world, code))!, world.site.current))
  const open = async (path: string) => {
    const context = new RouterContextProvider()
    context.set(depsContext, world)
    context.set(photoMakerContext, createPhotoMaker(world))
    const response = await loader({ context, params: { file: path.slice('/og/'.length) } } as unknown as Parameters<
      typeof loader
    >[0])
    const bytes = Buffer.from(await response.arrayBuffer())
    const { format, width, height, exif } = await sharp(bytes).metadata()
    return [response.headers.get('content-type'), format, width, height, exif]
  }
  const drawn = await getPath()
  expect(drawn).toMatch(/\.png$/)
  expect(await open(drawn)).toEqual(['image/png', 'png', 1200, 630, undefined])
  await saveAbout(world, ines, code, { sharePhoto: photo(await givenPhoto(code), { alt: '', isDecorative: true }) })
  expect(await getFault(code)).toBeNull()
  expect(await getPath()).toBe(drawn)
  await publishNow(world, ines, code)
  const shared = await getPath()
  expect(shared).toMatch(/\.jpg$/)
  expect(await open(shared)).toEqual(['image/jpeg', 'jpeg', 1200, 630, undefined])
  await saveAbout(world, ines, code, { sharePhoto: null })
  await publishNow(world, ines, code)
  expect(await getPath()).toBe(drawn)
})

test('the part of a picture around the point is shown', async () => {
  const path = join(folder, 'halves.png')
  const right = await sharp({ create: { width: 1000, height: 800, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  await sharp({ create: { width: 2000, height: 800, channels: 3, background: 'black' } })
    .composite([{ input: right, left: 1000, top: 0 }])
    .png()
    .toFile(path)
  /** Of 4: black is 0. */
  const getBrightness = async (focalX: number) => {
    const { channels } = await sharp(
      await cropToJpeg(path, { width: 400, height: 400 }, { focalX, focalY: 50 }),
    ).stats()
    return Math.round(channels[0]!.mean / 64)
  }
  expect([await getBrightness(0), await getBrightness(50), await getBrightness(100)]).toEqual([0, 2, 4])
})

async function readLastDocument({ db }: World, code: string): Promise<unknown> {
  const versions = db.selectFrom('course_version').select('document').where('course_code', '=', code)
  return (await versions.orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow()).document
}
