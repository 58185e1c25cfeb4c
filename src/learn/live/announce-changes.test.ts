/** The e-mails about moved and cancelled sessions, on a real database. docs/contract §28. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { listAttachments, listNewestMails } from '#people/mailing/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { readCalendar } from '../../../tests/support/calendar-file.ts'
import { contentCopy } from '../../../tests/support/content-copy.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { fresh } from '../../../tests/world/identity.ts'
import { givenSession } from '../../../tests/world/lessons.ts'
import { refuseChanges } from '../../../tests/world/refuse-changes.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { announceChanges } from './announce-changes.ts'
import { countPeopleToTell } from './changes-of-seats.ts'

const HOUR_MS = 3_600_000
const START = new Date('2030-03-30T18:00:00Z')

let world: World
beforeAll(async () => {
  world = await createWorld(10)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('schedule_announcement').execute()
  await world.db.deleteFrom('schedule_change').execute()
})
const copy = contentCopy(['dapr', 'dat', 'ng', 'nspr', 'tucpr', 'vfx'])

const announceIn = (minutes: number) =>
  announceChanges({ ...world, clock: () => new Date(Date.now() + minutes * 60_000) })

async function givenSeat(cohortCode: string, timezoneId = 'Asia/Manila') {
  const email = fresh()
  await giveSeat(world, cohortCode, { email, name: 'Ivy Tan', timezoneId })
  await world.db.updateTable('person').set({ timezone_id: timezoneId }).where('email', '=', email).execute()
  return email
}

async function givenClass(startsAt = START) {
  const cohortCode = await givenCourse(world)
  const { sessionId } = await givenSession(world, cohortCode, {
    title: 'Light',
    startsAt,
    timezoneId: 'Europe/Berlin',
  })
  return { cohortCode, sessionId }
}

const change = (sessionId: string, fields: object) =>
  world.db.updateTable('cohort_session').set(fields).where('id', '=', sessionId).execute()

/** To the same local hour of the next day, when the clocks in Berlin have changed. */
const move = (sessionId: string, startsAt = new Date('2030-03-31T17:00:00Z'), sequence = 1) =>
  change(sessionId, { starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR_MS), sequence })

const SUBJECT = /^(New time|New session|Cancelled|Changed dates): /
const listMails = async (email: string) =>
  (await listNewestMails(world.db, email)).filter(({ subject }) => SUBJECT.test(subject))

async function readAttachment(mailId: string) {
  const [file] = await listAttachments(world.db, [mailId])
  const { events, component } = readCalendar(file!.content.toString())
  const { id, sequence, status, start, localTime: local } = events[0]!
  return { method: component.getFirstPropertyValue('method'), id, sequence, status, start, local }
}

test('everybody with a seat gets one e-mail, with both times in the own zone and the class’s, and nobody else', async () => {
  const { cohortCode, sessionId } = await givenClass()
  const [learner, neighbour, stranger] = [
    await givenSeat(cohortCode),
    await givenSeat(cohortCode, 'Europe/Berlin'),
    await givenSeat((await givenClass()).cohortCode),
  ]
  await move(sessionId)
  await announceIn(9)
  expect(await listMails(learner)).toEqual([])
  await Promise.all([announceIn(10.1), announceIn(10.1), announceIn(10.1)])
  await announceIn(60)
  const [mail, ...more] = await listMails(learner)
  expect([mail!.subject, more, await listMails(stranger)]).toEqual(['New time: Light', [], []])
  expect(mail!.text_body).toContain(
    'Before: Sun 31 March 2030, 02:00 at night, Manila time (GMT+8); for the class Sat 30 March 2030, 19:00 Berlin time (GMT+1). ' +
      'Now: Mon 1 April 2030, 01:00 at night, Manila time (GMT+8); for the class Sun 31 March 2030, 19:00 Berlin time (GMT+2).',
  )
  const [own] = await listMails(neighbour)
  expect(own!.text_body).toContain(
    'Before: Sat 30 March 2030, 19:00 Berlin time (GMT+1). Now: Sun 31 March 2030, 19:00 Berlin time (GMT+2).',
  )
  expect(await readAttachment(mail!.id)).toEqual({
    method: 'PUBLISH',
    id: sessionId,
    sequence: 1,
    status: 'CONFIRMED',
    start: '2030-03-31T17:00:00.000Z',
    local: '2030-03-31T19:00:00',
  })
})

test('a person whose e-mail cannot be written delays nobody else’s, and gets it in a later run', async () => {
  const { cohortCode, sessionId } = await givenClass()
  const emails = [await givenSeat(cohortCode), await givenSeat(cohortCode), await givenSeat(cohortCode)]
  const people = world.db.selectFrom('person').select('email').where('email', 'in', emails)
  const { email: bad } = await people.orderBy('id').limit(1).executeTakeFirstOrThrow()
  await move(sessionId)
  const condition = `new.to_address = '${bad}'`
  const allow = await refuseChanges(world.db, { event: 'insert', table: 'mail', condition })
  const countMails = () => Promise.all(emails.map(async (email) => (await listMails(email)).length))
  await announceIn(11)
  expect(await countMails()).toEqual(emails.map((email) => (email === bad ? 0 : 1)))
  await allow()
  await announceIn(12)
  expect(await countMails()).toEqual([1, 1, 1])
})

