/** The calls of live sessions, over HTTP, on a real database. docs/contract §15 and §21. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countEarlyJoin } from '#learn/lessons/attendance.ts'
import { loadCourseRoom } from '#learn/lessons/course-room.ts'
import { asLearner } from '#learn/lessons/is-teacher.ts'
import { joinSession } from '#learn/lessons/wire/join.ts'
import { readLesson } from '#learn/lessons/wire/lesson.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner, type Learner } from '../../../tests/world/learner.ts'
import { givenSession, givenVideo } from '../../../tests/world/lessons.ts'
import { givenCourse } from '../../../tests/world/selling.ts'
import { createTeacher } from '../../../tests/world/teacher.ts'
import { loadOwnSessions } from './read-session.ts'
import { listOwnSessions, playRecording, readSession } from './wire/learn.ts'
import { changeMeeting, listAttendance, listTaughtSessions, markAttendance } from './wire/studio.ts'

const MEETING = 'https://meet.example.com/secret-room?pwd=hidden'
const MINUTE_MS = 60_000

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

const answer = (data: object) => ({ data: { data } })
const refusal = (errorCode: string) => ({ errorCode })

/** A cohort with a session that starts in some minutes and lasts 90, a learner and a teacher. */
async function givenClass(startsInMinutes: number, meetingUrl: string | null = MEETING) {
  const cohortCode = await givenCourse(setup.world)
  const session = await givenSession(setup.world, cohortCode, { startsAt: inMinutes(startsInMinutes) })
  const learner = await createLearner(setup, cohortCode)
  const teacher = await createTeacher(setup, cohortCode)
  if (meetingUrl)
    await teacher.client.call(changeMeeting, {
      auth: 'learner',
      params: { sessionId: session.sessionId },
      body: { meetingUrl },
    })
  return { cohortCode, courseCode: cohortCode.replace(/-1$/, ''), ...session, learner, teacher }
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)

async function moveSession(sessionId: string, startsInMinutes: number): Promise<void> {
  await setup.world.db
    .updateTable('cohort_session')
    .set({ starts_at: inMinutes(startsInMinutes), ends_at: inMinutes(startsInMinutes + 90) })
    .where('id', '=', sessionId)
    .execute()
}

async function join({ client }: Learner, sessionId: string): Promise<string> {
  const joined = await client.call(joinSession, { auth: 'learner', params: { sessionId } })
  if (joined.error !== null) throw new Error(joined.error)
  return joined.data.data.goUrl.replace(/^https?:\/\/[^/]+/, setup.api.base)
}

