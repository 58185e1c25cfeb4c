/** Messages of teachers to learners, on a real database. docs/contract §43. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVERYBODY } from '#domain/messages/learner-choice.ts'
import { createOptOutLinks } from '#people/mailing/opt-out.ts'
import { eraseAccount } from '#screens/portal/delete-account.ts'
import { SCRIPT_PAYLOADS } from '../../../tests/support/script-payloads.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner, type Learner } from '../../../tests/world/learner.ts'
import {
  afterUndo,
  type Draft,
  givenClass,
  givenDraft,
  listMessageMails,
  must,
  sendAll,
  sendDraft,
  workOnMessages,
} from '../../../tests/world/messages.ts'
import { createTeacher } from '../../../tests/world/teacher.ts'
import type { RecipientFilter } from './recipient-filter.ts'
import * as wire from './wire.ts'
import { startMessage, writeMessage } from './write-message.ts'

const auth = 'learner' as const

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
  await workOnMessages(setup)
})
afterAll(() => setup.close())

test('each learner gets one e-mail of their own, with their values, and reads the message in the portal', async () => {
  const one = await givenClass(setup, 2)
  const draft = await givenDraft(one)
  expect(must(await sendDraft(one.teacher, draft)).data.readerCount).toBe(2)
  await sendAll(setup, draft)
  await sendAll(setup, draft)
  for (const learner of one.learners) {
    const [mail, second] = await listMessageMails(setup, learner)
    expect(second).toBeUndefined()
    expect(mail).toMatchObject({ subject: 'Bring a lamp', state: 'sent', may_repeat: false })
    expect(mail!.headers).toMatchObject({
      'Reply-To': setup.world.site.current.supportAddress,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(mail!.text_body).toMatch(
      /Hello Demo,\n\nour next session is \w{3} \d.*\. See your course page \(http.*\)\.\n\n- a lamp\n- a spoon\n\nYou get this/,
    )
    expect(mail!.html_body).toMatch(/<strong>\w{3} \d/)
    const { course } = one
    const received = await learner.client.call(wire.listReceivedMessages, { auth, params: { course } })
    expect(must(received).data).toMatchObject([{ subject: 'Bring a lamp', from: 'Demo Person' }])
    expect(JSON.stringify(must(received).data[0]!.nodes)).toContain('"Hello ","Demo",","')
  }
  const list = await one.teacher.client.call(wire.listMessages, { auth, params: { course: one.course } })
  expect(must(list).data.messages).toMatchObject([
    { state: 'sent', to: 'Everybody in the course', counts: { people: 2, sent: 2, leftOut: 0 }, missed: [] },
  ])
  const stranger = await createLearner(setup)
  const foreign = await stranger.client.call(wire.listReceivedMessages, { auth, params: { course: one.course } })
  expect(must(foreign).data).toEqual([])
})

test('who has bought and not confirmed the address gets no e-mail; the sender sees who, and the portal has the message', async () => {
  const one = await givenClass(setup, 2)
  const [guest, learner] = one.learners as [Learner, Learner]
  const { db } = setup.world
  const guestRow = await db
    .selectFrom('person')
    .select(['password_hash', 'email_verified_at'])
    .where('id', '=', guest.personId)
    .executeTakeFirstOrThrow()
  const setProof = (proof: typeof guestRow) =>
    db.updateTable('person').set(proof).where('id', '=', guest.personId).execute()
  await setProof({ password_hash: null, email_verified_at: null })
  const draft = await givenDraft(one)
  const { params } = draft
  expect(must(await one.teacher.client.call(wire.readMessage, { auth, params })).data).toMatchObject({
    chosenCount: 1,
    unproved: { count: 1, names: ['Demo Person'] },
  })
  expect(must(await sendDraft(one.teacher, draft)).data.readerCount).toBe(1)
  await sendAll(setup, draft)
  expect([(await listMessageMails(setup, guest)).length, (await listMessageMails(setup, learner)).length]).toEqual([
    0, 1,
  ])
  expect(must(await one.teacher.client.call(wire.readMessage, { auth, params })).data).toMatchObject({
    counts: { people: 2, sent: 1, leftOut: 1 },
    missed: [{ name: 'Demo Person', reason: 'Has not confirmed the address yet. The message is in the portal.' }],
  })
  await setProof(guestRow)
  const received = await guest.client.call(wire.listReceivedMessages, { auth, params: { course: one.course } })
  expect(must(received).data).toMatchObject([{ subject: 'Bring a lamp' }])
})

test('a message to people without a confirmed address only is sent, to the portal; a failed e-mail is named before them', async () => {
  const one = await givenClass(setup, 3)
  const [guest, other, bounced] = one.learners as [Learner, Learner, Learner]
  const { db } = setup.world
  const change = (learner: Learner, values: { name: string; password_hash?: null; email_verified_at?: null }) =>
    db.updateTable('person').set(values).where('id', '=', learner.personId).execute()
  await change(guest, { name: 'Ann', password_hash: null, email_verified_at: null })
  await change(other, { name: 'Ben', password_hash: null, email_verified_at: null })
  await change(bounced, { name: 'Zoe' })
  const draft = await givenDraft(one, { filter: { person: guest.personId } })
  expect(must(await sendDraft(one.teacher, draft)).data.readerCount).toBe(0)
  await sendAll(setup, draft)
  expect(await listMessageMails(setup, guest)).toEqual([])
  const { params } = draft
  expect(must(await one.teacher.client.call(wire.readMessage, { auth, params })).data).toMatchObject({
    state: 'sent',
    counts: { people: 1, leftOut: 1 },
  })
  const all = await givenDraft(one)
  await sendDraft(one.teacher, all)
  await db.insertInto('mail_suppression').values({ address: bounced.email, reason: 'bounce', detail: '550' }).execute()
  await sendAll(setup, all)
  const { missed } = must(await one.teacher.client.call(wire.readMessage, { auth, params: all.params })).data
  expect(missed.map(({ name }) => name)).toEqual(['Zoe', 'Ann', 'Ben'])
})

test('who leaves, turns course news off or bounces meanwhile gets no e-mail; the counts say who, and add up', async () => {
  const one = await givenClass(setup, 6)
  const [stays, left, off, late, offLate, bounced] = one.learners as [
    Learner,
    Learner,
    Learner,
    Learner,
    Learner,
    Learner,
  ]
  const { db } = setup.world
  const cancel = (learner: Learner) =>
    db
      .updateTable('enrolment')
      .set({ state: 'cancelled', cancelled_at: new Date() })
      .where('person_id', '=', learner.personId)
      .execute()
  const turnOff = async (learner: Learner) => {
    const { oneClickUrl } = createOptOutLinks(setup.world, { address: learner.email, category: 'course.news' })
    const token = new URL(oneClickUrl).searchParams.get('token')!
    await setup.post('mail-opt-out', { token, isOff: true })
  }
  const draft = await givenDraft(one)
  await sendDraft(one.teacher, draft)
  const later = afterUndo(setup)
  await startMessage(later, draft.params.messageId)
  await cancel(left)
  await turnOff(off)
  await db.insertInto('mail_suppression').values({ address: bounced.email, reason: 'bounce', detail: '550' }).execute()
  // The e-mails are written, and not sent yet.
  await writeMessage(later, draft.params.messageId)
  await cancel(late)
  await turnOff(offLate)
  await setup.world.runJobs()
  expect((await listMessageMails(setup, stays)).map(({ state }) => state)).toEqual(['sent'])
  expect((await listMessageMails(setup, left)).length + (await listMessageMails(setup, off)).length).toBe(0)
  expect((await listMessageMails(setup, late)).map(({ state }) => state)).toEqual(['cancelled'])
  expect((await listMessageMails(setup, offLate)).map(({ state }) => state)).toEqual(['cancelled'])
  expect((await listMessageMails(setup, bounced)).map(({ state }) => state)).toEqual(['suppressed'])
  const list = await one.teacher.client.call(wire.listMessages, { auth, params: { course: one.course } })
  const [message] = must(list).data.messages
  expect(message!.counts).toEqual({ people: 6, sent: 1, waiting: 0, failed: 0, bounced: 1, leftOut: 4, forgotten: 0 })
  expect(message!.missed).toHaveLength(5)
  const { course } = one
  const inPortal = async (learner: Learner) =>
    must(await learner.client.call(wire.listReceivedMessages, { auth, params: { course } })).data.length
  expect([await inPortal(off), await inPortal(bounced), await inPortal(left)]).toEqual([1, 1, 0])
})

test('an undo in time sends nothing; afterwards it is refused, and a later time replaces an earlier one', async () => {
  const one = await givenClass(setup, 1)
  const draft = await givenDraft(one)
  const { client } = one.teacher
  const undo = () => client.call(wire.undoMessage, { auth, params: draft.params, body: {} })
  await sendDraft(one.teacher, draft)
  expect((await undo()).error).toBeNull()
  await sendAll(setup, draft)
  expect(await listMessageMails(setup, one.learners[0]!)).toEqual([])
  await sendDraft(one.teacher, draft, new Date(Date.now() + 3_600_000))
  await sendAll(setup, draft)
  expect(await listMessageMails(setup, one.learners[0]!)).toEqual([])
  await client.call(wire.sendMessageNow, { auth, params: draft.params, body: {} })
  await setup.world.runJobs()
  expect(await listMessageMails(setup, one.learners[0]!)).toHaveLength(1)
  expect((await undo()).errorCode).toBe('MESSAGE_UNDER_WAY')
  const text = { ...draft.text, subject: 'Other words' }
  const saved = await client.call(wire.saveMessage, {
    auth,
    params: draft.params,
    body: { version: draft.version, text },
  })
  expect(saved.errorCode).toBe('MESSAGE_UNDER_WAY')
  const rewritten = sql`update broadcast set body = 'x' where id = ${draft.params.messageId}`.execute(setup.world.db)
  await expect(rewritten).rejects.toThrow('its words stay')
})

test('a planned message of a teacher who lost the role is a draft again, and nobody gets it', async () => {
  const one = await givenClass(setup, 1)
  const draft = await givenDraft(one)
  await sendDraft(one.teacher, draft)
  const { db } = setup.world
  await db.deleteFrom('course_role').where('person_id', '=', one.teacher.personId).execute()
  await sendAll(setup, draft)
  expect(await listMessageMails(setup, one.learners[0]!)).toEqual([])
  const { messageId } = draft.params
  const row = await db.selectFrom('broadcast').selectAll().where('id', '=', messageId).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'draft', subject: 'Bring a lamp' })
})

test('who finishes the course after sending has started gets the message to those who have not', async () => {
  const one = await givenClass(setup, 2)
  const draft = await givenDraft(one, { filter: { state: 'unfinished' } })
  await sendDraft(one.teacher, draft)
  const later = afterUndo(setup)
  const finish = ({ personId }: Learner) =>
    setup.world.db
      .insertInto('course_completion')
      .values({ person_id: personId, course_code: one.course, required_lesson_ids: [randomUUID()] })
      .execute()
  await startMessage(later, draft.params.messageId)
  await finish(one.learners[0]!)
  await writeMessage(later, draft.params.messageId)
  await finish(one.learners[1]!)
  await setup.world.runJobs()
  for (const learner of one.learners)
    expect((await listMessageMails(setup, learner)).map(({ state }) => state)).toEqual(['sent'])
})

test('three messages a day and course, also when eight are sent at once', async () => {
  const one = await givenClass(setup, 1)
  const drafts: Draft[] = []
  for (let count = 0; count < 8; count++) drafts.push(await givenDraft(one))
  const answers = await Promise.all(drafts.map((draft) => sendDraft(one.teacher, draft)))
  const codes = answers.map(({ errorCode }) => errorCode ?? 'sent')
  expect(codes.filter((code) => code === 'sent')).toHaveLength(3)
  expect(codes.filter((code) => code === 'MESSAGES_LIMITED')).toHaveLength(5)
  const refusedDraft = drafts[codes.indexOf('MESSAGES_LIMITED')]!
  const planned = await sendDraft(one.teacher, refusedDraft, new Date(Date.now() + 2 * 86_400_000))
  expect(planned.error).toBeNull()
  const forced = sql`update broadcast set state = 'scheduled', send_at = now(), day_slot = 4
    where course_code = ${one.course} and state = 'draft'`.execute(setup.world.db)
  await expect(forced).rejects.toThrow()
})

test('workers that start and write the same message at once write each e-mail once', async () => {
  const one = await givenClass(setup, 8)
  const draft = await givenDraft(one)
  await sendDraft(one.teacher, draft)
  const later = afterUndo(setup)
  const { messageId } = draft.params
  await Promise.all([1, 2, 3].map(() => startMessage(later, messageId)))
  await Promise.all([1, 2, 3].map(() => writeMessage(later, messageId)))
  for (const learner of one.learners) expect(await listMessageMails(setup, learner)).toHaveLength(1)
})

test('a cohort, those who have not finished, and one learner', async () => {
  const one = await givenClass(setup, 3)
  const { db } = setup.world
  await db
    .insertInto('course_completion')
    .values({ person_id: one.learners[0]!.personId, course_code: one.course, required_lesson_ids: [randomUUID()] })
    .execute()
  const count = async (filter: Partial<RecipientFilter>) => {
    const { params } = await givenDraft(one, { filter })
    return must(await one.teacher.client.call(wire.readMessage, { auth, params })).data.chosenCount
  }
  expect(await count({})).toBe(3)
  expect(await count({ cohort: one.cohortCode })).toBe(3)
  expect(await count({ cohort: 'OTHER-1' })).toBe(0)
  expect(await count({ state: 'unfinished' })).toBe(2)
  expect(await count({ state: 'finished' })).toBe(1)
  expect(await count({ person: one.learners[1]!.personId })).toBe(1)
  await db
    .updateTable('enrolment')
    .set({ last_seen_on: new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10) })
    .where('person_id', '=', one.learners[2]!.personId)
    .execute()
  expect(await count({ learners: { unseenDays: 14 } })).toBe(1)
  expect(await count({ learners: { unseenDays: 30 } })).toBe(0)
  expect(await count({ state: 'finished', learners: { unseenDays: 14 } })).toBe(0)
  expect(await count({ cohort: one.cohortCode, learners: { payment: 'refunded' } })).toBe(0)
  expect(await count({ learners: { behind: '1' } })).toBe(0)
  const list = must(await one.teacher.client.call(wire.listMessages, { auth, params: { course: one.course } }))
  expect(list.data.messages[0]!.to).toBe('Everybody in the course, behind')
  const unseen = await givenDraft(one, { filter: { learners: { unseenDays: 14 } } })
  await sendDraft(one.teacher, unseen)
  await sendAll(setup, unseen)
  const mails = await Promise.all(one.learners.map((learner) => listMessageMails(setup, learner)))
  expect(mails.map(({ length }) => length)).toEqual([0, 0, 1])
})

test('a message to one person names only a learner of the course, and ends with the account', async () => {
  const [one, other] = [await givenClass(setup, 1), await givenClass(setup, 1)]
  const { course, teacher } = one
  const listTo = async () => {
    const list = must(await teacher.client.call(wire.listMessages, { auth, params: { course } }))
    return list.data.messages.map(({ to }) => to)
  }
  await givenDraft(one, { filter: { person: other.learners[0]!.personId } })
  expect(await listTo()).toEqual(['One learner'])
  const learner = one.learners[0]!
  const sent = await givenDraft(one, { subject: 'Dear Lea', filter: { person: learner.personId } })
  expect(await listTo()).toEqual(['Demo Person', 'One learner'])
  await sendDraft(teacher, sent)
  await sendAll(setup, sent)
  await givenDraft(one, { subject: 'Dear Lea again', filter: { person: learner.personId } })
  const all = await givenDraft(one)
  expect((await eraseAccount(setup.world, learner.personId, { kind: 'operator' })).ok).toBe(true)
  const rest = await setup.world.db.selectFrom('broadcast').select('id').where('course_code', '=', course).execute()
  expect(rest).toHaveLength(2)
  expect(rest.map(({ id }) => id)).toContain(all.params.messageId)
})

test('an unknown variable, an empty text, a past time and a message to nobody are refused', async () => {
  const one = await givenClass(setup, 1)
  const wrong = await givenDraft(one, { subject: '', body: 'Hi {fist name}' })
  expect(await sendDraft(one.teacher, wrong)).toMatchObject({
    fields: { subject: 'Please write a subject', body: expect.stringContaining('{fist name}') },
  })
  const draft = await givenDraft(one)
  expect(await sendDraft(one.teacher, draft, new Date(Date.now() - 1000))).toMatchObject({
    fields: { sendAt: 'Please choose a time in the future' },
  })
  const nobody = await givenDraft(one, { filter: { cohort: 'NONE' } })
  expect((await sendDraft(one.teacher, nobody)).errorCode).toBe('NOBODY_TO_WRITE_TO')
})

test('only editors of the course; a foreign course and a foreign message are missing', async () => {
  const [one, other] = [await givenClass(setup, 1), await givenClass(setup, 1)]
  const draft = await givenDraft(one)
  const assistant = await createTeacher(setup, one.cohortCode, 'assistant')
  const read = async (who: Learner, params: { course: string; messageId: string }) =>
    (await who.client.call(wire.readMessage, { auth, params })).errorCode
  expect(await read(assistant, draft.params)).toBe('ROLE_NEEDED')
  expect(await read(other.teacher, draft.params)).toBe('COURSE_NOT_FOUND')
  expect(await read(other.teacher, { ...draft.params, course: 'NONE' })).toBe('COURSE_NOT_FOUND')
  expect(await read(other.teacher, { ...draft.params, course: other.course })).toBe('MESSAGE_NOT_FOUND')
  expect(await read(one.learners[0]!, draft.params)).toBe('COURSE_NOT_FOUND')
  const stolen = { params: { ...draft.params, course: other.course } }
  expect((await sendDraft(other.teacher, { ...draft, ...stolen })).errorCode).toBe('MESSAGE_NOT_FOUND')
})

test('a draft in which nothing was typed is used again', async () => {
  const one = await givenClass(setup, 1)
  const begin = async (filter: Partial<RecipientFilter> = {}) => {
    const input = { auth, params: { course: one.course }, body: { filter: { ...EVERYBODY, ...filter } } }
    const made = await one.teacher.client.call(wire.createMessage, { ...input, idempotencyKey: randomUUID() })
    return must(made).data.messageId
  }
  const first = await begin()
  expect(await begin()).toBe(first)
  expect(await begin({ state: 'finished' })).not.toBe(first)
  const text = { subject: '', body: 'x', filter: EVERYBODY, repliesToSender: true }
  const params = { course: one.course, messageId: first }
  await one.teacher.client.call(wire.saveMessage, { auth, params, body: { version: 1, text } })
  expect(await begin()).not.toBe(first)
})

test('a stale save is a conflict with the newer text, and a test goes to the teacher only', async () => {
  const one = await givenClass(setup, 1)
  const draft = await givenDraft(one)
  const { client } = one.teacher
  const stale = { version: 1, text: { ...draft.text, subject: 'Old tab' } }
  const conflict = await client.call(wire.saveMessage, { auth, params: draft.params, body: stale })
  expect(conflict.errorCode).toBe('VERSION_CONFLICT')
  expect(conflict.data).toMatchObject({ data: { version: 2, body: draft.text } })
  await client.call(wire.testMessage, {
    auth,
    params: draft.params,
    body: { version: 2 },
    idempotencyKey: randomUUID(),
  })
  const [mail] = await listMessageMails(setup, one.teacher)
  expect(mail).toMatchObject({ subject: 'Test: Bring a lamp' })
  expect(mail!.text_body).toContain('Hello Demo')
  expect(await listMessageMails(setup, one.learners[0]!)).toEqual([])
})

test('hostile texts and names are text in the e-mail and in the portal', async () => {
  const one = await givenClass(setup, 1)
  await setup.world.db
    .updateTable('person')
    .set({ name: '[Ada](javascript:alert(1)) **x**' })
    .where('id', '=', one.learners[0]!.personId)
    .execute()
  const draft = await givenDraft(one, {
    subject: SCRIPT_PAYLOADS[0]!.slice(0, 120),
    body: `${SCRIPT_PAYLOADS.join('\n\n').slice(0, 19_000)}\n\n{first name}`,
  })
  await sendDraft(one.teacher, draft)
  await sendAll(setup, draft)
  const [mail] = await listMessageMails(setup, one.learners[0]!)
  expect(mail!.html_body.replaceAll(/&lt;.*?&gt;/gs, '')).not.toMatch(
    /<(?:script|img|svg|iframe|video|body [^c]|input|details|marquee)\b|href="(?!https?:|mailto:)/i,
  )
  const { course } = one
  const received = must(
    await one.learners[0]!.client.call(wire.listReceivedMessages, { auth, params: { course } }),
  ).data
  expect(JSON.stringify(received)).not.toMatch(/"href":"\s*(?:javascript|vbscript|data):/i)
})
