/** What goes through a mail: sign-up, confirmation, a new password. Contract §3. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newestMail } from '#features/mailing/queries.ts'
import { fresh, type Identity, openIdentity, PASSWORD, SAID } from '../../../tests/identity.ts'

let own: Identity
beforeAll(async () => {
  own = await openIdentity()
})
afterAll(() => own.close())

const tokenIn = (text: string) => /#token=(\S+)/.exec(text)![1]!
const codeIn = (text: string) => /^\d{6}$/m.exec(text)![0]

describe('sign-up and verify-email', () => {
  const NEXT = { status: 200, body: { data: { next: 'verify-email', signUpKey: expect.any(String) } } }

  test('a new address, one that is known and one that bought as a guest get the same answer', async () => {
    for (const email of [fresh(), await own.known()])
      expect(await own.post('sign-up', { name: 'Ana', email, password: PASSWORD })).toMatchObject(NEXT)
  })

  test('the mailed code makes the account and logs in; it works once', async () => {
    const email = fresh()
    const asked = await own.post('sign-up', {
      name: 'Ana Cruz',
      email,
      password: PASSWORD,
      phoneNumber: '0917 123 4567',
      timezoneId: 'Asia/Manila',
      roles: ['community-admin'],
    })
    const { signUpKey } = asked.body.data
    const code = codeIn((await own.mailTo(email)).text_body)
    const wrong = '000000' === code ? '111111' : '000000'
    expect(await own.post('verify-email', { email, code: wrong, signUpKey })).toMatchObject(SAID.notConfirmed)
    const inside = await own.post('verify-email', { email, code: ` ${code.slice(0, 3)} ${code.slice(3)} `, signUpKey })
    expect(inside).toMatchObject(SAID.tokens)
    expect(
      await own.api.call('/api/v1/user-profile', { headers: { authorization: `Bearer ${inside.body.token}` } }),
    ).toMatchObject({
      status: 200,
      body: {
        email,
        name: 'Ana Cruz',
        learner: { phoneNumber: '+639171234567', countryCode: 'PH', timezoneId: 'Asia/Manila' },
        roles: ['learner'],
      },
    })
    expect(await own.post('verify-email', { email, code, signUpKey })).toMatchObject(SAID.notConfirmed)
    expect(await own.post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })

  test('the mailed link does the same; the link of an earlier mail no longer works', async () => {
    const email = fresh()
    const { body } = await own.post('sign-up', { name: 'Ana', email, password: PASSWORD })
    const { signUpKey } = body.data
    const older = tokenIn((await own.mailTo(email)).text_body)
    await own.post('log-in', { email, password: PASSWORD })
    const newest = tokenIn((await own.mailTo(email, 2)).text_body)
    expect(await own.post('verify-email', { token: older, signUpKey })).toMatchObject(SAID.notConfirmed)
    const answers = await Promise.all([1, 2, 3].map(() => own.post('verify-email', { token: newest, signUpKey })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400])
  })

  test('a known and an unknown address answer a log-in with the password of a sign-up alike', async () => {
    for (const email of [await own.known(), fresh()]) {
      await own.post('sign-up', { name: 'Eve', email, password: 'a password of another' })
      await own.mailTo(email)
      expect(await own.post('log-in', { email, password: 'a password of another' })).toMatchObject({
        status: 403,
        body: { errorCode: 'EMAIL_UNVERIFIED' },
      })
    }
  })

  test('a name that leads somewhere is not in the mail', async () => {
    const email = fresh()
    await own.post('sign-up', { name: 'You won 500 USD, claim at https://evil.test/win', email, password: PASSWORD })
    const { text_body: text, html_body: html } = await own.mailTo(email)
    expect(text + html).not.toContain('evil')
    const other = fresh()
    await own.post('sign-up', { name: 'Zoë d’Arc-Müller', email: other, password: PASSWORD })
    expect((await own.mailTo(other)).text_body).toContain('Hello Zoë d’Arc-Müller.')
  })

  test.each(['ph', '', 'zz', 'nowhere at all'])('a country told as %j is read or passed over', async (countryCode) => {
    const given = { name: 'Ana', email: fresh(), password: PASSWORD, countryCode }
    expect(await own.post('sign-up', given)).toMatchObject(NEXT)
  })

  test('a known address is told by mail alone, and its password stays', async () => {
    const email = await own.known()
    await own.post('sign-up', { name: 'Eve', email, password: 'a password of another' })
    expect((await own.mailTo(email)).subject).toBe('You have an account already')
    expect(await own.post('log-in', { email, password: 'a password of another' })).toMatchObject({ status: 403 })
    expect(await own.post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })

  test('three mails an hour go to one address; the answers do not change', async () => {
    const email = fresh()
    for (let time = 0; time < 6; time++)
      expect(await own.post('sign-up', { name: 'Ana', email, password: PASSWORD })).toMatchObject(NEXT)
    await own.mailTo(email, 3)
    // The owner's way to a new password is counted apart.
    expect(await own.post('forget-password', { email })).toMatchObject({ status: 200 })
  })

  test('addresses that reach one mailbox count as one', async () => {
    const box = fresh().replace('@understudy.test', '')
    const spellings = [
      `${box}@understudy.test`,
      `${box}+a@understudy.test`,
      `${box}+b@ｕnderstudy.test`,
      `${box}@ｕnderstudy.test`,
    ]
    for (const email of spellings) await own.post('sign-up', { name: 'Ana', email, password: PASSWORD })
    await own.mailTo(`${box}@understudy.test`, 1)
    await own.mailTo(`${box}+a@understudy.test`, 1)
    await own.mailTo(`${box}+b@understudy.test`, 1)
  })
})

describe('forget-password and reset-password', () => {
  const ASKED = { status: 200, body: { data: { next: 'read-mail' } } }

  test('known and unknown addresses get one answer; the link comes from our own address, sets a password once and ends every session', async () => {
    const email = await own.known()
    const before = await own.bearer(email)
    expect(await own.post('forget-password', { email: fresh() })).toMatchObject(ASKED)
    expect(
      await own.post(
        'forget-password',
        { email },
        {
          host: 'evil.test',
          'x-forwarded-host': 'evil.test',
          forwarded: 'host=evil.test',
          origin: 'https://evil.test',
        },
      ),
    ).toMatchObject(ASKED)
    const { text_body: text, html_body: html } = await own.mailTo(email)
    expect(text).toContain(`${own.world.config.publicUrl}/reset-password#token=`)
    expect(text + html).not.toContain('evil')
    const token = tokenIn(text)
    expect(await own.post('reset-password', { token, password: '12345678' })).toMatchObject({
      status: 400,
      body: { errorCode: 'PASSWORD_WEAK' },
    })
    expect(await own.post('reset-password', { token, password: 'four blind mice run' })).toMatchObject({
      status: 200,
      body: { data: { email } },
    })
    expect(await own.post('reset-password', { token, password: 'five blind mice run' })).toMatchObject(SAID.linkUsed)
    expect(await own.post('get-token', { refreshToken: before.refresh })).toMatchObject(SAID.refreshEnded)
    expect(
      await own.api.call('/api/v1/user-profile', { headers: { authorization: before.authorization } }),
    ).toMatchObject({
      status: 401,
    })
    expect((await own.mailTo(email, 2)).subject).toBe('Your password was changed')
  })

  test('asked for three times at once, one link works', async () => {
    const email = await own.known()
    await Promise.all([1, 2, 3].map(() => own.post('forget-password', { email })))
    await own.mailTo(email, 3)
    const links = (await newestMail(own.world.db, email)).map((mail) => tokenIn(mail.text_body))
    const { hash } = own.world.secrets
    const live = await own.world.db
      .selectFrom('account_token')
      .select('hash')
      .where('used_at', 'is', null)
      .where('hash', 'in', links.map(hash))
      .execute()
    expect(live).toHaveLength(1)
  })

  test('a link that was mailed before a new password is over with it', async () => {
    const email = await own.known()
    await own.post('forget-password', { email })
    const token = tokenIn((await own.mailTo(email)).text_body)
    await own.post(
      'change-password',
      { currentPassword: PASSWORD, password: 'four blind mice run' },
      await own.as(email),
    )
    expect(await own.post('reset-password', { token, password: 'five blind mice run' })).toMatchObject(SAID.linkUsed)
  })

  test('whoever has read the mail gets in, however many guesses others have made', async () => {
    const email = await own.known()
    for (let guess = 0; guess < 12; guess++) await own.post('log-in', { email, password: 'wrong' })
    expect(await own.post('log-in', { email, password: PASSWORD })).toMatchObject({ status: 429 })
    await own.post('forget-password', { email })
    const token = tokenIn((await own.mailTo(email)).text_body)
    await own.post('reset-password', { token, password: 'four blind mice run' })
    expect(await own.post('log-in', { email, password: 'four blind mice run' })).toMatchObject(SAID.tokens)
  })

  test('only the newest link works', async () => {
    const email = await own.known()
    await own.post('forget-password', { email })
    const older = tokenIn((await own.mailTo(email)).text_body)
    await own.post('forget-password', { email })
    await own.mailTo(email, 2)
    expect(await own.post('reset-password', { token: older, password: 'four blind mice run' })).toMatchObject(
      SAID.linkUsed,
    )
  })
})
