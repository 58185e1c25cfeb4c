/** The e-mails about live sessions, on a real database. docs/contract §15 and §22. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner, type Learner } from '../../../tests/world/learner.ts'
import { givenAsset, givenSession } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createTeacher } from '../../../tests/world/teacher.ts'
import { isOpeningTrue } from './is-reminder-true.ts'
import { announceOpenings, announceRecording, awaitRetriedRecording, sendReminders } from './send-session-mails.ts'
import { changeMeeting } from './wire/studio.ts'

const MEETING = 'https://meet.example.com/secret-room?pwd=hidden'
const HOUR_MS = 3_600_000
const START = new Date(Date.now() + 100 * HOUR_MS)

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

/** A session with a meeting address and a learner. */
async function givenClass(startsAt = START) {
  const cohortCode = await givenCourse(setup.world)
  const { sessionId } = await givenSession(setup.world, cohortCode, { title: 'Light', startsAt })
  const learner = await createLearner(setup, cohortCode)
  const teacher = await createTeacher(setup, cohortCode)
  await teacher.client.call(changeMeeting, { auth: 'learner', params: { sessionId }, body: { meetingUrl: MEETING } })
  return { cohortCode, courseCode: cohortCode.replace(/-1$/, ''), sessionId, learner, teacher }
}

const remindAt = (hoursBefore: number, start = START) =>
  sendReminders({ ...setup.world, clock: () => new Date(start.getTime() - hoursBefore * HOUR_MS) })

async function listMails({ email }: Learner, subject: string) {
  const mails = setup.world.db.selectFrom('mail').selectAll().where('to_address', '=', email)
  return mails.where('subject', 'like', `${subject}%`).orderBy('id').execute()
}

async function countMails(person: Learner): Promise<[number, number]> {
  return [(await listMails(person, 'Coming up')).length, (await listMails(person, 'Starting soon')).length]
}

test('a learner is reminded 24 hours and 1 hour before, once each, and not when half of that has passed', async () => {
  const { learner, teacher } = await givenClass()
  const counts: [number, number][] = []
  for (const hours of [24.1, 24, 23, 1.1, 1, 0.6]) {
    await Promise.all([remindAt(hours), remindAt(hours)])
    counts.push(await countMails(learner))
  }
  expect(counts).toEqual([
    [0, 0],
    [1, 0],
    [1, 0],
    [1, 0],
    [1, 1],
    [1, 1],
  ])
  expect(await countMails(teacher)).toEqual([0, 0])
  const late = await givenClass()
  for (const hours of [11.9, 0.4]) await remindAt(hours)
  expect(await countMails(late.learner)).toEqual([0, 0])
})

test('a learner who has not joined gets one e-mail when the session opens, with its page behind Join', async () => {
  const { sessionId, learner, teacher } = await givenClass()
  const early = await givenClass()
  const off = await givenClass()
  const without = await givenClass()
  const { db } = setup.world
  await db
    .insertInto('attendance')
    .values({ session_id: early.sessionId, person_id: early.learner.personId, joined_at: atMinutes(14) })
    .execute()
  await db.insertInto('mail_opt_out').values({ address: off.learner.email, category: 'session.open' }).execute()
  await without.teacher.client.call(changeMeeting, {
    auth: 'learner',
    params: { sessionId: without.sessionId },
    body: { meetingUrl: null },
  })
  const openAt = (minutes: number) => announceOpenings({ ...setup.world, clock: () => atMinutes(minutes) })
  const counts: number[] = []
  for (const minutes of [16, 15, 14, 1]) {
    await Promise.all([openAt(minutes), openAt(minutes)])
    counts.push((await listMails(learner, 'Starting now: Light')).length)
  }
  expect(counts).toEqual([0, 1, 1, 1])
  const [mail] = await listMails(learner, 'Starting now')
  expect(mail).toMatchObject({ useful_until: START })
  expect(mail!.text_body).toContain(`/portal/sessions/${sessionId}`)
  for (const person of [teacher, early.learner, off.learner, without.learner])
    expect(await listMails(person, 'Starting now')).toEqual([])

  const ids = (await listMails(learner, 'Starting now')).map(({ dedupe_key }) =>
    dedupe_key.replace('session.open:', ''),
  )
  expect(await isOpeningTrue(setup.world, ids[0]!)).toBe(true)
  await db
    .insertInto('attendance')
    .values({ session_id: sessionId, person_id: learner.personId, joined_at: atMinutes(10) })
    .execute()
  expect(await isOpeningTrue(setup.world, ids[0]!)).toBe(false)
  await without.teacher.client.call(changeMeeting, {
    auth: 'learner',
    params: { sessionId: without.sessionId },
    body: { meetingUrl: MEETING },
  })
  await openAt(3)
  expect(await listMails(without.learner, 'Starting now')).toHaveLength(1)
})

