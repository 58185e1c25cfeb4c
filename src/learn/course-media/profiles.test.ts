/** Teachers' profiles: changed by their person or an admin, public at once. docs/contract §40. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountImages } from '#app/hosts/images.ts'
import { getCourseDefinition } from '#catalogue/catalog/catalogue.ts'
import { loadProfile } from '#catalogue/profiles/load-profile.ts'
import { loadProfilePage } from '#catalogue/profiles/load-profile-page.ts'
import { saveProfile } from '#catalogue/profiles/save-profile.ts'
import type { ProfileChange } from '#catalogue/profiles/wire.ts'
import { createPhotoMaker } from '#media/pictures/make-photo.ts'
import { anonymisePerson } from '#people/accounts/queries/people.ts'
import { type ActingPerson, deleteRoles } from '#people/roles/queries.ts'
import { givenDraft, givenMaker, must, publishNow, readDraft } from '../../../tests/world/made-course.ts'
import { processAll } from '../../../tests/world/media.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { createUploadReceiver } from './uploads/receive-call.ts'
import { startProfileUpload } from './uploads/start-upload.ts'

const folder = mkdtempSync(join(tmpdir(), 'understudy-profiles-'))
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const read = async (person: ActingPerson, slug: string) =>
  must(await loadProfile(world, createPhotoMaker(world), person, slug))

const save = async (person: ActingPerson, slug: string, fields: Partial<ProfileChange> = {}) => {
  const { version, name, initials, pageSlug, quote, biography, links } = await read(person, slug)
  const change = { version, name, initials, pageSlug, quote, biography, links, photo: null, ...fields }
  return saveProfile(world, person, { slug, change })
}

/** A teacher with a published course. */
async function givenTeacher(name: string): Promise<{ person: ActingPerson; slug: string; code: string }> {
  const person = await givenMaker(world, name)
  const code = await givenDraft(world, person, `A course of ${name}`)
  await publishNow(world, person, code)
  const { slug } = (await readDraft(world, person, code)).teachers[0]!
  return { person, slug, code }
}

async function givenAdmin(): Promise<ActingPerson> {
  const row = { email: `${randomUUID()}@understudy.test`, name: 'Addy Admin' }
  const { id } = await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()
  await world.db.insertInto('site_role').values({ person_id: id, role: 'community_admin' }).execute()
  return { personId: id, audience: 'admin' }
}

test('an account that is called after its address is called like the profile that its person saves, and a typed name stays', async () => {
  const { person, slug } = await givenTeacher('Ilse Brandt')
  const rename = async (name: string | null, by = person) => {
    const { email } = await world.db
      .selectFrom('person')
      .select('email')
      .where('id', '=', person.personId)
      .executeTakeFirstOrThrow()
    await world.db
      .updateTable('person')
      .set({ name: name ?? email.split('@')[0]! })
      .where('id', '=', person.personId)
      .execute()
    must(await save(by, slug, { name: 'Ilse von Brandt' }))
    const row = await world.db
      .selectFrom('person')
      .select('name')
      .where('id', '=', person.personId)
      .executeTakeFirstOrThrow()
    return row.name
  }
  expect(await rename(null, await givenAdmin())).not.toBe('Ilse von Brandt')
  expect(await rename(null)).toBe('Ilse von Brandt')
  expect(await rename('Ilse B')).toBe('Ilse B')
})

test('what a teacher saves is on the course and on the own page at once', async () => {
  const { person, slug, code } = await givenTeacher('Ines Valdez')
  const change = { quote: 'Draw first.', biography: 'One.\n\n  \nTwo.', links: ['https://ines.example.test/work'] }
  expect(await save(person, slug, change)).toEqual({ ok: true, value: null })
  const shown = { quote: 'Draw first.', biography: ['One.', 'Two.'], links: ['https://ines.example.test/work'] }
  expect((await getCourseDefinition(world, code))!.instructors).toMatchObject([{ ...shown, url: `/creators/${slug}` }])
  expect(await loadProfilePage(world, slug)).toMatchObject({
    ...shown,
    name: 'Ines Valdez',
    cards: [{ coursePrefixCode: code }],
  })
})

test('a new address redirects every former one, and nobody else can take one of them', async () => {
  const [ines, otto] = [await givenTeacher('Nora Old'), await givenTeacher('Otto Other')]
  expect(await save(ines.person, ines.slug, { pageSlug: 'nora-new' })).toMatchObject({ ok: true })
  expect(await save(ines.person, ines.slug, { pageSlug: 'nora-newest' })).toMatchObject({ ok: true })
  for (const page of [ines.slug, 'nora-new', 'nora-newest'])
    expect(await loadProfilePage(world, page)).toMatchObject({ path: '/creators/nora-newest' })
  for (const pageSlug of [ines.slug, 'nora-new', 'nora-newest'])
    expect(await save(otto.person, otto.slug, { pageSlug })).toMatchObject({
      refusal: { fields: { pageSlug: 'Another teacher has this address, or had it' } },
    })
  expect(await save(ines.person, ines.slug, { pageSlug: ines.slug })).toMatchObject({ ok: true })
  expect(await loadProfilePage(world, 'nora-newest')).toMatchObject({ path: `/creators/${ines.slug}` })
})

