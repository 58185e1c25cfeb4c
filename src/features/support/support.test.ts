import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Admin, fresh, type Identity, openIdentity, PASSWORD, says } from '../../../tests/identity.ts'
import { supportJobs } from './jobs.ts'
import { writeAnswer, writeNotice } from './support-emails.ts'

let own: Identity
let admin: Admin
beforeAll(async () => {
  own = await openIdentity()
  await supportJobs(own.world)
  admin = await own.admin()
})
afterAll(() => own.close())
/** Nobody waits for what another test has used up. */
beforeEach(() => own.world.db.deleteFrom('rate_limit').execute())

const inbox = (path = '', given: object = {}) =>
  own.api.call(`/api/v1/support-inbox${path}`, { headers: admin.headers, ...given })
const post = (path: string, body: object = {}) => inbox(path, { method: 'POST', body })
const NOT_KNOWN = says(404, 'CONVERSATION_NOT_FOUND', 'This conversation is not known, or its link has expired.')

/** A message just left; its conversation. */
async function asked(message = 'May I move to the weekend course?', more: object = {}) {
  const email = fresh()
  expect(await own.post('support-messages', { email, message, page: '/faq', ...more })).toMatchObject({
    status: 200,
    body: { status: 'success' },
  })
  const row = await own.world.db
    .selectFrom('support_conversation')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { email, id: row.id }
}
/** Answered, and mailed at once. */
async function answered(email: string, id: string, message: string, count = 1) {
  const { body } = await post(`/${id}/answers`, { message })
  const { messageId } = body.data.messages.at(-1)
  await writeAnswer(own.world, { messageId })
  const mail = await own.mailTo(email, count)
  return { mail, messageId, token: /\/support#token=(\S+)/.exec(mail.text_body)?.[1] ?? '' }
}
const thread = (token: string) => own.post('support-thread', { token })
const wait = (state: string) => inbox(`?state=${state}`)

describe('a message', () => {
  test('waits in the inbox with what is needed to answer it, and each is a conversation of its own', async () => {
    const { email, id } = await asked('  Hello.\r\nIs there a weekend course?\u0007 ', { name: ' Ana  Cruz ' })
    await own.post('support-messages', { email, message: 'And a third thing', page: 'https://evil.test/?x' })
    const { body } = await wait('open')
    const mine = body.data.conversations.filter((row: { email: string }) => row.email === email)
    expect(mine).toMatchObject([
      { name: null, page: '/', excerpt: 'And a third thing' },
      {
        conversationId: id,
        name: 'Ana Cruz',
        page: '/faq',
        state: 'open',
        excerpt: 'Hello.\nIs there a weekend course?',
      },
    ])
  })

  test.each([
    ['//evil.test/faq', '/'],
    ['/\\evil.test', '/'],
    ['/faq/..//evil.test', '/'],
    ['javascript:alert(1)', '/'],
    ['/nina-reyes?utm_source=post#faq', '/nina-reyes'],
  ])('that says it comes from %s is shown at %s: a page of this site, or none', async (page, shown) => {
    const { id } = await asked('Where am I?', { page })
    const { body } = await wait('open')
    expect(body.data.conversations.find((row: { conversationId: string }) => row.conversationId === id).page).toBe(
      shown,
    )
  })

  test.each<[object, Record<string, string>]>([
    [{ message: 'x' }, { email: 'Email is required' }],
    [{ message: 'x', email: 'ana' }, { email: 'Please enter a valid email address' }],
    [{ email: 'ana@understudy.test' }, { message: 'A message is required' }],
    [{ email: 'ana@understudy.test', message: ' \n ' }, { message: 'A message is required' }],
    [{ email: 'ana@understudy.test', message: 'far too long '.repeat(400) }, { message: 'Please use fewer words' }],
  ])('%j is refused at its field, as a form of the static data host is', async (body, fields) => {
    expect(await own.post('support-messages', body)).toMatchObject({
      status: 400,
      body: { status: 'failed', errorCode: 'FIELD_INVALID', fields },
    })
  })

  test('has the house told by one mail for all that wait, which says nothing of what they say', async () => {
    const { email } = await asked('A secret of mine')
    const to = own.world.config.supportAddress
    const before = await own.world.db.selectFrom('mail').select('id').where('to_address', '=', to).execute()
    for (let time = 0; time < 3; time++) await writeNotice(own.world)
    const mail = await own.mailTo(to, before.length + 1)
    expect(mail.subject).toMatch(/waits? in the inbox$/)
    expect(mail.text_body).toContain('/portal/inbox')
    expect(mail.text_body).not.toMatch(new RegExp(`secret|${email}`))
  })
})

describe('an answer', () => {
  test('goes by mail, from a person, with a link to the whole that needs no account', async () => {
    const { email, id } = await asked()
    const { mail, token } = await answered(email, id, 'Yes, of course.\n\nShall I move you?')
    expect(mail).toMatchObject({
      text_body: expect.stringContaining('Yes, of course.\n\nShall I move you?'),
      headers: { 'Reply-To': own.world.config.supportAddress, 'Auto-Submitted': 'no' },
    })
    expect(await thread(token)).toMatchObject({
      status: 200,
      body: {
        data: {
          state: 'answered',
          messages: [
            { author: 'visitor', name: null, message: 'May I move to the weekend course?' },
            { author: 'operator', name: 'Demo', message: 'Yes, of course.\n\nShall I move you?' },
          ],
        },
      },
    })
    expect((await own.world.db.selectFrom('support_link').selectAll().execute()).map(({ hash }) => hash)).not.toContain(
      token,
    )
  })

  test('is mailed once, however often its job runs', async () => {
    const { email, id } = await asked()
    const { messageId } = await answered(email, id, 'Once.')
    await Promise.all([1, 2, 3].map(() => writeAnswer(own.world, { messageId })))
    await own.mailTo(email, 1)
  })

  test('can be taken back until it is mailed, is seen by nobody before, and is never mailed then', async () => {
    const { email, id } = await asked()
    const { token } = await answered(email, id, 'First.')
    const { body } = await post(`/${id}/answers`, { message: 'Too quick' })
    const { messageId } = body.data.messages.at(-1)
    expect((await thread(token)).body.data.messages).toHaveLength(2)
    expect(await post(`/${id}/answers/${messageId}/take-back`)).toMatchObject({
      status: 200,
      body: { data: { state: 'answered', messages: [{}, { message: 'First.' }] } },
    })
    await writeAnswer(own.world, { messageId })
    await own.mailTo(email, 1)
    expect(await post(`/${id}/answers/${messageId}/take-back`)).toMatchObject(
      says(409, 'ANSWER_SENT', 'This answer has been sent already.'),
    )
  })

  test('of two hands, taking back and mailing, exactly one wins', async () => {
    for (let time = 0; time < 8; time++) {
      const { email, id } = await asked()
      const { body } = await post(`/${id}/answers`, { message: 'Now or never' })
      const { messageId } = body.data.messages.at(-1)
      const [back] = await Promise.all([
        post(`/${id}/answers/${messageId}/take-back`),
        writeAnswer(own.world, { messageId }),
      ])
      const mails = await own.world.db.selectFrom('mail').select('id').where('to_address', '=', email).execute()
      expect([back.status, mails.length]).toEqual(back.status === 200 ? [200, 0] : [409, 1])
    }
  })

  test('is answered again by the visitor, which brings the conversation back', async () => {
    const { email, id } = await asked()
    const { token } = await answered(email, id, 'Yes.')
    expect(await post(`/${id}/close`)).toMatchObject({ body: { data: { state: 'closed' } } })
    expect(await own.post('support-thread/messages', { token, message: 'Thank you. And one more:' })).toMatchObject({
      status: 200,
      body: { data: { state: 'open', messages: [{}, {}, { author: 'visitor', message: 'Thank you. And one more:' }] } },
    })
    expect((await answered(email, id, 'Of course.', 2)).token).not.toBe(token)
    expect((await thread(token)).status).toBe(200)
  })

  test('an unknown, empty or expired link opens nothing', async () => {
    const { email, id } = await asked()
    const { token } = await answered(email, id, 'Yes.')
    expect(await thread('nothing')).toMatchObject(NOT_KNOWN)
    expect(await thread('')).toMatchObject(NOT_KNOWN)
    await own.world.db
      .updateTable('support_link')
      .set({ expires_at: new Date(0) })
      .where('conversation_id', '=', id)
      .execute()
    expect(await thread(token)).toMatchObject(NOT_KNOWN)
    expect(await own.post('support-thread/messages', { token, message: 'x' })).toMatchObject(NOT_KNOWN)
  })
})

describe('the inbox', () => {
  test('tells who did what with a conversation, and a reading once', async () => {
    const { email, id } = await asked()
    for (let time = 0; time < 3; time++) await inbox(`/${id}`)
    await answered(email, id, 'Yes.')
    await post(`/${id}/close`)
    await post(`/${id}/close`)
    const { body } = await post(`/${id}/reopen`)
    expect(body.data.state).toBe('answered')
    expect(body.data.events.map(({ what, name }: { what: string; name: string }) => [what, name])).toEqual(
      ['read', 'answered', 'closed', 'reopened'].map((what) => [what, 'Demo Person']),
    )
  })

  test('is closed to learners, to an admin’s learner token and to nobody', async () => {
    const { id } = await asked()
    const learner = await own.as(await own.known())
    const asLearner = await own.as(admin.email)
    for (const headers of [learner, asLearner, {}])
      for (const path of ['', `/${id}`]) expect((await inbox(path, { headers })).status).toBe(401)
  })

  test('an unknown conversation is a 404 for every verb', async () => {
    const id = crypto.randomUUID()
    expect(await inbox(`/${id}`)).toMatchObject(NOT_KNOWN)
    expect(await inbox('/no-uuid')).toMatchObject(NOT_KNOWN)
    for (const verb of ['close', 'reopen', `answers/${id}/take-back`])
      expect(await post(`/${id}/${verb}`)).toMatchObject(NOT_KNOWN)
    expect(await post(`/${id}/answers`, { message: 'x' })).toMatchObject(NOT_KNOWN)
  })

  test('is read page by page, each conversation once', async () => {
    for (let index = 0; index < 55; index++) {
      const row = { email: fresh(), page: '/faq', state: 'closed' as const }
      const { id } = await own.world.db
        .insertInto('support_conversation')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow()
      await own.world.db
        .insertInto('support_message')
        .values({ conversation_id: id, body: `${index}` })
        .execute()
    }
    const seen = new Set<string>()
    let after = ''
    for (let pages = 0; pages < 5; pages++) {
      const { body } = await inbox(`?state=closed${after}`)
      for (const row of body.data.conversations) seen.add(row.conversationId)
      if (!body.data.next) break
      after = `&after=${body.data.next}`
    }
    expect(seen.size).toBe((await wait('closed')).body.data.counts.closed)
  })
})

test('what a person asked is in their export, and goes with their account', async () => {
  const email = await own.known()
  await own.post('support-messages', { email, message: 'Who are you?', page: '/about-us' })
  const headers = await own.as(email)
  const { body } = await own.api.call('/api/v1/account-export', { headers })
  expect(body.data.conversations).toMatchObject([
    { page: '/about-us', messages: [{ from: 'you', message: 'Who are you?' }] },
  ])
  await own.post('delete-account', { email, password: PASSWORD }, headers)
  expect(
    await own.world.db.selectFrom('support_conversation').select('id').where('email', '=', email).execute(),
  ).toEqual([])
})

test('one address may leave twenty messages an hour, and is told how long to wait', async () => {
  const form = () => own.post('support-messages', { email: fresh(), message: 'x', page: '/faq' })
  let last = await form()
  for (let count = 0; count < 25 && last.status === 200; count++) last = await form()
  expect(last).toMatchObject({ status: 429, body: { status: 'failed', errorCode: 'RATE_LIMITED' } })
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
})
