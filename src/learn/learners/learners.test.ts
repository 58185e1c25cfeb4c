/** Teachers list, filter, read and export the learners of their courses, over HTTP. docs/contract §42. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#http/client.ts'
import type { RequestQuery } from '#http/endpoint.ts'
import { anonymisePerson } from '#people/accounts/queries/people.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner } from '../../../tests/world/learner.ts'
import { type EnrolmentFields, givenEnrolment } from '../../../tests/world/learning.ts'
import { givenLesson, givenSession } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createTeacher } from '../../../tests/world/teacher.ts'
import { exportLearners, listLearners, readLearner, saveLearnerNote, sendLearnerLogInLink } from './wire.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

const toCourse = (cohortCode: string) => cohortCode.slice(0, -2)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const toDay = (days: number) => inDays(days).toISOString().slice(0, 10)

type SeatFields = EnrolmentFields & { seenOn?: string; isFree?: boolean; done?: readonly string[] }

/** A person without a log-in, with a seat in the cohort. */
async function givenSeat(cohortCode: string, name: string, { seenOn, isFree, done = [], ...fields }: SeatFields = {}) {
  const { db } = setup.world
  const person = { email: `${randomUUID()}@understudy.test`, name }
  const { id: personId } = await db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  const seat = await givenEnrolment(setup.world, personId, cohortCode, fields)
  const amount = isFree ? 0 : 1000
  if (isFree)
    await db.updateTable('orders').set({ subtotal_minor: 0, total_minor: 0 }).where('id', '=', seat.orderId).execute()
  await db
    .insertInto('order_line')
    .values({ order_id: seat.orderId, position: 0, kind: 'seats', label: 'Seat', amount_minor: amount })
    .onConflict((on) => on.doNothing())
    .execute()
  if (seenOn)
    await db.updateTable('enrolment').set({ last_seen_on: seenOn }).where('id', '=', seat.enrolmentId).execute()
  for (const lessonId of done)
    await db
      .insertInto('lesson_progress')
      .values({ person_id: personId, lesson_id: lessonId, completed_at: new Date(), completed_by: 'marked' })
      .execute()
  return { personId, ...person, ...seat }
}

async function list(client: Client, query: RequestQuery<typeof listLearners>) {
  const listed = await client.call(listLearners, { auth: 'learner', query })
  if (listed.error !== null) throw new Error(`${listed.errorCode} ${listed.error}`)
  return listed.data.data
}
const namesOf = ({ learners }: Awaited<ReturnType<typeof list>>) => learners.map(({ name }) => name)

/** Two open lessons, one held session with its lesson, and one session ahead. */
async function givenTaught(role: 'creator' | 'co_teacher' | 'assistant' = 'creator') {
  const cohortCode = await givenCourse(setup.world, { seats: null, startsInDays: -2 })
  const course = toCourse(cohortCode)
  const teacher = await createTeacher(setup, cohortCode, role)
  const one = (await givenLesson(setup.world, course)).lessonId
  const two = (await givenLesson(setup.world, course)).lessonId
  const held = await givenSession(setup.world, cohortCode, { startsAt: inDays(-2) })
  await givenSession(setup.world, cohortCode, { startsAt: inDays(2) })
  return { cohortCode, course, teacher, lessons: [one, two], held }
}

