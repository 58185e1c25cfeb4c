/** Uploads over HTTP, on a real database and a real blob store. docs/contract §23. */
import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAULTS } from '#media/processing/step.ts'
import { getAsset } from '#media/queries/processed-assets.ts'
import { receiveUpload } from '#media/uploads/receive-upload.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { putCourseRole } from '#people/roles/queries.ts'
import { originalKey } from '#platform/blobs/blob-keys.ts'
import { askAll } from '#screens/admin/queries/audit-money.ts'
import { createRandom } from '../../../tests/support/random.ts'
import { type Api, startApi } from '../../../tests/world/api.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { getMediaState, processAll } from '../../../tests/world/media.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { readOffset, sendBytes } from '../../../tests/world/uploads.ts'

let setup: Identity
let other: Api
beforeAll(async () => {
  setup = await createIdentityWorld()
  other = await startApi(setup.world, ['static-data'])
})
afterAll(async () => {
  await other.close()
  await setup.close()
})

type Role = Parameters<typeof putCourseRole>[1]['role']

async function givenMember(courseCode: string, role: Role | null) {
  const email = await setup.known()
  const { authorization } = await setup.as(email)
  const { id: personId } = (await personByEmail(setup.world.db, email))!
  if (role) await setup.world.db.transaction().execute((tx) => putCourseRole(tx, { personId, courseCode, role }))
  return { personId, authorization }
}

async function givenTeacher(role: Role = 'creator') {
  const courseCode = (await givenCourse(setup.world)).replace(/-1$/, '')
  return { courseCode, ...(await givenMember(courseCode, role)) }
}

const startUpload = (authorization: string, coursePrefixCode: string, bytes: number, more: object = {}) =>
  setup.post('assets', { coursePrefixCode, kind: 'file', filename: 'notes.txt', bytes, ...more }, { authorization })

async function givenUpload({ authorization, courseCode }: Awaited<ReturnType<typeof givenTeacher>>, bytes: Buffer) {
  const { body } = await startUpload(authorization, courseCode, bytes.length)
  const { assetId, uploadUrl } = body.data
  return { assetId, sender: { base: setup.api.base, authorization, uploadUrl } }
}

async function getStorage(courseCode: string) {
  return setup.world.db
    .selectFrom('course_storage')
    .select(['used_bytes', 'reserved_bytes'])
    .where('course_code', '=', courseCode)
    .executeTakeFirst()
}

/** Text whose first bytes are those of no other kind of file. */
const createText = (length: number) => Buffer.from(`Notes: ${randomBytes(length).toString('base64')}`.slice(0, length))

test('an upload that breaks off anywhere and goes on in another process is byte for byte the file that was sent', async () => {
  const { world } = setup
  for (const seed of [1, 2]) {
    const random = createRandom(seed)
    const teacher = await givenTeacher()
    const content = createText(9_000_000 + Math.floor(random.next() * 2_000_000))
    const { assetId, sender } = await givenUpload(teacher, content)
    let breaks = 0
    while (true) {
      const { offset } = await readOffset(sender)
      if (offset === content.length) break
      const base = random.pick([setup.api.base, other.base])
      const bytes = content.subarray(offset!, offset! + Math.ceil(random.next() * 6_000_000))
      const isBroken = breaks < 6 && random.chance(0.6)
      breaks += isBroken ? 1 : 0
      const after = isBroken ? Math.floor(random.next() * bytes.length) : undefined
      // The second tab sends the same bytes at the same time.
      await Promise.all([
        sendBytes({ ...sender, base }, offset!, bytes, after),
        ...(random.chance(0.3) ? [sendBytes({ ...sender, base: other.base }, offset!, bytes)] : []),
      ])
    }
    expect(await getStorage(teacher.courseCode)).toEqual({ used_bytes: 0, reserved_bytes: content.length })
    await processAll(world, null)
    const { asset } = await getMediaState(world, assetId)
    expect(asset).toMatchObject({ state: 'ready', content_type: 'text/plain' })
    expect(asset.sha256).toEqual(createHash('sha256').update(content).digest())
    const stored = await buffer((await world.blobs.get(originalKey(assetId)))!.stream)
    expect(stored.equals(content)).toBe(true)
    expect(await getStorage(teacher.courseCode)).toEqual({ used_bytes: content.length, reserved_bytes: 0 })
  }
  const rules = await askAll(world.db)
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
  await world.db.updateTable('course_storage').set({ used_bytes: 1 }).execute()
  const broken = (await askAll(world.db)).filter(({ violations }) => violations.length > 0)
  expect(broken.map(({ id }) => id)).toEqual(['Q13'])
})

test('of two calls of one upload one gets the lease, and the other is told that it is busy', async () => {
  const teacher = await givenTeacher()
  const content = createText(4_000_000)
  const { sender } = await givenUpload(teacher, content)
  await setup.world.db
    .updateTable('upload')
    .set({ lease_id: 'ffffffff-0000-4000-8000-000000000000', leased_until: new Date(Date.now() + 30_000) })
    .where('asset_id', '=', sender.uploadUrl.split('/').at(-1)!)
    .execute()
  expect(await sendBytes(sender, 0, content)).toMatchObject({ status: 423 })
  expect(await readOffset(sender)).toEqual({ status: 200, offset: 0 })
})

