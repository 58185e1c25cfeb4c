/** The storage of a course, from the operator's command to the e-mail. docs/contract §23. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createTeacher } from '../../../tests/world/teacher.ts'
import { changeQuota } from './change-quota.ts'
import { courseMediaJobs } from './jobs.ts'
import { mediaStorageNearlyFullJob } from './queue.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

test('an operator changes the quota of a course; the upload that nearly fills it brings one e-mail', async () => {
  const { world } = setup
  const cohortCode = await givenCourse(world)
  const courseCode = cohortCode.replace(/-1$/, '')
  const teacher = await createTeacher(setup, cohortCode)
  const headers = await setup.as(teacher.email)
  const upload = async (bytes: number) =>
    setup.api.call('/api/v1/assets', {
      method: 'POST',
      headers,
      body: { coursePrefixCode: courseCode, kind: 'file', filename: 'notes.txt', bytes },
    })
  const listEmails = async () => {
    const { handle } = courseMediaJobs(world).find(({ job }) => job === mediaStorageNearlyFullJob)!
    const waiting = sql<{ data: { courseCode: string } }>`select data from pgboss.job
      where name = ${mediaStorageNearlyFullJob.name}`
    for (const { data } of (await waiting.execute(world.db)).rows)
      if (data.courseCode === courseCode) await handle(data)
    return world.db.selectFrom('mail').select('subject').where('to_address', '=', teacher.email).execute()
  }

  expect(await changeQuota(world, courseCode, 1000)).toMatchObject({
    ok: true,
    value: { usedBytes: 0, quotaBytes: 1000 },
  })
  expect((await upload(1001)).body).toMatchObject({
    errorCode: 'QUOTA_EXCEEDED',
    data: { usedBytes: 0, quotaBytes: 1000 },
  })
  expect((await upload(899)).status).toBe(201)
  expect(await listEmails()).toEqual([])
  expect((await upload(1)).status).toBe(201)
  await listEmails()
  expect(await listEmails()).toMatchObject([{ subject: expect.stringMatching(/^The storage of /) }])

  expect(await changeQuota(world, courseCode, 500)).toMatchObject({
    ok: true,
    value: { usedBytes: 900, quotaBytes: 500 },
  })
  expect((await upload(1)).body).toMatchObject({ errorCode: 'QUOTA_EXCEEDED' })
  expect(await changeQuota(world, courseCode, null)).toMatchObject({
    value: { quotaBytes: world.config.media.courseQuotaBytes },
  })
  expect((await upload(1001)).status).toBe(201)
  expect(await changeQuota(world, 'MISSING', 500)).toMatchObject({ ok: false, refusal: { code: 'COURSE_NOT_FOUND' } })

  const events = world.db
    .selectFrom('audit_event')
    .select(['actor_kind', 'details'])
    .where('object_id', '=', courseCode)
  const standard = world.config.media.courseQuotaBytes
  expect(await events.where('action', '=', 'quota-changed').orderBy('id').execute()).toEqual([
    { actor_kind: 'operator', details: { bytesBefore: standard, bytes: 1000 } },
    { actor_kind: 'operator', details: { bytesBefore: 1000, bytes: 500 } },
    { actor_kind: 'operator', details: { bytesBefore: 500, bytes: standard } },
  ])
})