test('a new teacher gets no address that the page of another teacher has, or had', async () => {
  const vera = await givenTeacher('Vera Former')
  expect(vera.slug).toBe('vera-former')
  for (const pageSlug of ['vera-between', 'vera-now', 'vera-then'])
    expect(await save(vera.person, vera.slug, { pageSlug })).toMatchObject({ ok: true })
  for (const [name, slug] of [
    ['Vera Between', 'vera-between-2'],
    ['Vera Then', 'vera-then-2'],
    ['Vera Former', 'vera-former-2'],
  ] as const)
    expect((await givenTeacher(name)).slug).toBe(slug)
  expect(await loadProfilePage(world, 'vera-between')).toMatchObject({ path: '/creators/vera-then' })
})

test('of two teachers who take one address at the same time, one is refused', async () => {
  const teachers = [await givenTeacher('Tom Twin'), await givenTeacher('Tim Twin')]
  for (const pageSlug of ['the-twins', 'both-of-us', 'tim-and-tom']) {
    const saved = await Promise.all(teachers.map(({ person, slug }) => save(person, slug, { pageSlug })))
    expect(saved.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(saved.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'FIELD_INVALID' } })
  }
})

test('only its person and admins may see or change a profile: to others it is missing', async () => {
  const { person, slug } = await givenTeacher('Pia Private')
  const [other, admin] = [await givenMaker(world, 'Olga Other'), await givenAdmin()]
  const change = { ...(await read(person, slug)), photo: null, name: 'Changed' }
  for (const refused of [
    await loadProfile(world, createPhotoMaker(world), other, slug),
    await saveProfile(world, other, { slug, change }),
    await saveProfile(world, { ...admin, audience: 'learner' }, { slug, change }),
    await loadProfile(world, createPhotoMaker(world), person, 'nobody'),
    await startProfileUpload(world, other, { profileSlug: slug, kind: 'image', filename: 'a.jpg', bytes: 10 }),
  ])
    expect(refused).toMatchObject({ refusal: { code: 'PROFILE_NOT_FOUND' } })
  expect(await saveProfile(world, admin, { slug, change })).toMatchObject({ ok: true })
  expect(await saveProfile(world, person, { slug, change })).toMatchObject({ refusal: { code: 'VERSION_CONFLICT' } })
  expect(await read(person, slug)).toMatchObject({ name: 'Changed' })
})

test('a photo replaces the initials without the place where it was taken, and goes with its person', async () => {
  const { person, slug, code } = await givenTeacher('Fay Face')
  const path = join(folder, 'face.jpg')
  const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
  await sharp({ create: { width: 900, height: 900, channels: 3, background: 'teal' } })
    .withExif(exif)
    .jpeg()
    .toFile(path)
  const bytes = await readFile(path)
  const upload = { profileSlug: slug, kind: 'image' as const, filename: 'face.jpg', bytes: bytes.length }
  const { assetId } = must(await startProfileUpload(world, person, upload))
  const body = (async function* () {
    yield bytes
  })()
  const receive = createUploadReceiver(world)
  must(await receive(person, { assetId, offset: 0, contentLength: bytes.length, body }))
  const photo = { assetId, focalX: 20, focalY: 30 }
  expect(await save(person, slug, { photo })).toMatchObject({ ok: true })
  expect((await getCourseDefinition(world, code))!.instructors[0]!.photo).toBeNull()
  await world.runJobs()
  await processAll(world, null)

  const shown = (await getCourseDefinition(world, code))!.instructors[0]!.photo
  expect(shown).toMatchObject({ focalX: 20, focalY: 30, alt: '' })
  const host = Fastify()
  mountImages(host, world)
  const response = await host.inject({ url: shown!.src })
  expect(response.statusCode).toBe(200)
  expect((await sharp(response.rawPayload).metadata()).exif).toBeUndefined()
  expect(await read(person, slug)).toMatchObject({
    photo: { state: 'ready', src: expect.stringMatching(/^data:image/) },
  })

  const other = await givenTeacher('Gil Guest')
  expect(await save(other.person, other.slug, { photo })).toMatchObject({ refusal: { code: 'FIELD_INVALID' } })

  await world.db.transaction().execute(async (tx) => {
    await deleteRoles(tx, person.personId)
    await anonymisePerson(tx, person.personId, { email: `deleted-${randomUUID()}@deleted.invalid`, name: 'Deleted' })
  })
  expect((await getCourseDefinition(world, code))!.instructors).toMatchObject([
    { name: 'Fay Face', quote: null, biography: [], links: [], photo: null },
  ])
  expect((await host.inject({ url: shown!.src })).statusCode).toBe(404)
  const asset = await world.db
    .selectFrom('asset')
    .select('unreferenced_since')
    .where('id', '=', assetId)
    .executeTakeFirst()
  expect(asset!.unreferenced_since).not.toBeNull()
})