test('a cancelled session is announced with a calendar file that cancels its event', async () => {
  const { cohortCode, sessionId } = await givenClass()
  const learner = await givenSeat(cohortCode)
  await change(sessionId, { cancelled_at: new Date(), sequence: 1 })
  await announceIn(11)
  const [mail] = await listMails(learner)
  expect(mail!.subject).toBe('Cancelled: Light')
  expect(await readAttachment(mail!.id)).toMatchObject({
    method: 'CANCEL',
    id: sessionId,
    sequence: 2,
    status: 'CANCELLED',
  })
})

test('nobody is told whose seat ended meanwhile, nor of a session that is back at its time', async () => {
  const [left, back] = [await givenClass(), await givenClass()]
  const [leaver, learner] = [await givenSeat(left.cohortCode), await givenSeat(back.cohortCode)]
  await move(left.sessionId)
  await move(back.sessionId)
  const seats = world.db.updateTable('enrolment').set({ state: 'cancelled', cancelled_at: new Date() })
  await seats.where('cohort_code', '=', left.cohortCode).execute()
  await change(back.sessionId, { starts_at: START, ends_at: new Date(START.getTime() + 1.5 * HOUR_MS), sequence: 2 })
  await announceIn(11)
  expect([await listMails(leaver), await listMails(learner)]).toEqual([[], []])
})

test('a person who enrolled after a change is not told of it, but of the next one', async () => {
  const { cohortCode, sessionId } = await givenClass()
  await givenSeat(cohortCode)
  await move(sessionId)
  const late = await givenSeat(cohortCode)
  await announceIn(11)
  expect(await listMails(late)).toEqual([])
  await move(sessionId, new Date('2030-04-02T17:00:00Z'), 2)
  await announceIn(22)
  const [mail] = await listMails(late)
  expect(mail!.text_body).toContain('Before: Mon 1 April 2030, 01:00 at night, Manila time (GMT+8)')
})

test('a seat that no friend has taken yet is announced to the buyer', async () => {
  const { cohortCode, sessionId } = await givenClass()
  const { orderId, email } = await givenPaidOrder(world, { courseCode: cohortCode, seats: 2 })
  const own = world.db.updateTable('enrolment').set({ state: 'cancelled', cancelled_at: new Date() })
  await own.where('order_id', '=', orderId).where('seat', '=', 1).execute()
  await move(sessionId)
  await announceIn(11)
  expect(await listMails(email)).toHaveLength(1)
})

test('an interrupted round goes on, and nobody gets the e-mail twice', async () => {
  const { cohortCode, sessionId } = await givenClass()
  const learners = [await givenSeat(cohortCode), await givenSeat(cohortCode), await givenSeat(cohortCode)]
  await move(sessionId)
  let count = 0
  const enqueue: typeof world.jobs.enqueue = (...input) => {
    if (++count >= 2) throw new Error('killed')
    return world.jobs.enqueue(...input)
  }
  const killed = { ...world, jobs: { ...world.jobs, enqueue }, clock: () => new Date(Date.now() + 11 * 60_000) }
  await announceChanges(killed)
  expect((await Promise.all(learners.map(listMails))).flat()).toHaveLength(1)
  await announceIn(12)
  for (const learner of learners) expect(await listMails(learner)).toHaveLength(1)
})

const YEAR = `      - id: year
        title: A year on one sheet
        summary: Tax, slow months, holidays and the client you will have to let go. Then lunch.
        minutes: 120
`

test('one import that moves two courses of a person and drops a session sends one e-mail, and its dry run counts the readers', async () => {
  const folder = copy.folder()
  const edit = async (name: string, from: string, to: string) => {
    const text = await readFile(join(folder, name), 'utf8')
    expect(text).toContain(from)
    await writeFile(join(folder, name), text.replace(from, to))
  }
  const runImport = async (isTrial = false) => {
    let count = 0
    const onChanged = async (tx: Tx) => {
      count = await countPeopleToTell(world, tx)
    }
    const imported = await importContent(world, folder, new Date(), { isTrial, onChanged })
    if (!imported.ok) throw new Error(imported.refusal.reason)
    return count
  }
  await runImport()
  const cohorts = await world.db
    .selectFrom('cohort')
    .select('cohort_code')
    .where('course_code', 'in', ['DAPR', 'NSPR', 'TUCPR'])
    .orderBy('cohort_code')
    .execute()
  const email = fresh()
  for (const { cohort_code } of cohorts)
    await giveSeat(world, cohort_code, { email, name: 'Ivy Tan', timezoneId: 'UTC' })
  await edit('courses/dapr.yaml', '"14:00"', '"15:00"')
  await edit('courses/nspr.yaml', '"20:00"', '"19:00"')
  await edit('courses/tucpr.yaml', YEAR, '')
  await giveSeat(world, cohorts[0]!.cohort_code, { email: fresh(), name: 'Ben', timezoneId: 'UTC' })
  await givenSeat((await givenClass()).cohortCode)
  expect(await runImport(true)).toBe(2)
  expect(await runImport()).toBe(2)
  await announceIn(11)
  const [mail, ...more] = await listMails(email)
  expect([mail!.subject, more]).toEqual(['Changed dates: your courses', []])
  expect(mail!.text_body.match(/has moved/g)).toHaveLength(2)
  expect(mail!.text_body).toContain('“A year on one sheet” of Start a one-person studio is cancelled.')
  expect(await listAttachments(world.db, [mail!.id])).toHaveLength(3)
})
