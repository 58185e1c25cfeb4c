/** What goes through a mail: sign-up, confirmation, a new password. Contract §3. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fresh, type Identity, openIdentity, PASSWORD, SAID } from '../../../tests/identity.ts'

let own: Identity
beforeAll(async () => {
  own = await openIdentity()
})
afterAll(() => own.close())

const tokenIn = (text: string) => /#token=(\S+)/.exec(text)![1]!
const codeIn = (text: string) => /^\d{6}$/m.exec(text)![0]

describe('sign-up and verify-email', () => {
  const NEXT = { status: 200, body: { data: { next: 'verify-email' } } }

  test('a new address, one that is known and one that bought as a guest get the same answer', async () => {
    for (const email of [fresh(), await own.known()])
      expect(await own.post('sign-up', { name: 'Ana', email, password: PASSWORD })).toMatchObject(NEXT)
  })

  test('the mailed code makes the account and logs in; it works once', async () => {
    const email = fresh()
    await own.post('sign-up', {
      name: 'Ana Cruz',
      email,
      password: PASSWORD,
      phoneNumber: '0917 123 4567',
      timezoneId: 'Asia/Manila',
      roles: ['community-admin'],
    })
    const code = codeIn((await own.mailTo(email)).text_body)
    expect(await own.post('verify-email', { email, code: '000000' === code ? '111111' : '000000' })).toMatchObject(
      SAID.notConfirmed,
    )
    const inside = await own.post('verify-email', { email, code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
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
    expect(await own.post('verify-email', { email, code })).toMatchObject(SAID.notConfirmed)
    expect(await own.post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })

  test('the mailed link does the same; the link of an earlier mail no longer works', async () => {
    const email = fresh()
    await own.post('sign-up', { name: 'Ana', email, password: PASSWORD })
    const older = tokenIn((await own.mailTo(email)).text_body)
    await own.post('log-in', { email, password: PASSWORD })
    const newest = tokenIn((await own.mailTo(email, 2)).text_body)
    expect(await own.post('verify-email', { token: older })).toMatchObject(SAID.notConfirmed)
    const answers = await Promise.all([1, 2, 3].map(() => own.post('verify-email', { token: newest })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400])
  })

  test('whose link is opened decides the password: somebody else who signed up with the address gets nothing', async () => {
    const email = fresh()
    await own.post('sign-up', { name: 'Ana', email, password: PASSWORD })
    const link = tokenIn((await own.mailTo(email)).text_body)
    await own.post('sign-up', { name: 'Eve', email, password: 'a password of another' })
    await own.mailTo(email, 2)
    expect(await own.post('verify-email', { token: link })).toMatchObject(SAID.tokens)
    expect(await own.post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
    expect(await own.post('log-in', { email, password: 'a password of another' })).toMatchObject(SAID.wrong)
  })

  test('a known address is told by mail alone, and its password stays', async () => {
    const email = await own.known()
    await own.post('sign-up', { name: 'Eve', email, password: 'a password of another' })
    expect((await own.mailTo(email)).subject).toBe('You have an account already')
    expect(await own.post('log-in', { email, password: 'a password of another' })).toMatchObject(SAID.wrong)
    expect(await own.post('log-in', { email, password: PASSWORD })).toMatchObject(SAID.tokens)
  })

  test('three mails an hour go to one address; the answers do not change', async () => {
    const email = fresh()
    for (let time = 0; time < 6; time++)
      expect(await own.post('sign-up', { name: 'Ana', email, password: PASSWORD })).toMatchObject(NEXT)
    await own.mailTo(email, 3)
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