async function go(url: string) {
  const response = await fetch(url, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const listAttended = async ({ client }: Learner, sessionId: string) => {
  const listed = await client.call(listAttendance, { auth: 'learner', params: { sessionId } })
  return listed.error === null ? listed.data.data.learners : []
}

test('a learner joins from 15 minutes before the start, a teacher from 60, both until 60 minutes after the end', async () => {
  const { sessionId, learner, teacher } = await givenClass(0)
  const closed = refusal('SESSION_NOT_OPEN')
  const opened = answer({ goUrl: expect.any(String) })
  for (const [minutes, ofLearner, ofTeacher] of [
    [61, closed, closed],
    [59, closed, opened],
    [16, closed, opened],
    [14, opened, opened],
    [-149, opened, opened],
    [-151, closed, closed],
  ] as const) {
    await moveSession(sessionId, minutes)
    for (const [person, expected] of [
      [learner, ofLearner],
      [teacher, ofTeacher],
    ] as const)
      expect([
        minutes,
        await person.client.call(joinSession, { auth: 'learner', params: { sessionId } }),
      ]).toMatchObject([minutes, expected])
  }
})

test('a ticket of the open window works no longer once the window is closed', async () => {
  const { sessionId, learner } = await givenClass(0)
  const url = await join(learner, sessionId)
  await moveSession(sessionId, 20)
  expect((await go(url)).status).toBe(409)
  await moveSession(sessionId, 0)
  expect(await go(url)).toMatchObject({ status: 302 })
})

test('of 50 parallel uses of one ticket exactly one leads into the meeting', async () => {
  const { sessionId, learner } = await givenClass(5)
  const url = await join(learner, sessionId)
  const uses = await Promise.all(Array.from({ length: 50 }, () => go(url)))
  expect(uses.filter(({ status }) => status === 302)).toHaveLength(1)
  expect(uses.filter(({ text }) => text.includes('TICKET_INVALID'))).toHaveLength(49)
})

test('the redirect is stored nowhere and tells the meeting nothing; a ticket of another session or after two minutes fails', async () => {
  const { sessionId, learner } = await givenClass(5)
  const other = await givenClass(5)
  const url = await join(learner, sessionId)
  expect((await go(url.replace(sessionId, other.sessionId))).status).toBe(403)
  const { status, headers } = await go(url)
  expect([status, headers.get('location')]).toEqual([302, MEETING])
  expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
  const late = await join(learner, sessionId)
  await setup.world.db.updateTable('join_ticket').set({ expires_at: new Date() }).where('used_at', 'is', null).execute()
  expect((await go(late)).status).toBe(403)
  expect((await go(`${late.slice(0, -3)}abc`)).status).toBe(403)
})

test('joining completes the live lesson once and stays; a teacher who joins attends nothing', async () => {
  const { sessionId, lessonId, learner, teacher } = await givenClass(-5)
  expect(await go(await join(teacher, sessionId))).toMatchObject({ status: 302 })
  await go(await join(learner, sessionId))
  const [first] = await listAttended(teacher, sessionId)
  await go(await join(learner, sessionId))
  expect(await listAttended(teacher, sessionId)).toEqual([first])
  expect(first).toMatchObject({ personId: learner.personId, attended: true, verdict: null })
  expect(await learner.client.call(readLesson, { auth: 'learner', params: { lessonId } })).toMatchObject(
    answer({ progress: { completedBy: 'attended', percent: 100 } }),
  )
  expect(await learner.client.call(readSession, { auth: 'learner', params: { sessionId } })).toMatchObject(
    answer({ attended: true }),
  )
})

test('the session that completes a course says so to its learner, for the way to the finish screen', async () => {
  const { sessionId, learner } = await givenClass(-10)
  const other = await createLearner(setup, (await givenClass(-10)).cohortCode)
  expect(await learner.client.call(readSession, { auth: 'learner', params: { sessionId } })).toMatchObject(
    answer({ isCourseComplete: false }),
  )
  await go(await join(learner, sessionId))
  await moveSession(sessionId, -100)
  expect(await learner.client.call(readSession, { auth: 'learner', params: { sessionId } })).toMatchObject(
    answer({ isCourseComplete: true }),
  )
  expect(await other.client.call(readSession, { auth: 'learner', params: { sessionId } })).toMatchObject(
    refusal('SESSION_NOT_FOUND'),
  )
})

test('a learner who joins early is counted at the start, once, and not when the session was moved meanwhile', async () => {
  const { sessionId, lessonId, learner, teacher } = await givenClass(10)
  const count = () => countEarlyJoin(setup.world, { sessionId, personId: learner.personId })
  const getCompletion = async () => {
    const lesson = await learner.client.call(readLesson, { auth: 'learner', params: { lessonId } })
    const session = await learner.client.call(readSession, { auth: 'learner', params: { sessionId } })
    if (lesson.error !== null || session.error !== null) throw new Error('not answered')
    const { attended, joinedAt } = session.data.data
    return [lesson.data.data.progress.completedBy, attended, joinedAt !== null]
  }
  await go(await join(learner, sessionId))
  await count()
  expect(await getCompletion()).toEqual([null, false, true])
  expect(await listAttended(teacher, sessionId)).toMatchObject([{ attended: false, joinedAt: expect.any(String) }])
  const { rows: jobs } = await sql`select from pgboss.job where data->'data'->>'sessionId' = ${sessionId}`.execute(
    setup.world.db,
  )
  expect(jobs).toHaveLength(1)

  await moveSession(sessionId, 60 * 24)
  await moveSession(sessionId, 16)
  expect(await getCompletion()).toEqual([null, false, false])
  await moveSession(sessionId, 14)
  await go(await join(learner, sessionId))
  await moveSession(sessionId, 0)
  await count()
  await count()
  expect(await getCompletion()).toEqual(['attended', true, true])
})

test('"absent" takes the completion back, "present" gives it, and each change is one audit entry', async () => {
  const { sessionId, lessonId, learner, teacher } = await givenClass(-5)
  await go(await join(learner, sessionId))
  const mark = (verdict: 'present' | 'absent' | null) =>
    teacher.client.call(markAttendance, {
      auth: 'learner',
      params: { sessionId },
      body: { personId: learner.personId, verdict },
    })
  const getProgress = () => learner.client.call(readLesson, { auth: 'learner', params: { lessonId } })
  expect(await mark('absent')).toMatchObject(answer({ learners: [{ attended: false, verdict: 'absent' }] }))
  expect(await getProgress()).toMatchObject(answer({ progress: { completedAt: null, completedBy: null } }))
  await go(await join(learner, sessionId))
  expect(await getProgress()).toMatchObject(answer({ progress: { completedAt: null } }))
  await mark('absent')
  await mark('present')
  expect(await getProgress()).toMatchObject(answer({ progress: { completedBy: 'teacher' } }))
  expect(await mark(null)).toMatchObject(answer({ learners: [{ attended: true, verdict: null }] }))
  expect(await getProgress()).toMatchObject(answer({ progress: { completedBy: 'attended' } }))
  const events = await setup.world.db
    .selectFrom('audit_event')
    .select(['actor_id', 'details'])
    .where('action', '=', 'attendance-marked')
    .where('object_id', '=', sessionId)
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { actor_id: teacher.personId, details: { person: learner.personId, verdict: 'absent' } },
    { actor_id: teacher.personId, details: { person: learner.personId, verdict: 'present' } },
    { actor_id: teacher.personId, details: { person: learner.personId, verdict: 'none' } },
  ])
})