test('only the person who began an upload continues it, and only while that person may edit the course', async () => {
  const teacher = await givenTeacher()
  const { courseCode } = teacher
  const content = createText(100_000)
  const { assetId, sender } = await givenUpload(teacher, content)
  const actors = {
    learner: [await givenMember(courseCode, null), 404, 404, 404],
    assistant: [await givenMember(courseCode, 'assistant'), 403, 403, 403],
    coTeacher: [await givenMember(courseCode, 'co_teacher'), 404, 200, 201],
    foreign: [await givenTeacher(), 404, 404, 404],
  } as const
  for (const [name, [{ authorization }, upload, asset, start]] of Object.entries(actors)) {
    const read = await setup.api.call(`/api/v1/assets/${assetId}`, { headers: { authorization } })
    const answers = [
      (await readOffset({ ...sender, authorization })).status,
      (await sendBytes({ ...sender, authorization }, 0, content)).status,
      read.status,
      (await startUpload(authorization, courseCode, 10)).status,
    ]
    expect([name, ...answers]).toEqual([name, upload, upload, asset, start])
  }
  expect((await setup.api.call(`/api/v1/assets/${assetId}`)).status).toBe(401)
  await setup.world.db.deleteFrom('course_role').where('person_id', '=', teacher.personId).execute()
  expect((await sendBytes(sender, 0, content)).status).toBe(404)
  expect((await readOffset(sender)).status).toBe(404)
})

test('many uploads at once never reserve more than the quota', async () => {
  const { courseCode, authorization } = await givenTeacher()
  await setup.world.db.insertInto('course_storage').values({ course_code: courseCode, quota_bytes: 1000 }).execute()
  const started = await Promise.all(Array.from({ length: 12 }, () => startUpload(authorization, courseCode, 300)))
  expect(started.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(201), ...Array(9).fill(507)])
  expect(started.find(({ status }) => status === 507)!.body).toMatchObject({
    errorCode: 'QUOTA_EXCEEDED',
    data: { usedBytes: 900, quotaBytes: 1000 },
  })
  expect(await getStorage(courseCode)).toEqual({ used_bytes: 0, reserved_bytes: 900 })
})

test('a page of HTML, a file that is too large, and wrong bytes are refused', async () => {
  const teacher = await givenTeacher()
  const { authorization, courseCode } = teacher
  const page = Buffer.from(`<!doctype html><script>alert(1)</script>${' '.repeat(70_000)}`)
  const { assetId, sender } = await givenUpload(teacher, page)
  expect((await sendBytes(sender, 0, page)).status).toBe(415)
  expect((await getMediaState(setup.world, assetId)).asset).toMatchObject({ state: 'failed' })
  expect(await getStorage(courseCode)).toEqual({ used_bytes: 0, reserved_bytes: 0 })

  const tooLarge = await startUpload(authorization, courseCode, 500_000_001)
  expect(tooLarge).toMatchObject({ status: 413, body: { data: { maxBytes: 500_000_000 } } })

  const content = createText(1000)
  const started = await startUpload(authorization, courseCode, 1000, { sha256: '0'.repeat(64) })
  const { assetId: wrong, uploadUrl } = started.body.data
  expect((await sendBytes({ ...sender, uploadUrl }, 0, Buffer.concat([content, content]))).status).toBe(413)
  expect((await sendBytes({ ...sender, uploadUrl }, 0, content)).status).toBe(204)
  await processAll(setup.world, null)
  expect((await getMediaState(setup.world, wrong)).asset).toMatchObject({ state: 'failed' })
  const again = await setup.post(`assets/${wrong}/retry`, {}, { authorization })
  expect(again).toMatchObject({ status: 409, body: { errorCode: 'UPLOAD_CHECKSUM' } })
  expect(await getStorage(courseCode)).toEqual({ used_bytes: 0, reserved_bytes: 0 })
})

test('a worker that dies after it has refused a file leaves no bytes, and the next one gives the same reason', async () => {
  const { world } = setup
  const { courseCode, authorization } = await givenTeacher()
  const content = createText(100_000)
  const { body } = await startUpload(authorization, courseCode, content.length, { sha256: '0'.repeat(64) })
  const { assetId, uploadUrl } = body.data
  expect((await sendBytes({ base: setup.api.base, authorization, uploadUrl }, 0, content)).status).toBe(204)
  const asset = (await getAsset(world.db, assetId))!
  await receiveUpload(world, asset, new AbortController().signal)
  expect(await world.blobs.stat(originalKey(assetId))).toBeNull()
  await processAll(world, null)
  expect((await getMediaState(world, assetId)).asset).toMatchObject({ state: 'failed', fault: FAULTS.checksum })
})
