import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNewestMails } from '#people/mailing/queries.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { completeCourse, setCertificateRule } from '../../../tests/world/certificates.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { certificatesJobs } from './jobs.ts'
import { getCredentialJws } from './queries/credentials.ts'
import { writeIssuedEmail } from './write-emails.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
  await world.jobs.work(certificatesJobs(world))
})
afterAll(() => world.close())

async function createPerson(fields: { timezone_id?: string; email_verified_at?: Date | null } = {}) {
  const email = `${randomUUID()}@understudy.test`
  return world.db
    .insertInto('person')
    .values({ email, name: 'Ana Cruz', email_verified_at: new Date(), ...fields })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
}

/** A seat, because a certificate without an enrolment is revoked before it is signed. */
async function enrol(person: { email: string }, courseCode: string): Promise<void> {
  const seat = await giveSeat(world, `${courseCode}-1`, { email: person.email, name: 'Ana Cruz', timezoneId: 'UTC' })
  expect(seat).toMatchObject({ ok: true })
}

async function createCourse(rule: Parameters<typeof setCertificateRule>[2] = {}): Promise<string> {
  const courseCode = (await givenCourse(world)).slice(0, -2)
  await setCertificateRule(world, courseCode, rule)
  return courseCode
}

const listCertificates = (personId: string) =>
  world.db.selectFrom('certificate').selectAll().where('person_id', '=', personId).execute()

test('50 parallel completions give one certificate and one e-mail', async () => {
  const [person, courseCode] = await Promise.all([createPerson(), createCourse()])
  await enrol(person, courseCode)
  await Promise.all(Array.from({ length: 50 }, () => completeCourse(world, person.id, courseCode)))
  expect(await listCertificates(person.id)).toHaveLength(1)
  const listMails = async () =>
    (await listNewestMails(world.db, person.email)).filter(({ subject }) => subject.startsWith('Your certificate'))
  await world.runJobs()
  expect(await listMails()).toMatchObject([
    { subject: 'Your certificate for A course', text_body: expect.stringContaining('Open Badge') },
  ])
})

test('a certificate has what was printed then: name, title, teachers, hours, the day in the learner’s zone', async () => {
  const person = await createPerson({ timezone_id: 'Asia/Manila' })
  const courseCode = await createCourse({ hours: 24, signature: 'Nina Reyes', text: 'shot a film for' })
  await enrol(person, courseCode)
  await completeCourse(world, person.id, courseCode, new Date('2027-01-30T17:30:00Z'))
  await world.db.updateTable('course').set({ title: 'Another title' }).where('course_code', '=', courseCode).execute()
  const [certificate] = await listCertificates(person.id)
  expect(certificate).toMatchObject({
    name: 'Ana Cruz',
    course_title: 'A course',
    issuer_name: world.site.current.issuerName,
    hours: 24,
    signatory: 'Nina Reyes',
    statement: 'shot a film for',
    completed_on: '2027-01-31',
    state: 'issued',
  })
  expect(certificate!.number).toMatch(/^[0-9A-HJKMNP-Z]{10}$/)
  expect(certificate!.public_id).toMatch(/^[\w-]{22}$/)
})

test('a course that gives no certificate, and a teacher of the course, get none; an admin who learns gets one', async () => {
  const [person, admin, teacher] = await Promise.all([createPerson(), createPerson(), createPerson()])
  const courseCode = await createCourse()
  await world.db.insertInto('site_role').values({ person_id: admin.id, role: 'community_admin' }).execute()
  await world.db
    .insertInto('course_role')
    .values({ person_id: teacher.id, course_code: courseCode, role: 'assistant' })
    .execute()
  await completeCourse(world, person.id, await createCourse({ mode: 'off' }))
  await completeCourse(world, admin.id, courseCode)
  await completeCourse(world, teacher.id, courseCode)
  for (const { id } of [person, teacher]) expect(await listCertificates(id)).toEqual([])
  expect(await listCertificates(admin.id)).toHaveLength(1)
})

test('no e-mail goes to an address that is not proved', async () => {
  const person = await createPerson({ email_verified_at: null })
  const courseCode = await createCourse()
  await enrol(person, courseCode)
  await completeCourse(world, person.id, courseCode)
  const [certificate] = await listCertificates(person.id)
  await world.runJobs()
  expect(await getCredentialJws(world.db, certificate!.id)).not.toBeNull()
  await writeIssuedEmail(world, certificate!.id)
  expect(await listNewestMails(world.db, person.email)).toEqual([])
})