test('"absent" leaves a lesson complete whose recording was watched', async () => {
  const { sessionId, lessonId, courseCode, learner, teacher } = await givenClass(-100)
  const { assetId } = await givenVideo(setup.world, courseCode, { seconds: 100 })
  await teacher.client.call(changeMeeting, {
    auth: 'learner',
    params: { sessionId },
    body: { recordingAssetId: assetId },
  })
  await go(await join(learner, sessionId))
  await setup.world.db
    .insertInto('watch')
    .values({ person_id: learner.personId, lesson_id: lessonId, asset_id: assetId, ranges: '{[0,100)}' })
    .execute()
  const absent = { personId: learner.personId, verdict: 'absent' } as const
  await teacher.client.call(markAttendance, { auth: 'learner', params: { sessionId }, body: absent })
  expect(await learner.client.call(readLesson, { auth: 'learner', params: { lessonId } })).toMatchObject(
    answer({ progress: { completedBy: 'watched' } }),
  )
})

test('nobody is marked before the start, and only learners of the cohort are', async () => {
  const { sessionId, learner, teacher } = await givenClass(5)
  const mark = (personId: string) =>
    teacher.client.call(markAttendance, {
      auth: 'learner',
      params: { sessionId },
      body: { personId, verdict: 'present' },
    })
  expect(await mark(learner.personId)).toMatchObject(refusal('SESSION_NOT_OPEN'))
  await moveSession(sessionId, -1)
  for (const personId of [randomUUID(), teacher.personId])
    expect(await mark(personId)).toMatchObject(refusal('LEARNER_NOT_FOUND'))
})