test('a teacher sees lessons done of those that are open, attendance, last day and payment, and each filter finds its people', async () => {
  const { db } = setup.world
  const { course, cohortCode, teacher, lessons, held } = await givenTaught()
  const ana = await givenSeat(cohortCode, 'Ana Silva', { done: lessons, seenOn: toDay(-1) })
  const ben = await givenSeat(cohortCode, 'Ben Okoye', {
    pausedAt: inDays(-1),
    createdAt: inDays(-40),
    seenOn: toDay(-16),
  })
  await givenSeat(cohortCode, 'Cara', { isFree: true, done: [lessons[0]!] })
  await givenSeat(cohortCode, 'Dan', { state: 'cancelled' })
  await givenSeat(cohortCode, 'Eve', { accessEndsAt: inDays(-3), done: lessons })
  await givenSeat(await givenCourse(setup.world), 'Stranger')
  await db
    .insertInto('attendance')
    .values({ session_id: held.sessionId, person_id: ana.personId, joined_at: inDays(-2) })
    .execute()

  const all = await list(teacher.client, { course, sort: 'name' })
  expect(all).toMatchObject({
    count: 4,
    next: null,
    course: { counts: { all: 4, behind: 2, unseen: 1, overdue: 1 }, isLive: true },
    learners: [
      {
        name: 'Ana Silva',
        email: ana.email,
        lessons: { done: 2, open: 3 },
        isBehind: false,
        attendance: [true],
        lastSeenOn: toDay(-1),
        payment: 'paid',
        access: { state: 'open' },
        money: { orderNumber: expect.stringMatching(/^U-\d+$/) },
      },
      { name: 'Ben Okoye', lessons: { done: 0, open: 3 }, isBehind: true, attendance: [false], payment: 'overdue' },
      { name: 'Cara', lessons: { done: 1, open: 3 }, isBehind: true, payment: 'free' },
      { name: 'Eve', access: { state: 'over' } },
    ],
  })
  const found = async (query: RequestQuery<typeof listLearners>) =>
    namesOf(await list(teacher.client, { course, sort: 'name', ...query }))
  expect(await found({ behind: '1' })).toEqual(['Ben Okoye', 'Cara'])
  expect(await found({ unseenDays: '14' })).toEqual(['Ben Okoye'])
  expect(await found({ payment: 'overdue' })).toEqual(['Ben Okoye'])
  expect(await found({ payment: 'due' })).toEqual(['Ben Okoye'])
  expect(await found({ payment: 'free' })).toEqual(['Cara'])
  expect(await found({ state: 'ended' })).toEqual(['Dan'])
  expect(await found({ state: 'over' })).toEqual(['Eve'])
  expect(await found({ q: 'oko' })).toEqual(['Ben Okoye'])
  expect(await found({ q: ben.email })).toEqual(['Ben Okoye'])
  expect(await found({ cohort: 'NOWHERE' })).toEqual([])
  expect(await found({ sort: '-progress' })).toEqual(['Eve', 'Ana Silva', 'Cara', 'Ben Okoye'])
  expect(namesOf(await list(teacher.client, {}))).toEqual(['Eve', 'Cara', 'Ben Okoye', 'Ana Silva'])
})

test('nobody is behind in dates that have not begun', async () => {
  const cohortCode = await givenCourse(setup.world, { startsInDays: 20 })
  const course = toCourse(cohortCode)
  const teacher = await createTeacher(setup, cohortCode)
  await givenLesson(setup.world, course)
  await givenSeat(cohortCode, 'Early Bird')
  const listed = await list(teacher.client, { course })
  expect(listed).toMatchObject({
    course: { counts: { behind: 0 } },
    learners: [{ lessons: { open: 1 }, isBehind: false }],
  })
  expect((await list(teacher.client, { course, behind: '1' })).learners).toEqual([])
})

test('amounts and order numbers are for the creator; an assistant sees the state of the payment only', async () => {
  const { course, cohortCode, teacher } = await givenTaught('assistant')
  const { enrolmentId, orderId, email } = await givenSeat(cohortCode, 'Ana')
  expect((await list(teacher.client, { course })).learners).toMatchObject([{ payment: 'paid', money: null }])
  const exported = await teacher.client.call(exportLearners, { auth: 'learner', query: { course } })
  expect(exported).toMatchObject({ status: 403, errorCode: 'ROLE_NEEDED' })
  const mail = (kind: string, subject: string) => ({
    dedupe_key: `${kind}:${orderId}`,
    subject,
    to_address: email,
    text_body: '',
    html_body: '',
  })
  const sent = [mail('charge-failed', 'Please pay $381 for A course'), mail('receipt', 'You’re in (receipt U-1042)')]
  await setup.world.db
    .insertInto('mail')
    .values([...sent, mail('welcome', 'Welcome')])
    .execute()
  const read = await teacher.client.call(readLearner, { auth: 'learner', params: { enrolmentId } })
  if (read.error !== null) throw new Error(read.error)
  expect(read.data.data).toMatchObject({ order: null, learner: { money: null } })
  const subjects = read.data.data.mails.map(({ subject }) => subject).toSorted()
  expect(subjects).toEqual(['Card charge failed', 'Receipt', 'Welcome'])
})

test('a note that a colleague changed meanwhile is not overwritten unread, and a deleted account takes none and no log-in link', async () => {
  const { db } = setup.world
  const { cohortCode, teacher } = await givenTaught()
  const { enrolmentId, personId } = await givenSeat(cohortCode, 'Ana')
  const save = (text: string, seenAt: string | null) =>
    teacher.client.call(saveLearnerNote, { auth: 'learner', params: { enrolmentId }, body: { text, seenAt } })
  const first = await save('Works nights', null)
  if (first.error !== null) throw new Error(first.error)
  expect(await save('Has a cat', null)).toMatchObject({
    status: 409,
    errorCode: 'VERSION_CONFLICT',
    data: { data: { note: { text: 'Works nights', at: first.data.data.savedAt } } },
  })
  // The answer to a save was lost.
  expect(await save('Works nights', null)).toMatchObject({ status: 200 })
  expect(await save('Has a cat', first.data.data.savedAt)).toMatchObject({ status: 200 })

  const anonymised = { email: `deleted-${personId}@deleted.invalid`, name: 'Deleted' }
  await db.transaction().execute((tx) => anonymisePerson(tx, personId, anonymised))
  expect(await save('Gone', null)).toMatchObject({ status: 404, errorCode: 'LEARNER_NOT_FOUND' })
  const link = await teacher.client.call(sendLearnerLogInLink, { auth: 'learner', params: { enrolmentId } })
  expect(link).toMatchObject({ status: 404, errorCode: 'LEARNER_NOT_FOUND' })
})

