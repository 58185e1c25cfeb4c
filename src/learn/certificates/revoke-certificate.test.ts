import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNewestMails } from '#people/mailing/queries.ts'
import { putCourseRole } from '#people/roles/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { cancelCohort } from '#sell/payments/cancel-cohort.ts'
import { endEnrolment } from '#sell/refunds/cancel-enrolment.ts'
import { completeCourse, givenHolder, type Holder } from '../../../tests/world/certificates.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { changeOwnCertificate, correctName } from './change-certificate.ts'
import { signCredential } from './credentials/sign-credential.ts'
import type { Member } from './edit-certificate.ts'
import { certificatesJobs } from './jobs.ts'
import { listOwnCertificates } from './queries/certificates.ts'
import { getCredentialJws, listRevokedCredentials } from './queries/credentials.ts'
import { revokeAnyCertificate, revokeOwnCertificate } from './revoke-certificate.ts'

let world: World
let adminId: string
let admin: Member
beforeAll(async () => {
  world = await createWorld(20)
  await world.jobs.work(certificatesJobs(world))
  const person = { email: `${randomUUID()}@understudy.test`, name: 'Admin', roles: ['learner', 'community-admin'] }
  adminId = (await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()).id
  admin = { personId: adminId, audience: 'admin' }
})
afterAll(() => world.close())

const getState = async ({ personId }: Holder) => (await listOwnCertificates(world.db, personId))[0]!
const expectRevoked = async (holder: Holder) => {
  await world.runJobs()
  expect((await getState(holder)).state).toBe('revoked')
}
const listSubjects = async ({ email }: Holder) => (await listNewestMails(world.db, email)).map(({ subject }) => subject)
const REVOKED_MAIL = 'Your certificate for A course was revoked'

test('an ended enrolment revokes the certificate and its credential, with one e-mail', async () => {
  const holder = await givenHolder(world)
  const outcome = await endEnrolment(world, adminId, holder.enrolmentId, { reason: 'Private words', refund: 'none' })
  expect(outcome).toMatchObject({ ok: true })
  await expectRevoked(holder)
  const { reason } = await getState(holder)
  expect(reason).toBe('the place on the course was cancelled or refunded')
  expect(await getCredentialJws(world.db, holder.certificateId)).toBeNull()
  expect((await listRevokedCredentials(world.db)).map((one) => one.reason)).toContain(reason)
  expect(await listSubjects(holder)).toContain(REVOKED_MAIL)
})

test('a cancelled cohort revokes the certificates of its learners', async () => {
  const holder = await givenHolder(world)
  const other = await givenHolder(world, { cohortCode: holder.cohortCode })
  expect(await cancelCohort(world, adminId, holder.cohortCode, 'No teacher')).toMatchObject({ ok: true })
  await expectRevoked(holder)
  await expectRevoked(other)
})

test('another active enrolment in the course keeps the certificate', async () => {
  const holder = await givenHolder(world)
  const second = `${holder.courseCode}-2`
  const cohort = await world.db
    .selectFrom('cohort')
    .selectAll()
    .where('cohort_code', '=', holder.cohortCode)
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('cohort')
    .values({ ...cohort, cohort_code: second, taken: 0, enrolled: 0 })
    .execute()
  await world.db
    .insertInto('offer')
    .values({ offer_code: second, cohort_code: second, currency: 'USD', price_minor: 100 })
    .execute()
  expect(await giveSeat(world, second, { email: holder.email, name: 'Ana Cruz', timezoneId: 'UTC' })).toMatchObject({
    ok: true,
  })
  const lastOne = await givenHolder(world, { cohortCode: holder.cohortCode })
  await endEnrolment(world, adminId, holder.enrolmentId, { reason: 'Moved', refund: 'none' })
  await endEnrolment(world, adminId, lastOne.enrolmentId, { reason: 'Left', refund: 'none' })
  await expectRevoked(lastOne)
  expect((await getState(holder)).state).toBe('issued')
})

test('a completion that was written while the enrolment ended is revoked when it would be signed', async () => {
  const holder = await givenHolder(world)
  await endEnrolment(world, adminId, holder.enrolmentId, { reason: 'Left', refund: 'none' })
  await expectRevoked(holder)
  const late = await givenHolder(world)
  await world.db.updateTable('enrolment').set({ state: 'cancelled' }).where('id', '=', late.enrolmentId).execute()
  await world.db.deleteFrom('credential').where('certificate_id', '=', late.certificateId).execute()
  await signCredential(world, late.certificateId)
  expect((await getState(late)).state).toBe('revoked')
})

