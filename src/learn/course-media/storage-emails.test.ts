/** The e-mails about the storage of a course, and what teachers see of a failed step. docs/contract §23. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertSteps } from '#media/queries/steps.ts'
import { reserveBytes } from '#media/queries/uploads.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { givenAsset } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createTeacher } from '../../../tests/world/teacher.ts'
import { mediaStorageNearlyFullJob, type StorageUse } from './queue.ts'
import { enqueueStorageCheck } from './uploads/storage-check.ts'
import { writeNearlyFullEmails } from './write-emails.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

async function givenTeacher() {
  const cohortCode = await givenCourse(setup.world)
  return { courseCode: cohortCode.replace(/-1$/, ''), teacher: await createTeacher(setup, cohortCode) }
}

test('a storage that is nearly full is told once, and again after it fell below 90 % and rose again', async () => {
  const { world } = setup
  const { courseCode, teacher } = await givenTeacher()
  const upload = (bytes: number) =>
    world.db.transaction().execute(async (tx) => {
      const storage = (await reserveBytes(tx, { courseCode, bytes, quotaBytes: 1000 }))!
      await enqueueStorageCheck(world, tx, { courseCode, personId: teacher.personId, ...storage })
    })
  const free = (bytes: number) =>
    world.db
      .updateTable('course_storage')
      .set({ reserved_bytes: sql`reserved_bytes - ${bytes}` })
      .where('course_code', '=', courseCode)
      .execute()
  const countEmails = async () => {
    const { rows } = await sql<{ data: StorageUse }>`select data from pgboss.job
      where name = ${mediaStorageNearlyFullJob.name} and data->>'courseCode' = ${courseCode} order by created_on`.execute(
      world.db,
    )
    for (const { data } of rows) await writeNearlyFullEmails(world, data)
    const mails = world.db.selectFrom('mail').select('id').where('to_address', '=', teacher.email)
    return (await mails.where('subject', 'like', 'The storage of %').execute()).length
  }
  await upload(899)
  expect(await countEmails()).toBe(0)
  await upload(1)
  expect(await countEmails()).toBe(1)
  await upload(50)
  await free(20)
  await upload(10)
  expect(await countEmails()).toBe(1)
  await free(500)
  await upload(100)
  expect(await countEmails()).toBe(1)
  await upload(400)
  expect(await countEmails()).toBe(2)
})

test('a teacher sees the last lines of the program that failed, without the folders of the server', async () => {
  const { world } = setup
  const { courseCode, teacher } = await givenTeacher()
  const assetId = await givenAsset(world, courseCode, 20)
  await insertSteps(world.db, assetId, ['video-720', 'poster'])
  const error = ['ended by: failed', ...Array.from({ length: 30 }, (_, line) => `[h264 @ 0x5] line ${line}`)]
  error.push('/srv/data/blobs/original/0190-ab: Invalid data found')
  const fail = world.db.updateTable('media_step').where('asset_id', '=', assetId).where('step', '=', 'video-720')
  await fail.set({ state: 'running', lease_id: assetId, leased_until: new Date() }).execute()
  await fail.set({ state: 'failed', lease_id: null, leased_until: null, error: error.join('\n') }).execute()
  const headers = await setup.as(teacher.email)
  const { body } = await setup.api.call(`/api/v1/assets/${assetId}`, { headers })
  expect(body.data.faultLines).toHaveLength(20)
  expect(body.data.faultLines.at(-1)).toBe('0190-ab: Invalid data found')
  expect(JSON.stringify(body)).not.toContain('/srv')
})

test('two spellings of a language are one track', async () => {
  const { courseCode, teacher } = await givenTeacher()
  const assetId = await givenAsset(setup.world, courseCode, 20)
  const headers = await setup.as(teacher.email)
  const add = async (language: string) =>
    setup.api.call(`/api/v1/assets/${assetId}/tracks`, {
      method: 'POST',
      headers,
      body: { kind: 'captions', language, cues: [{ startsMs: 0, endsMs: 1000, text: 'Hello' }] },
    })
  expect((await add('pt-br')).body).toMatchObject({ data: { language: 'pt-BR' } })
  expect((await add('PT-BR')).body).toMatchObject({ errorCode: 'TRACK_EXISTS' })
  expect((await add('en_GB')).body).toMatchObject({ errorCode: 'FIELD_INVALID' })
})