const atMinutes = (before: number) => new Date(START.getTime() - before * 60_000)

test('a moved session is announced again, and its calendar event keeps its id and gets a higher number', async () => {
  const { sessionId, learner } = await givenClass()
  await remindAt(23)
  const moved = new Date(START.getTime() + 48 * HOUR_MS)
  await setup.world.db
    .updateTable('cohort_session')
    .set({ starts_at: moved, ends_at: new Date(moved.getTime() + HOUR_MS), sequence: 1 })
    .where('id', '=', sessionId)
    .execute()
  await remindAt(23, moved)
  const mails = await listMails(learner, 'Coming up')
  const files = await setup.world.db
    .selectFrom('mail_attachment')
    .select(['mail_id', 'content'])
    .where(
      'mail_id',
      'in',
      mails.map(({ id }) => id),
    )
    .orderBy('mail_id')
    .execute()
  const read = (name: string) =>
    files.map(({ content }) => new RegExp(`${name}:(.*)`).exec(String(content))?.[1]?.trim())
  expect(read('SEQUENCE')).toEqual(['0', '1'])
  const [before, after] = read('UID')
  expect(before).toContain(sessionId)
  expect(after).toBe(before)
  expect(JSON.stringify([mails, files.map(({ content }) => String(content))])).not.toContain('secret-room')
})

test('nobody is reminded whose enrolment ended, whose address is not proved, or who turned it off', async () => {
  const ended = await givenClass()
  const unproved = await givenClass()
  const off = await givenClass()
  const cancelled = await givenClass()
  const { db } = setup.world
  const end = { state: 'cancelled', cancelled_at: new Date(), cancel_reason: 'refund' } as const
  await db.updateTable('enrolment').set(end).where('person_id', '=', ended.learner.personId).execute()
  await db
    .updateTable('person')
    .set({ email_verified_at: null, password_hash: null })
    .where('id', '=', unproved.learner.personId)
    .execute()
  await db.insertInto('mail_opt_out').values({ address: off.learner.email, category: 'session.soon' }).execute()
  await db
    .updateTable('cohort_session')
    .set({ cancelled_at: new Date() })
    .where('id', '=', cancelled.sessionId)
    .execute()
  await remindAt(23)
  for (const { learner } of [ended, unproved, off, cancelled]) expect(await countMails(learner)).toEqual([0, 0])
})

test('a recording is announced once, after the end, when it can be played', async () => {
  const { sessionId, courseCode, learner, teacher } = await givenClass(new Date(Date.now() - HOUR_MS))
  const assetId = await givenAsset(setup.world, courseCode, 20)
  await teacher.client.call(changeMeeting, {
    auth: 'learner',
    params: { sessionId },
    body: { recordingAssetId: assetId },
  })
  const announce = (now: Date) => announceRecording({ ...setup.world, clock: () => now }, sessionId)
  const countAnnounced = async () => (await listMails(learner, 'The recording is ready')).length
  await announce(new Date(Date.now()))
  expect(await countAnnounced()).toBe(0)
  const after = new Date(Date.now() + HOUR_MS)
  await Promise.all([announce(after), announce(after)])
  expect(await countAnnounced()).toBe(1)
  await announce(after)
  expect(await countAnnounced()).toBe(1)
  expect((await listMails(learner, 'The recording is ready'))[0]!.text_body).toContain(`/portal/sessions/${sessionId}`)
})

test('a recording that failed is announced once it was processed again', async () => {
  const { world } = setup
  const { sessionId, courseCode, learner, teacher } = await givenClass(new Date(Date.now() - 3 * HOUR_MS))
  const assetId = await givenAsset(world, courseCode, 20, 'stored')
  const setState = (state: 'failed' | 'ready') =>
    world.db.updateTable('asset').set({ state }).where('id', '=', assetId).execute()
  await teacher.client.call(changeMeeting, {
    auth: 'learner',
    params: { sessionId },
    body: { recordingAssetId: assetId },
  })
  await setState('failed')
  await announceRecording(world, sessionId)
  const headers = await setup.as(teacher.email)
  const retried = await setup.api.call(`/api/v1/assets/${assetId}/retry`, { method: 'POST', body: {}, headers })
  expect(retried).toMatchObject({ status: 200, body: { data: { state: 'stored' } } })
  const { rows: jobs } = await sql`select from pgboss.job
    where name = 'media.asset-retried' and data->>'assetId' = ${assetId}`.execute(world.db)
  expect(jobs).toHaveLength(1)

  const countAnnounced = async () => (await listMails(learner, 'The recording is ready')).length
  await awaitRetriedRecording(world, assetId)
  expect(await countAnnounced()).toBe(0)
  await setState('ready')
  await awaitRetriedRecording(world, assetId)
  await awaitRetriedRecording(world, assetId)
  expect(await countAnnounced()).toBe(1)
})