test('a revoked certificate is never issued again', async () => {
  const holder = await givenHolder(world)
  expect(await revokeOwnCertificate(world, holder.personId, holder.certificateId)).toMatchObject({
    ok: true,
    value: { state: 'revoked', reason: 'at the holder’s request' },
  })
  await completeCourse(world, holder.personId, holder.courseCode)
  await signCredential(world, holder.certificateId)
  expect((await listOwnCertificates(world.db, holder.personId)).map(({ state }) => state)).toEqual(['revoked'])
  expect(await getCredentialJws(world.db, holder.certificateId)).toBeNull()
  expect(await listSubjects(holder)).not.toContain(REVOKED_MAIL)
  expect(await changeOwnCertificate(world, holder.personId, holder.certificateId, { name: 'X' })).toMatchObject({
    ok: false,
    refusal: { code: 'CERTIFICATE_REVOKED' },
  })
})

test('an admin revokes with a public reason, once, and each step is in the audit log', async () => {
  const holder = await givenHolder(world)
  await correctName(world, admin, holder.certificateId, 'Ana María Cruz')
  const revoked = await revokeAnyCertificate(world, admin, holder.certificateId, 'issued by mistake')
  expect(revoked).toMatchObject({ ok: true, value: { name: 'Ana María Cruz', reason: 'issued by mistake' } })
  expect(await revokeAnyCertificate(world, admin, holder.certificateId, 'again')).toMatchObject({ ok: false })
  const events = await world.db
    .selectFrom('audit_event')
    .select(['action', 'details'])
    .where('object_id', '=', holder.certificateId)
    .orderBy('id')
    .execute()
  expect(events.map(({ action }) => action)).toEqual(['certificate-renamed', 'certificate-revoked'])
  expect(JSON.stringify(events)).not.toContain('María')
})

test('a creator and an assistant may not edit certificates of their course; others get the 404 of a missing one', async () => {
  const holder = await givenHolder(world)
  const outsider: Member = { personId: adminId, audience: 'learner' }
  const other = await givenHolder(world)
  const member: Member = { personId: other.personId, audience: 'learner' }
  const code = async (actor: Member) => {
    const outcome = await correctName(world, actor, holder.certificateId, 'New')
    return outcome.ok ? 'ok' : outcome.refusal.code
  }
  expect([await code(outsider), await code(member)]).toEqual(['CERTIFICATE_NOT_FOUND', 'CERTIFICATE_NOT_FOUND'])
  const give = (role: 'assistant' | 'creator') =>
    transact(world.db, (tx) => putCourseRole(tx, { personId: other.personId, courseCode: holder.courseCode, role }))
  await give('assistant')
  expect(await code(member)).toBe('ROLE_NEEDED')
  await give('creator')
  expect(await code(member)).toBe('ROLE_NEEDED')
})

test('the holder corrects the name twice; hiding it is no correction; others cannot', async () => {
  const holder = await givenHolder(world)
  const change = (input: { name?: string; isNamed?: boolean }, personId = holder.personId) =>
    changeOwnCertificate(world, personId, holder.certificateId, input)
  expect(await change({ name: 'B' }, adminId)).toMatchObject({ ok: false, refusal: { code: 'CERTIFICATE_NOT_FOUND' } })
  expect(await change({ name: 'First' })).toMatchObject({ ok: true })
  expect(await change({ name: 'First' })).toMatchObject({ ok: true, value: { name_changes: 1 } })
  expect(await change({ isNamed: false })).toMatchObject({ ok: true, value: { name_changes: 1, is_named: false } })
  const jws = (await getCredentialJws(world.db, holder.certificateId))!
  expect(Buffer.from(jws.split('.')[1]!, 'base64url').toString()).not.toContain('First')
  expect(await change({ name: 'Second' })).toMatchObject({ ok: true, value: { name_changes: 2 } })
  expect(await change({ name: 'Third' })).toMatchObject({ ok: false, refusal: { code: 'NAME_CHANGES_USED' } })
  expect(await correctName(world, admin, holder.certificateId, 'Third')).toMatchObject({ ok: true })
})