test('a person of another cohort or course, or with another role, finds no session', async () => {
  const { sessionId, learner, cohortCode } = await givenClass(0)
  const other = await givenClass(0)
  const assistant = await createTeacher(setup, cohortCode, 'assistant')
  const missing = refusal('SESSION_NOT_FOUND')
  for (const { client } of [other.learner, other.teacher]) {
    expect(await client.call(readSession, { auth: 'learner', params: { sessionId } })).toMatchObject(missing)
    expect(await client.call(joinSession, { auth: 'learner', params: { sessionId } })).toMatchObject(missing)
  }
  const { client: stranger } = other.learner
  expect(await stranger.call(readSession, { auth: 'learner', params: { sessionId } })).toMatchObject({
    data: { data: { coursePrefixCode: cohortCode.split('-')[0] } },
  })
  expect(await stranger.call(readSession, { auth: 'learner', params: { sessionId: randomUUID() } })).toMatchObject({
    data: expect.not.objectContaining({ data: expect.anything() }),
  })
  for (const { client } of [learner, other.teacher]) {
    expect(
      await client.call(changeMeeting, { auth: 'learner', params: { sessionId }, body: { recap: 'x' } }),
    ).toMatchObject(missing)
    expect(await client.call(listAttendance, { auth: 'learner', params: { sessionId } })).toMatchObject(missing)
  }
  expect(await assistant.client.call(listAttendance, { auth: 'learner', params: { sessionId } })).toMatchObject({
    error: null,
  })
})

test('a seat that ends stops joining at once, also with a ticket', async () => {
  const { sessionId, learner } = await givenClass(0)
  const url = await join(learner, sessionId)
  const end = { state: 'cancelled', cancelled_at: new Date(), cancel_reason: 'refund' } as const
  await setup.world.db.updateTable('enrolment').set(end).where('person_id', '=', learner.personId).execute()
  expect((await go(url)).text).toContain('ACCESS_ENDED')
  expect(await learner.client.call(joinSession, { auth: 'learner', params: { sessionId } })).toMatchObject(
    refusal('ACCESS_ENDED'),
  )
})

test('a session without a meeting, and a cancelled session, cannot be joined', async () => {
  const { sessionId, learner } = await givenClass(0, null)
  const ask = () => learner.client.call(joinSession, { auth: 'learner', params: { sessionId } })
  expect(await ask()).toMatchObject(refusal('MEETING_MISSING'))
  expect(await learner.client.call(readSession, { auth: 'learner', params: { sessionId } })).toMatchObject(
    answer({ hasMeeting: false }),
  )
  const cancel = setup.world.db.updateTable('cohort_session').set({ cancelled_at: new Date() })
  await cancel.where('id', '=', sessionId).execute()
  expect(await ask()).toMatchObject(refusal('SESSION_NOT_OPEN'))
})

test('the meeting address is in no answer, row, e-mail or job; its teacher sees the host name', async () => {
  const { sessionId, courseCode, learner, teacher } = await givenClass(0)
  await go(await join(learner, sessionId))
  const answers = [
    await teacher.client.call(listTaughtSessions, { auth: 'learner', params: { course: courseCode } }),
    await teacher.client.call(changeMeeting, {
      auth: 'learner',
      params: { sessionId },
      body: { recap: 'We lit a room.' },
    }),
    await teacher.client.call(listAttendance, { auth: 'learner', params: { sessionId } }),
    await learner.client.call(readSession, { auth: 'learner', params: { sessionId } }),
    await teacher.client.call(readSession, { auth: 'learner', params: { sessionId } }),
    await learner.client.call(listOwnSessions, { auth: 'learner' }),
    await learner.client.call(joinSession, { auth: 'learner', params: { sessionId } }),
  ]
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
  expect(JSON.stringify(answers)).not.toContain('secret-room')
  expect(answers[0]).toMatchObject(answer({ sessions: [{ meetingHost: 'meet.example.com' }] }))
  for (const table of ['cohort_session', 'audit_event', 'mail', 'join_ticket', 'idempotency', 'pgboss.job'] as const) {
    const rows = await setup.world.db
      .selectFrom(table as 'mail')
      .selectAll()
      .execute()
    expect([table, JSON.stringify(rows).includes('secret-room')]).toEqual([table, false])
  }
})

