/** Flows with an e-mail: sign-up, confirmation and password reset. docs/contract §3. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listNewestMails } from '#people/mailing/queries.ts'
import { createIdentityWorld, fresh, type Identity, PASSWORD, SAID } from '../../../../tests/world/identity.ts'

let identityWorld: Identity
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
})
afterAll(() => identityWorld.close())

const readToken = (text: string) => /#token=(\S+)/.exec(text)![1]!
const readCode = (text: string) => /^\d{6}$/m.exec(text)![0]

describe('sign-up and verify-email', () => {
  const NEXT = { status: 200, body: { data: { next: 'verify-email', signUpKey: expect.any(String) } } }

  test('a new and a known address get the same response', async () => {
    for (const email of [fresh(), await identityWorld.known()])
      expect(await identityWorld.post('sign-up', { name: 'Ana', email, password: PASSWORD })).toMatchObject(NEXT)
  })

  test('the mailed code creates the account and logs in; it works once', async () => {
    const email = fresh()
    const signUpResponse = await identityWorld.post('sign-up', {
      name: 'Ana Cruz',
      email,
      password: PASSWORD,
      phoneNumber: '0917 123 4567',
      timezoneId: 'Asia/Manila',
      roles: ['community-admin'],
    })
    const { signUpKey } = signUpResponse.body.data
    const code = readCode((await identityWorld.mailTo(email)).text_body)
    const wrong = '000000' === code ? '111111' : '000000'
    expect(await identityWorld.post('verify-email', { email, code: wrong, signUpKey })).toMatchObject(SAID.notConfirmed)
    const verifyResponse = await identityWorld.post('verify-email', {
      email,
      code: ` ${code.slice(0, 3)} ${code.slice(3)} `,
      signUpKey,
    })
    expect(verifyResponse).toMatchObject(SAID.tokens)
    expect(
      await identityWorld.api.call('/api/v1/user-profile', {
        headers: { authorization: `Bearer ${verifyResponse.body.token}` },
      }),
    ).toMatchObject({
      status: 200,
      body: {
        email,
        name: 'Ana Cruz',
        learner: { phoneNumber: '+639171234567', countryCode: 'PH', timezoneId: 'Asia/Manila' },
        roles: ['learner'],
      },
    })
    expect(await identityWorld.post('verify-email', { email, code, signUpKey })).toMatchObject(SAID.notConfirmed)
    expect(await identityWorld.post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })

  test('the mailed link does the same; the link of an earlier mail no longer works', async () => {
    const email = fresh()
    const { body } = await identityWorld.post('sign-up', { name: 'Ana', email, password: PASSWORD })
    const { signUpKey } = body.data
    const older = readToken((await identityWorld.mailTo(email)).text_body)
    await identityWorld.post('log-in', { email, password: PASSWORD })
    const newest = readToken((await identityWorld.mailTo(email, 2)).text_body)
    expect(await identityWorld.post('verify-email', { token: older, signUpKey })).toMatchObject(SAID.notConfirmed)
    const responses = await Promise.all(
      [1, 2, 3].map(() => identityWorld.post('verify-email', { token: newest, signUpKey })),
    )
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 400, 400])
  })

  test('a log-in with the password of a sign-up gets the same response for a known and an unknown address', async () => {
    for (const email of [await identityWorld.known(), fresh()]) {
      await identityWorld.post('sign-up', { name: 'Eve', email, password: 'a password of another' })
      await identityWorld.mailTo(email)
      expect(await identityWorld.post('log-in', { email, password: 'a password of another' })).toMatchObject({
        status: 403,
        body: { errorCode: 'EMAIL_UNVERIFIED' },
      })
    }
  })

  test('a name that contains a link is left out of the e-mail', async () => {
    const email = fresh()
    await identityWorld.post('sign-up', {
      name: 'You won 500 USD, claim at https://evil.test/win',
      email,
      password: PASSWORD,
    })
    const { text_body: text, html_body: html } = await identityWorld.mailTo(email)
    expect(text + html).not.toContain('evil')
    const other = fresh()
    await identityWorld.post('sign-up', { name: 'Zoë d’Arc-Müller', email: other, password: PASSWORD })
    expect((await identityWorld.mailTo(other)).text_body).toContain('Hello Zoë d’Arc-Müller.')
  })

  test.each(['ph', '', 'zz', 'nowhere at all'])('the country %j is accepted or ignored', async (countryCode) => {
    const input = { name: 'Ana', email: fresh(), password: PASSWORD, countryCode }
    expect(await identityWorld.post('sign-up', input)).toMatchObject(NEXT)
  })

  test('a known address only gets an e-mail, and its password stays', async () => {
    const email = await identityWorld.known()
    await identityWorld.post('sign-up', { name: 'Eve', email, password: 'a password of another' })
    const mail = await identityWorld.mailTo(email)
    expect(mail.subject).toBe('You already have an account')
    expect(mail.text_body).toContain('you don’t need a code: simply log in')
    expect(await identityWorld.post('log-in', { email, password: 'a password of another' })).toMatchObject({
      status: 403,
    })
    expect(await identityWorld.post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })

  test('at most three e-mails an hour go to one address; the responses do not change', async () => {
    const email = fresh()
    for (let attempt = 0; attempt < 6; attempt++)
      expect(await identityWorld.post('sign-up', { name: 'Ana', email, password: PASSWORD })).toMatchObject(NEXT)
    await identityWorld.mailTo(email, 3)
    // Password resets have their own counter.
    expect(await identityWorld.post('forget-password', { email })).toMatchObject({ status: 200 })
  })

  test('addresses that reach one mailbox count as one', async () => {
    const localPart = fresh().replace('@understudy.test', '')
    const spellings = [
      `${localPart}@understudy.test`,
      `${localPart}+a@understudy.test`,
      `${localPart}+b@ｕnderstudy.test`,
      `${localPart}@ｕnderstudy.test`,
    ]
    for (const email of spellings) await identityWorld.post('sign-up', { name: 'Ana', email, password: PASSWORD })
    await identityWorld.mailTo(`${localPart}@understudy.test`, 1)
    await identityWorld.mailTo(`${localPart}+a@understudy.test`, 1)
    await identityWorld.mailTo(`${localPart}+b@understudy.test`, 1)
  })
})

describe('forget-password and reset-password', () => {
  const REQUESTED = { status: 200, body: { data: { next: 'read-mail' } } }

  test('known and unknown addresses get the same response; the link uses PUBLIC_URL, sets a password once and ends every session', async () => {
    const email = await identityWorld.known()
    const oldSession = await identityWorld.bearer(email)
    expect(await identityWorld.post('forget-password', { email: fresh() })).toMatchObject(REQUESTED)
    expect(
      await identityWorld.post(
        'forget-password',
        { email },
        {
          host: 'evil.test',
          'x-forwarded-host': 'evil.test',
          forwarded: 'host=evil.test',
          origin: 'https://evil.test',
        },
      ),
    ).toMatchObject(REQUESTED)
    const { text_body: text, html_body: html } = await identityWorld.mailTo(email)
    expect(text).toContain(`${identityWorld.world.config.publicUrl}/reset-password#token=`)
    expect(text + html).not.toContain('evil')
    const token = readToken(text)
    expect(await identityWorld.post('reset-password', { token, password: '12345678' })).toMatchObject({
      status: 400,
      body: { errorCode: 'PASSWORD_WEAK' },
    })
    expect(await identityWorld.post('reset-password', { token, password: 'four blind mice run' })).toMatchObject({
      status: 200,
      body: { data: { email } },
    })
    expect(await identityWorld.post('reset-password', { token, password: 'five blind mice run' })).toMatchObject(
      SAID.linkUsed,
    )
    expect(await identityWorld.post('get-token', { refreshToken: oldSession.refresh })).toMatchObject(SAID.refreshEnded)
    expect(
      await identityWorld.api.call('/api/v1/user-profile', { headers: { authorization: oldSession.authorization } }),
    ).toMatchObject({
      status: 401,
    })
    expect((await identityWorld.mailTo(email, 2)).subject).toBe('Your password was changed')
  })

  test('a link says whether it still sets a password, before one is typed, and reading it changes nothing', async () => {
    const read = (token: string) => identityWorld.post('reset-password/read', { token })
    const email = await identityWorld.known()
    await identityWorld.post('forget-password', { email })
    const token = readToken((await identityWorld.mailTo(email)).text_body)
    const works = { status: 200, body: { data: { expiresAt: expect.any(String) } } }
    expect([await read(token), await read(token)]).toMatchObject([works, works])
    expect((await identityWorld.post('reset-password', { token, password: 'four blind mice run' })).status).toBe(200)
    expect([await read(token), await read('unknown')]).toMatchObject([SAID.linkUsed, SAID.linkUsed])
  })

  test('of three parallel requests only one link works', async () => {
    const email = await identityWorld.known()
    await Promise.all([1, 2, 3].map(() => identityWorld.post('forget-password', { email })))
    await identityWorld.mailTo(email, 3)
    const links = (await listNewestMails(identityWorld.world.db, email)).map((mail) => readToken(mail.text_body))
    const { hash } = identityWorld.world.secrets
    const liveTokens = await identityWorld.world.db
      .selectFrom('account_token')
      .select('hash')
      .where('used_at', 'is', null)
      .where('hash', 'in', links.map(hash))
      .execute()
    expect(liveTokens).toHaveLength(1)
  })

  test('a new password invalidates an earlier link', async () => {
    const email = await identityWorld.known()
    await identityWorld.post('forget-password', { email })
    const token = readToken((await identityWorld.mailTo(email)).text_body)
    await identityWorld.post(
      'change-password',
      { currentPassword: PASSWORD, password: 'four blind mice run' },
      await identityWorld.as(email),
    )
    expect(await identityWorld.post('reset-password', { token, password: 'five blind mice run' })).toMatchObject(
      SAID.linkUsed,
    )
  })

  test('a mailed link lets the owner log in after any number of wrong passwords by others', async () => {
    const email = await identityWorld.known()
    for (let attempt = 0; attempt < 12; attempt++) await identityWorld.post('log-in', { email, password: 'wrong' })
    expect(await identityWorld.post('log-in', { email, password: PASSWORD })).toMatchObject({ status: 429 })
    await identityWorld.post('forget-password', { email })
    const token = readToken((await identityWorld.mailTo(email)).text_body)
    await identityWorld.post('reset-password', { token, password: 'four blind mice run' })
    expect(await identityWorld.post('log-in', { email, password: 'four blind mice run' })).toMatchObject(SAID.tokens)
  })

  test('only the newest link works', async () => {
    const email = await identityWorld.known()
    await identityWorld.post('forget-password', { email })
    const older = readToken((await identityWorld.mailTo(email)).text_body)
    await identityWorld.post('forget-password', { email })
    await identityWorld.mailTo(email, 2)
    expect(await identityWorld.post('reset-password', { token: older, password: 'four blind mice run' })).toMatchObject(
      SAID.linkUsed,
    )
  })
})
