/** The audit's rule about certificates, on a real database. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeCourse, givenHolder, setCertificateRule } from '../../../tests/world/certificates.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { audit } from './audit-money.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(10)
})
afterAll(() => world.close())

const listFaults = async () => (await audit(world)).find(({ id }) => id === 'Q15')?.violations

test('a teacher whose completion gives no certificate, and an admin who learns, are no faults', async () => {
  const admin = await givenHolder(world)
  await world.db.insertInto('site_role').values({ person_id: admin.personId, role: 'community_admin' }).execute()
  const [learning, teaching] = [(await givenHolder(world)).courseCode, (await givenHolder(world)).courseCode]
  await world.db
    .insertInto('course_role')
    .values({ person_id: admin.personId, course_code: teaching, role: 'assistant' })
    .execute()
  for (const courseCode of [learning, teaching]) await completeCourse(world, admin.personId, courseCode)
  const given = world.db.selectFrom('certificate').select('course_code').where('person_id', '=', admin.personId)
  expect((await given.execute()).map((row) => row.course_code).toSorted()).toEqual(
    [admin.courseCode, learning].toSorted(),
  )
  expect(await listFaults()).toEqual([])
})

test('a lost certificate and a credential that outlives its certificate are found, a later rule is none', async () => {
  const lost = await givenHolder(world)
  const revoked = await givenHolder(world)
  expect(await listFaults()).toEqual([])
  const { db } = world
  await db
    .updateTable('certificate')
    .set({ state: 'revoked', reason: 'at the holder’s request', issued_at: new Date(Date.now() - 3_600_000) })
    .where('id', '=', revoked.certificateId)
    .execute()
  await db.deleteFrom('credential').where('certificate_id', '=', lost.certificateId).execute()
  await db.deleteFrom('certificate').where('id', '=', lost.certificateId).execute()
  await setCertificateRule(world, lost.courseCode, { mode: 'off' })
  expect(await listFaults()).toEqual([
    { subject: lost.personId, course_code: lost.courseCode, what: 'no certificate' },
    { subject: revoked.certificateId, course_code: revoked.courseCode, what: 'credential' },
  ])
})