test('a teacher has a log-in link sent to a guest who never set a password; an assistant and a stranger have not', async () => {
  const { world } = setup
  const { cohortCode, teacher } = await givenTaught()
  const guest = await givenSeat(cohortCode, 'Gus', { isFree: true })
  const send = (client: Client) =>
    client.call(sendLearnerLogInLink, { auth: 'learner', params: { enrolmentId: guest.enrolmentId } })
  expect(await send((await givenTaught()).teacher.client)).toMatchObject({ errorCode: 'LEARNER_NOT_FOUND' })
  const helper = await createTeacher(setup, cohortCode, 'assistant')
  expect(await send(helper.client)).toMatchObject({ errorCode: 'ROLE_NEEDED' })
  expect((await send(teacher.client)).error).toBeNull()
  await world.runJobs()
  const mails = () =>
    world.db.selectFrom('mail').select(['kind', 'text_body']).where('to_address', '=', guest.email).execute()
  expect(await mails()).toMatchObject([{ text_body: expect.stringContaining('/log-in-link') }])
  for (let sent = 1; sent < 3; sent++) await send(teacher.client)
  expect(await send(teacher.client)).toMatchObject({ errorCode: 'RATE_LIMITED' })
})

test('a payment that a bank took back is lost, not paid, and its amount is not there', async () => {
  const { db } = setup.world
  const { course, cohortCode, teacher } = await givenTaught()
  const { orderId } = await givenSeat(cohortCode, 'Ana', { state: 'cancelled' })
  const payment = {
    order_id: orderId,
    attempt: 1,
    method: 'card' as const,
    provider: 'stripe' as const,
    currency: 'USD',
  }
  const { id } = await db
    .insertInto('payment')
    .values({ ...payment, state: 'complete', amount_minor: 1000, settled_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await list(teacher.client, { course, state: 'ended' })).learners).toMatchObject([
    { payment: 'paid', money: { paid: { amount: '10.00' } } },
  ])
  const at = new Date()
  const times = { opened_at: at, provider_state_at: at, decided_at: at }
  await db
    .insertInto('dispute')
    .values({
      payment_id: id,
      provider_dispute_id: randomUUID(),
      state: 'lost',
      reason: 'fraudulent',
      amount_minor: 1000,
      currency: 'USD',
      ...times,
    })
    .execute()
  const { learners } = await list(teacher.client, { course, state: 'ended', payment: 'lost' })
  expect(learners).toMatchObject([
    { payment: 'lost', money: { paid: { amount: '10.00' }, kept: { amount: '0.00' }, due: null } },
  ])
})

test('a refund of a part is no whole refund: the list says what was paid, refunded and kept', async () => {
  const { db } = setup.world
  const { course, cohortCode, teacher } = await givenTaught()
  const { orderId } = await givenSeat(cohortCode, 'Pia', { state: 'cancelled' })
  await db
    .insertInto('payment')
    .values({
      order_id: orderId,
      attempt: 1,
      method: 'card',
      provider: 'stripe',
      currency: 'USD',
      state: 'complete',
      amount_minor: 1000,
      settled_at: new Date(),
    })
    .execute()
  const refund = (minor: number) =>
    db.updateTable('order_line').set({ refunded_minor: minor }).where('order_id', '=', orderId).execute()
  await refund(300)
  const ended = { course, state: 'ended' } as const
  const { learners } = await list(teacher.client, { ...ended, payment: 'part-refunded' })
  expect(learners).toMatchObject([
    {
      payment: 'part-refunded',
      money: { paid: { amount: '10.00' }, refunded: { amount: '3.00' }, kept: { amount: '7.00' } },
    },
  ])
  expect((await list(teacher.client, { ...ended, payment: 'refunded' })).learners).toEqual([])
  await refund(1000)
  expect((await list(teacher.client, { ...ended, payment: 'refunded' })).learners).toMatchObject([
    { money: { kept: { amount: '0.00' } } },
  ])
})

