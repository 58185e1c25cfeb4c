import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Admin, createIdentityWorld, fresh, type Identity, PASSWORD, says } from '../../../tests/world/identity.ts'
import { supportJobs } from './jobs.ts'
import { sendAnswerEmail, sendNoticeEmail } from './support-emails.ts'

let identityWorld: Identity
let admin: Admin
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
  await identityWorld.world.jobs.work(supportJobs(identityWorld.world))
  admin = await identityWorld.admin()
})
afterAll(() => identityWorld.close())
/** Resets the rate limits that other tests have consumed. */
beforeEach(() => identityWorld.world.db.deleteFrom('rate_limit').execute())

const inbox = (path = '', options: object = {}) =>
  identityWorld.api.call(`/api/v1/support-inbox${path}`, { headers: admin.headers, ...options })
const post = (path: string, body: object = {}) => inbox(path, { method: 'POST', body })
const NOT_FOUND = says(404, 'CONVERSATION_NOT_FOUND', 'We couldn’t find this conversation, or its link has expired.')

/** Leaves a message and returns its conversation. */
async function leaveTestMessage(message = 'May I move to the weekend course?', extraInput: object = {}) {
  const email = fresh()
  expect(await identityWorld.post('support-messages', { email, message, page: '/faq', ...extraInput })).toMatchObject({
    status: 200,
    body: { status: 'success' },
  })
  const row = await identityWorld.world.db
    .selectFrom('support_conversation')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { email, id: row.id }
}
/** Answers and sends the e-mail immediately. */
async function answerTestMessage(email: string, id: string, message: string, count = 1) {
  const { body } = await post(`/${id}/answers`, { message })
  const { messageId } = body.data.messages.at(-1)
  await sendAnswerEmail(identityWorld.world, { messageId })
  const mail = await identityWorld.mailTo(email, count)
  return { mail, messageId, token: /\/support#token=(\S+)/.exec(mail.text_body)?.[1] ?? '' }
}
const thread = (token: string) => identityWorld.post('support-thread', { token })
const listInState = (state: string) => inbox(`?state=${state}`)

describe('a message', () => {
  test('appears in the inbox with the details needed to answer it, each as a separate conversation', async () => {
    const { email, id } = await leaveTestMessage('  Hello.\r\nIs there a weekend course?\u0007 ', {
      name: ' Ana  Cruz ',
    })
    await identityWorld.post('support-messages', { email, message: 'And a third thing', page: 'https://evil.test/?x' })
    const { body } = await listInState('open')
    const ownConversations = body.data.conversations.filter((row: { email: string }) => row.email === email)
    expect(ownConversations).toMatchObject([
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
  ])('with the page %s is shown with the page %s, always a page of this site', async (page, shown) => {
    const { id } = await leaveTestMessage('Where am I?', { page })
    const { body } = await listInState('open')
    expect(body.data.conversations.find((row: { conversationId: string }) => row.conversationId === id).page).toBe(
      shown,
    )
  })

  test.each<[object, Record<string, string>]>([
    [{ message: 'x' }, { email: 'Email is required' }],
    [{ message: 'x', email: 'ana' }, { email: 'Please enter a valid email address' }],
    [{ email: 'ana@understudy.test' }, { message: 'A message is required' }],
    [{ email: 'ana@understudy.test', message: ' \n ' }, { message: 'A message is required' }],
    [
      { email: 'ana@understudy.test', message: 'far too long '.repeat(400) },
      { message: 'Please shorten your message' },
    ],
  ])('%j is refused with an error at its field', async (body, fields) => {
    expect(await identityWorld.post('support-messages', body)).toMatchObject({
      status: 400,
      body: { status: 'failed', errorCode: 'FIELD_INVALID', fields },
    })
  })

  test('notifies the admins with one e-mail for all open messages, without their content', async () => {
    const { email } = await leaveTestMessage('A secret of mine')
    const to = identityWorld.world.site.current.supportAddress
    const before = await identityWorld.world.db.selectFrom('mail').select('id').where('to_address', '=', to).execute()
    for (let time = 0; time < 3; time++) await sendNoticeEmail(identityWorld.world)
    const mail = await identityWorld.mailTo(to, before.length + 1)
    expect(mail.subject).toMatch(/waiting in the inbox$/)
    expect(mail.text_body).toContain('/portal/inbox')
    expect(mail.text_body).not.toMatch(new RegExp(`secret|${email}`))
  })
})

describe('an answer', () => {
  test('is e-mailed with a link to the conversation that needs no account', async () => {
    const { email, id } = await leaveTestMessage()
    const { mail, token } = await answerTestMessage(email, id, 'Yes, of course.\n\nShall I move you?')
    expect(mail).toMatchObject({
      text_body: expect.stringContaining('Yes, of course.\n\nShall I move you?'),
      headers: { 'Reply-To': identityWorld.world.site.current.supportAddress, 'Auto-Submitted': 'no' },
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
    expect(
      (await identityWorld.world.db.selectFrom('support_link').selectAll().execute()).map(({ hash }) => hash),
    ).not.toContain(token)
  })

  test('is e-mailed once, even if its job runs several times', async () => {
    const { email, id } = await leaveTestMessage()
    const { messageId } = await answerTestMessage(email, id, 'Once.')
    await Promise.all([1, 2, 3].map(() => sendAnswerEmail(identityWorld.world, { messageId })))
    await identityWorld.mailTo(email, 1)
  })

  test('can be undone until it is e-mailed, is hidden from the visitor until then, and is not sent after undo', async () => {
    const { email, id } = await leaveTestMessage()
    const { token } = await answerTestMessage(email, id, 'First.')
    const { body } = await post(`/${id}/answers`, { message: 'Too quick' })
    const { messageId } = body.data.messages.at(-1)
    expect((await thread(token)).body.data.messages).toHaveLength(2)
    expect(await post(`/${id}/answers/${messageId}/take-back`)).toMatchObject({
      status: 200,
      body: { data: { state: 'answered', messages: [{}, { message: 'First.' }] } },
    })
    await sendAnswerEmail(identityWorld.world, { messageId })
    await identityWorld.mailTo(email, 1)
    expect(await post(`/${id}/answers/${messageId}/take-back`)).toMatchObject(
      says(409, 'ANSWER_SENT', 'This answer has already been sent.'),
    )
  })

  test('is either undone or e-mailed when both happen at once', async () => {
    for (let time = 0; time < 8; time++) {
      const { email, id } = await leaveTestMessage()
      const { body } = await post(`/${id}/answers`, { message: 'Now or never' })
      const { messageId } = body.data.messages.at(-1)
      const [undoResponse] = await Promise.all([
        post(`/${id}/answers/${messageId}/take-back`),
        sendAnswerEmail(identityWorld.world, { messageId }),
      ])
      const mails = await identityWorld.world.db
        .selectFrom('mail')
        .select('id')
        .where('to_address', '=', email)
        .execute()
      expect([undoResponse.status, mails.length]).toEqual(undoResponse.status === 200 ? [200, 0] : [409, 1])
    }
  })

  test('can be answered by the visitor, which reopens the conversation', async () => {
    const { email, id } = await leaveTestMessage()
    const { token } = await answerTestMessage(email, id, 'Yes.')
    expect(await post(`/${id}/close`)).toMatchObject({ body: { data: { state: 'closed' } } })
    expect(
      await identityWorld.post('support-thread/messages', { token, message: 'Thank you. And one more:' }),
    ).toMatchObject({
      status: 200,
      body: { data: { state: 'open', messages: [{}, {}, { author: 'visitor', message: 'Thank you. And one more:' }] } },
    })
    expect((await answerTestMessage(email, id, 'Of course.', 2)).token).not.toBe(token)
    expect((await thread(token)).status).toBe(200)
  })

  test('cannot be read through an unknown, empty or expired link', async () => {
    const { email, id } = await leaveTestMessage()
    const { token } = await answerTestMessage(email, id, 'Yes.')
    expect(await thread('nothing')).toMatchObject(NOT_FOUND)
    expect(await thread('')).toMatchObject(NOT_FOUND)
    await identityWorld.world.db
      .updateTable('support_link')
      .set({ expires_at: new Date(0) })
      .where('conversation_id', '=', id)
      .execute()
    expect(await thread(token)).toMatchObject(NOT_FOUND)
    expect(await identityWorld.post('support-thread/messages', { token, message: 'x' })).toMatchObject(NOT_FOUND)
  })
})

describe('the inbox', () => {
  test('shows who did what with a conversation, and each reading once', async () => {
    const { email, id } = await leaveTestMessage()
    for (let time = 0; time < 3; time++) await inbox(`/${id}`)
    await answerTestMessage(email, id, 'Yes.')
    await post(`/${id}/close`)
    await post(`/${id}/close`)
    const { body } = await post(`/${id}/reopen`)
    expect(body.data.state).toBe('answered')
    expect(body.data.events.map(({ what, name }: { what: string; name: string }) => [what, name])).toEqual(
      ['read', 'answered', 'closed', 'reopened'].map((what) => [what, 'Demo Person']),
    )
  })

  test('is closed to learners, to an admin’s learner token and to visitors', async () => {
    const { id } = await leaveTestMessage()
    const learner = await identityWorld.as(await identityWorld.known())
    const asLearner = await identityWorld.as(admin.email)
    for (const headers of [learner, asLearner, {}])
      for (const path of ['', `/${id}`]) expect((await inbox(path, { headers })).status).toBe(401)
  })

  test('returns 404 for an unknown conversation at every endpoint', async () => {
    const id = crypto.randomUUID()
    expect(await inbox(`/${id}`)).toMatchObject(NOT_FOUND)
    expect(await inbox('/no-uuid')).toMatchObject(NOT_FOUND)
    for (const verb of ['close', 'reopen', `answers/${id}/take-back`])
      expect(await post(`/${id}/${verb}`)).toMatchObject(NOT_FOUND)
    expect(await post(`/${id}/answers`, { message: 'x' })).toMatchObject(NOT_FOUND)
  })

  test('is listed in pages, each conversation once', async () => {
    for (let index = 0; index < 55; index++) {
      const row = { email: fresh(), page: '/faq', state: 'closed' as const }
      const { id } = await identityWorld.world.db
        .insertInto('support_conversation')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow()
      await identityWorld.world.db
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
    expect(seen.size).toBe((await listInState('closed')).body.data.counts.closed)
  })
})

test('a person’s messages are in their export and are deleted with their account', async () => {
  const email = await identityWorld.known()
  await identityWorld.post('support-messages', { email, message: 'Who are you?', page: '/about-us' })
  const headers = await identityWorld.as(email)
  const { body } = await identityWorld.api.call('/api/v1/account-export', { headers })
  expect(body.data.conversations).toMatchObject([
    { page: '/about-us', messages: [{ from: 'you', message: 'Who are you?' }] },
  ])
  await identityWorld.post('delete-account', { email, password: PASSWORD }, headers)
  expect(
    await identityWorld.world.db.selectFrom('support_conversation').select('id').where('email', '=', email).execute(),
  ).toEqual([])
})

test('one IP address may leave twenty messages an hour and gets a Retry-After header', async () => {
  const form = () => identityWorld.post('support-messages', { email: fresh(), message: 'x', page: '/faq' })
  let last = await form()
  for (let count = 0; count < 25 && last.status === 200; count++) last = await form()
  expect(last).toMatchObject({ status: 429, body: { status: 'failed', errorCode: 'RATE_LIMITED' } })
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
})
