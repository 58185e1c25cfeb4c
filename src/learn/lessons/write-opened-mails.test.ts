/** The e-mail about lessons that a date opened: to whom, when, and once a day. docs/contract §22. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNewestMails } from '#people/mailing/queries.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner, type Learner } from '../../../tests/world/learner.ts'
import { cancelCohortRow, type EnrolmentFields, givenEnrolment } from '../../../tests/world/learning.ts'
import { givenLesson, givenSession } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { writeOpenedEmails } from './write-opened-mails.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

const runAt = (now: string) => writeOpenedEmails({ ...setup.world, clock: () => new Date(now) })
const listMails = async ({ email }: Learner) =>
  (await listNewestMails(setup.world.db, email)).filter(({ dedupe_key }) => dedupe_key.startsWith('lesson.opened'))
const countMails = async (person: Learner) => (await listMails(person)).length

type Release = {
  release_rule: 'on-date' | 'after-days' | 'after-previous' | 'with-session'
  release_at?: string
  release_days?: number
  release_lesson_id?: string
}
const onDate = (release_at: string): Release => ({ release_rule: 'on-date', release_at })
const afterDays = (release_days: number): Release => ({ release_rule: 'after-days', release_days })

async function givenDated(coursePrefix: string, title: string, release?: Release) {
  const lesson = await givenLesson(setup.world, coursePrefix, { title })
  if (release) await setup.world.db.updateTable('lesson').set(release).where('id', '=', lesson.lessonId).execute()
  return lesson
}

async function givenClass() {
  const cohortCode = await givenCourse(setup.world)
  return { cohortCode, coursePrefix: cohortCode.replace(/-1$/, '') }
}

async function givenPerson(cohortCode: string, timezoneId: string | null, fields: EnrolmentFields = {}) {
  const person = await createLearner(setup)
  const { db } = setup.world
  await db.updateTable('person').set({ timezone_id: timezoneId }).where('id', '=', person.personId).execute()
  await givenEnrolment(setup.world, person.personId, cohortCode, fields)
  return person
}

test('one e-mail a day names the lessons that a date opened, in the morning of the person’s zone', async () => {
  const { cohortCode, coursePrefix } = await givenClass()
  await givenDated(coursePrefix, 'Open from the start')
  const light = await givenDated(coursePrefix, 'Light', onDate('2027-02-10T09:00'))
  await givenDated(coursePrefix, 'Sound', onDate('2027-02-10T15:00'))
  await givenDated(coursePrefix, 'Colour', onDate('2027-02-10T15:00'))
  await givenDated(coursePrefix, 'Later', onDate('2027-02-20'))
  await givenDated(coursePrefix, 'After the one before', { release_rule: 'after-previous' })
  const person = await givenPerson(cohortCode, 'America/New_York')

  await runAt('2027-02-10T12:59Z')
  expect(await countMails(person)).toBe(0)
  await Promise.all([runAt('2027-02-10T13:00Z'), runAt('2027-02-10T13:00Z')])
  for (const now of ['2027-02-10T13:00Z', '2027-02-10T14:03Z', '2027-02-10T23:03Z', '2027-02-11T03:03Z'])
    await runAt(now)
  const [first, ...others] = await listMails(person)
  expect(others).toEqual([])
  expect(first).toMatchObject({ subject: 'Now open: Light' })
  const room = `/portal/courses/${coursePrefix.toLowerCase()}`
  expect(first!.text_body).toContain(`${room}/lessons/${light.key}`)
  expect(first!.text_body).toContain('/mail-opt-out#token=')
  expect(first!.text_body).not.toMatch(/Sound|Colour|Open from the start/)

  await runAt('2027-02-11T13:03Z')
  await runAt('2027-02-12T13:03Z')
  const [second, ...before] = await listMails(person)
  expect(before).toHaveLength(1)
  expect(second).toMatchObject({ subject: '2 new lessons of A course are open' })
  for (const body of [second!.text_body, second!.html_body]) {
    expect(body).toContain('“Sound”')
    expect(body).toContain('“Colour”')
    expect(body).not.toContain('“Light”')
    expect(body).toContain(room)
  }
})

test('on the days on which clocks change, a lesson is announced at 8 in the morning of that day', async () => {
  const cases = [
    { start: '2027-03-27T19:00Z', early: '2027-03-28T06:59Z', due: '2027-03-28T07:00Z' },
    { start: '2027-10-30T19:00Z', early: '2027-10-31T07:59Z', due: '2027-10-31T08:00Z' },
  ]
  for (const { start, early, due } of cases) {
    const { cohortCode, coursePrefix } = await givenClass()
    await setup.world.db
      .updateTable('cohort')
      .set({ starts_at: new Date(start), ends_at: new Date(`${start.slice(0, 4)}-12-01`) })
      .where('cohort_code', '=', cohortCode)
      .execute()
    await givenDated(coursePrefix, 'The day after', afterDays(1))
    await givenDated(coursePrefix, 'At a skipped or repeated time', onDate(`${due.slice(0, 10)}T01:30`))
    const person = await givenPerson(cohortCode, 'Europe/London')
    await runAt(early)
    expect(await countMails(person)).toBe(0)
    await runAt(due)
    expect((await listMails(person)).map(({ subject }) => subject)).toEqual(['2 new lessons of A course are open'])
  }
})

test('nobody gets it whose access is not open, whose address is not proved, or who turned it off', async () => {
  const { db } = setup.world
  const open = await givenClass()
  const cancelled = await givenClass()
  for (const { coursePrefix } of [open, cancelled]) await givenDated(coursePrefix, 'Light', onDate('2027-05-10'))
  const at = new Date('2027-05-09')
  const create = (fields?: EnrolmentFields, cohortCode = open.cohortCode) => givenPerson(cohortCode, 'UTC', fields)
  const reached = await create()
  const others = {
    ended: await create({ state: 'cancelled' }),
    lost: await create({ state: 'cancelled', isDisputeLost: true }),
    unconfirmed: await create({ state: 'unconfirmed' }),
    frozen: await create({ frozenAt: at }),
    locked: await create({ pausedAt: at }),
    over: await create({ accessEndsAt: new Date('2027-05-10T07:00Z') }),
    cancelled: await create({}, cancelled.cohortCode),
    late: await create({ createdAt: new Date('2027-05-10T05:00Z') }),
    unproved: await create(),
    off: await create(),
  }
  await db
    .updateTable('enrolment')
    .set({ state: 'cancelled', cancel_reason: 'The class is cancelled' })
    .where('person_id', '=', others.cancelled.personId)
    .execute()
  await cancelCohortRow(setup.world, cancelled.cohortCode)
  await db
    .updateTable('person')
    .set({ email_verified_at: null, password_hash: null })
    .where('id', '=', others.unproved.personId)
    .execute()
  await db.insertInto('mail_opt_out').values({ address: others.off.email, category: 'lesson.opened' }).execute()
  await runAt('2027-05-10T08:03Z')
  expect(await countMails(reached)).toBe(1)
  for (const [name, person] of Object.entries(others)) expect([name, await countMails(person)]).toEqual([name, 0])
})

test('a lesson that was started, needs another lesson, opens with a session or opened before in another class is not announced', async () => {
  const { db } = setup.world
  const { cohortCode, coursePrefix } = await givenClass()
  const due = onDate('2027-06-10')
  const started = await givenDated(coursePrefix, 'Started', due)
  const first = await givenDated(coursePrefix, 'First')
  const needing = await givenDated(coursePrefix, 'Needs the first', due)
  await db
    .insertInto('lesson_prerequisite')
    .values({ lesson_id: needing.lessonId, required_lesson_id: first.lessonId })
    .execute()
  const session = await givenSession(setup.world, cohortCode, { startsAt: new Date('2027-06-10T06:00Z') })
  await givenDated(coursePrefix, 'With the session', {
    release_rule: 'with-session',
    release_lesson_id: session.lessonId,
  })
  const person = await givenPerson(cohortCode, null)
  await db.insertInto('lesson_progress').values({ person_id: person.personId, lesson_id: started.lessonId }).execute()
  await runAt('2027-06-10T08:03Z')
  expect(await countMails(person)).toBe(0)

  await givenDated(coursePrefix, 'Days', afterDays(3))
  await db
    .updateTable('cohort')
    .set({ starts_at: new Date('2027-06-20T10:00Z'), ends_at: new Date('2027-07-20') })
    .where('cohort_code', '=', cohortCode)
    .execute()
  const earlier = `${coursePrefix}-0`
  await db
    .insertInto('cohort')
    .values({
      cohort_code: earlier,
      course_code: coursePrefix,
      timezone_id: 'UTC',
      starts_at: new Date('2027-01-20T10:00Z'),
      ends_at: new Date('2027-02-20'),
    })
    .execute()
  const both = await givenPerson(cohortCode, 'UTC')
  const { order_id } = await db
    .selectFrom('enrolment')
    .select('order_id')
    .where('person_id', '=', both.personId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('enrolment')
    .values({ person_id: both.personId, cohort_code: earlier, order_id, seat: 2 })
    .execute()
  await runAt('2027-06-23T08:03Z')
  expect([await countMails(person), await countMails(both)]).toEqual([1, 0])
})