test('an address that is not https is refused, and null removes the meeting', async () => {
  const { sessionId, teacher } = await givenClass(0)
  const change = (meetingUrl: string | null) =>
    teacher.client.call(changeMeeting, { auth: 'learner', params: { sessionId }, body: { meetingUrl } })
  expect(await change('http://meet.example.com/x')).toMatchObject(refusal('MEETING_INVALID'))
  expect(await change('https://zoom.us/j/1')).toMatchObject(answer({ meetingHost: 'zoom.us' }))
  expect(await change(null)).toMatchObject(answer({ meetingHost: null }))
})

test('a recap with a link that leads nowhere is refused, and the stored one stays', async () => {
  const { sessionId, teacher } = await givenClass(0)
  const change = (recap: string) =>
    teacher.client.call(changeMeeting, { auth: 'learner', params: { sessionId }, body: { recap } })
  const recap = '## Light\n\n[Again](#light), [questions](/faq), [the film](https://films.test/1)'
  expect(await change(recap)).toMatchObject(answer({ recap }))
  for (const target of ['notes.pdf', '//evil.test', '#none'])
    expect([target, await change(`[Notes](${target})`)]).toMatchObject([target, refusal('RECAP_LINK_INVALID')])
  const stored = await setup.world.db.selectFrom('cohort_session').select('recap').where('id', '=', sessionId).execute()
  expect(stored).toEqual([{ recap }])
})

test('recap and recording appear after the end, and only with open access', async () => {
  const { sessionId, courseCode, learner, teacher } = await givenClass(0)
  const { assetId } = await givenVideo(setup.world, courseCode)
  const foreign = await givenVideo(setup.world, (await givenClass(0)).courseCode)
  const attach = (recordingAssetId: string) =>
    teacher.client.call(changeMeeting, {
      auth: 'learner',
      params: { sessionId },
      body: { recap: '## Light', recordingAssetId },
    })
  expect(await attach(foreign.assetId)).toMatchObject(refusal('ASSET_NOT_FOUND'))
  expect(await attach(assetId)).toMatchObject(answer({ recording: { assetId, state: 'ready' } }))
  const see = () => learner.client.call(readSession, { auth: 'learner', params: { sessionId } })
  expect(await see()).toMatchObject(answer({ recap: [], recording: null }))
  const seeReady = async () => (await loadOwnSessions(setup.world, learner.personId))[0]!.recordingReady
  const roomReady = async () => {
    const room = await loadCourseRoom(setup.world, asLearner(learner.personId), courseCode)
    return room.ok && room.value.sessions[0]!.recordingReady
  }
  expect([await seeReady(), await roomReady()]).toEqual([false, false])
  expect(await learner.client.call(playRecording, { auth: 'learner', params: { sessionId } })).toMatchObject(
    refusal('ASSET_NOT_FOUND'),
  )
  await moveSession(sessionId, -91)
  expect([await seeReady(), await roomReady()]).toEqual([true, true])
  expect(await see()).toMatchObject(
    answer({
      recap: [{ tag: 'h2' }],
      recording: { assetId, state: 'ready', durationSeconds: 100, hasCaptions: false },
    }),
  )
  expect(await learner.client.call(playRecording, { auth: 'learner', params: { sessionId } })).toMatchObject(
    answer({ assetId, source: { contentType: 'video/mp4' } }),
  )
  const over = setup.world.db.updateTable('enrolment').set({ access_ends_at: new Date() })
  await over.where('person_id', '=', learner.personId).execute()
  expect(await see()).toMatchObject(answer({ access: { state: 'over' }, recap: [], recording: null }))
})