test('the pages of every sort contain each learner once', async () => {
  const { course, cohortCode, teacher, lessons } = await givenTaught()
  for (let count = 0; count < 53; count++)
    await givenSeat(cohortCode, count % 2 === 0 ? 'Same Name' : `Name ${count}`, {
      done: count % 3 === 0 ? lessons : [],
    })
  for (const sort of ['-joined', 'joined', 'name', '-name', 'progress', '-progress', 'seen', '-seen'] as const) {
    const first = await list(teacher.client, { course, sort })
    const second = await list(teacher.client, { course, sort, after: first.next! })
    const ids = [...first.learners, ...second.learners].map(({ enrolmentId }) => enrolmentId)
    expect([first.learners.length, second.learners.length, new Set(ids).size, second.next]).toEqual([50, 3, 53, null])
  }
  const broken = await teacher.client.call(listLearners, { auth: 'learner', query: { course, after: 'nothing' } })
  expect(broken).toMatchObject({ status: 400, errorCode: 'FIELD_INVALID' })
})

test('a foreign course, learner or note is a missing one, for learners and for teachers of other courses', async () => {
  const { course, cohortCode } = await givenTaught()
  const { enrolmentId } = await givenSeat(cohortCode, 'Ana')
  const foreigner = await createTeacher(setup, await givenCourse(setup.world))
  for (const { client } of [await createLearner(setup, cohortCode), foreigner]) {
    const listed = await client.call(listLearners, { auth: 'learner', query: { course } })
    expect(listed).toMatchObject({ status: 404, errorCode: 'COURSE_NOT_FOUND' })
    const read = await client.call(readLearner, { auth: 'learner', params: { enrolmentId } })
    expect(read).toMatchObject({ status: 404, errorCode: 'LEARNER_NOT_FOUND' })
    const noted = await client.call(saveLearnerNote, {
      auth: 'learner',
      params: { enrolmentId },
      body: { text: 'x', seenAt: null },
    })
    expect(noted).toMatchObject({ status: 404, errorCode: 'LEARNER_NOT_FOUND' })
    expect((await list(client, {})).learners).toEqual([])
  }
})

test('the detail has lessons, sessions and the e-mails about this course without their text; the note is shared and can be removed', async () => {
  const { db } = setup.world
  const { cohortCode, teacher, lessons } = await givenTaught()
  const ana = await givenSeat(cohortCode, 'Ana', { done: [lessons[0]!] })
  const mail = (dedupe_key: string, subject: string) => ({
    dedupe_key,
    subject,
    to_address: ana.email,
    text_body: 'secret link',
    html_body: 'secret link',
  })
  await db
    .insertInto('mail')
    .values([
      mail(`receipt:${ana.orderId}`, 'Your receipt'),
      mail(`receipt:${randomUUID()}`, 'Another course'),
      mail(`reset:${randomUUID()}`, 'New password'),
    ])
    .execute()
  const params = { enrolmentId: ana.enrolmentId }
  const save = (text: string, seenAt: string | null = null) =>
    teacher.client.call(saveLearnerNote, { auth: 'learner', params, body: { text, seenAt } })
  expect(await save('Works nights')).toMatchObject({ data: { data: { savedAt: expect.any(String) } } })
  const read = await teacher.client.call(readLearner, { auth: 'learner', params })
  expect(read).toMatchObject({
    data: {
      data: {
        lessons: [{ state: 'done' }, { state: 'open' }, { state: 'open' }, { state: 'later' }],
        sessions: [{ state: 'missed' }, { state: 'ahead' }],
        mails: [{ kind: 'Receipt', subject: 'Your receipt', isSent: false }],
        note: { text: 'Works nights' },
        enrolments: [{ enrolmentId: ana.enrolmentId, endedAt: null, movedFrom: null }],
      },
    },
  })
  expect(JSON.stringify(read)).not.toContain('secret link')
  if (read.error !== null) throw new Error(read.error)
  await save(' ', read.data.data.note!.at)
  const after = await teacher.client.call(readLearner, { auth: 'learner', params })
  expect(after).toMatchObject({ data: { data: { note: null } } })
})

test('the file has the shown rows and starts no formula', async () => {
  const { course, cohortCode, teacher } = await givenTaught()
  await givenSeat(cohortCode, '=HYPERLINK("https://evil.test")')
  const ben = await givenSeat(cohortCode, 'Ben', { pausedAt: inDays(-1) })
  const file = await teacher.client.call(exportLearners, { auth: 'learner', query: { course, sort: 'name' } })
  if (file.error !== null) throw new Error(file.error)
  const lines = (await file.data.text()).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.test"")"`)
  expect(lines[2]).toContain(`Ben,${ben.email}`)
})
