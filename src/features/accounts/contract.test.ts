/** Contract §3, row by row, over HTTP: good, bad and missing fields; status, code and text to the letter. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fresh, type Identity, openIdentity, PASSWORD, SAID, says } from '../../../tests/identity.ts'

let own: Identity
beforeAll(async () => {
  own = await openIdentity()
})
afterAll(() => own.close())

describe('what is missing or malformed is told at its field', () => {
  const person = { name: 'Ana Cruz', email: 'ana@understudy.test', password: PASSWORD }
  test.each<[string, object, object]>([
    [
      'log-in',
      {},
      {
        status: 400,
        body: { errorCode: 'FIELD_INVALID', fields: { email: 'Email is required', password: 'Password is required' } },
      },
    ],
    ['log-in', { email: '', password: 'x' }, SAID.noEmail],
    ['log-in', { email: '  ', password: 'x' }, SAID.noEmail],
    ['log-in', { email: 'ana', password: 'x' }, SAID.badEmail],
    ['log-in', { email: ['ana@understudy.test'], password: 'x' }, { status: 400 }],
    ['log-in', { email: 'ana@understudy.test' }, SAID.noPassword],
    ['log-in', { email: 'ana@understudy.test', password: '' }, SAID.noPassword],
    ['log-in', { email: 'ana@understudy.test', password: 'x'.repeat(1025) }, { status: 400 }],
    ['sign-up', { ...person, name: ' ' }, says(400, 'FIELD_INVALID', 'Name is required', { name: 'Name is required' })],
    ['sign-up', { ...person, email: undefined }, SAID.noEmail],
    ['sign-up', { ...person, email: 'ana@' }, SAID.badEmail],
    ['sign-up', { ...person, password: undefined }, SAID.noPassword],
    [
      'sign-up',
      { ...person, password: 'short' },
      says(400, 'PASSWORD_WEAK', 'Use 8 to 128 characters', { password: 'Use 8 to 128 characters' }),
    ],
    [
      'sign-up',
      { ...person, password: 'x'.repeat(129) },
      says(400, 'PASSWORD_WEAK', 'Use 8 to 128 characters', { password: 'Use 8 to 128 characters' }),
    ],
    ['sign-up', { ...person, password: 'Password1' }, { status: 400, body: { errorCode: 'PASSWORD_WEAK' } }],
    [
      'sign-up',
      { ...person, phoneNumber: '12' },
      says(400, 'FIELD_INVALID', 'Please check the format of the phone number', {
        phoneNumber: 'Please check the format of the phone number',
      }),
    ],
    [
      'sign-up',
      { ...person, timezoneId: 'Mars/Olympus' },
      says(400, 'TIMEZONE_INVALID', 'This time zone is not known.'),
    ],
    ['verify-email', {}, SAID.notConfirmed],
    ['verify-email', { email: 'ana@understudy.test' }, SAID.notConfirmed],
    ['verify-email', { code: '123456' }, SAID.notConfirmed],
    ['verify-email', { token: 'nonsense' }, SAID.notConfirmed],
    ['forget-password', {}, SAID.noEmail],
    ['forget-password', { email: 'ana' }, SAID.badEmail],
    ['forget-password', { email: ['ana@understudy.test', 'eve@understudy.test'] }, { status: 400 }],
    ['reset-password', { password: PASSWORD }, { status: 400, body: { errorCode: 'FIELD_INVALID' } }],
    ['reset-password', { token: 'nonsense' }, SAID.noPassword],
    ['reset-password', { token: 'nonsense', password: PASSWORD }, SAID.linkUsed],
    ['get-token', {}, SAID.refreshEnded],
    ['get-token', { refreshToken: 7 }, SAID.refreshEnded],
    ['get-token', { refreshToken: 'a.b.c' }, SAID.refreshEnded],
    ['log-out', {}, { status: 400 }],
  ])('%s %j', async (path, body, expected) => {
    expect(await own.post(path, body)).toMatchObject(expected)
  })

  test.each([
    ['GET', 'user-profile'],
    ['PATCH', 'user-profile'],
    ['GET', 'sessions'],
    ['DELETE', 'sessions'],
    ['DELETE', `sessions/${randomUUID()}`],
    ['GET', 'signed-up-info'],
    ['GET', 'account-export'],
  ])('%s %s asks for a token, and refuses one that is none', async (method, path) => {
    expect(await own.api.call(`/api/v1/${path}`, { method })).toMatchObject(SAID.noToken)
    for (const authorization of ['Bearer a.b.c', 'Basic x', 'Bearer '])
      expect(await own.api.call(`/api/v1/${path}`, { method, headers: { authorization } })).toMatchObject(SAID.badToken)
  })
})

describe('log-in', () => {
  test('answers both tokens and nothing else, whatever the case and spaces of the address', async () => {
    const email = await own.known()
    expect(
      await own.post('log-in', { email: ` ${email.toUpperCase()} `, password: PASSWORD, isAdmin: true }),
    ).toMatchObject({
      status: 200,
      body: expect.toSatisfy((body: object) => Object.keys(body).join() === 'token,refresh_token'),
    })
  })

  test('unknown address, wrong password, and a learner who asks as admin are one answer', async () => {
    const email = await own.known()
    for (const given of [
      { email: fresh(), password: PASSWORD },
      { email, password: 'wrong' },
      { email, password: PASSWORD, isCommunityAdmin: true },
    ])
      expect(await own.post('log-in', given)).toMatchObject(SAID.wrong)
  })

  test('an admin gets an admin token by asking, else a learner token; each is refused where the other belongs', async () => {
    const email = await own.known(['learner', 'community-admin'])
    const admin = await own.as(email, { isCommunityAdmin: true })
    expect(await own.api.call('/api/v1/signed-up-info', { headers: admin })).toMatchObject(SAID.badToken)
    expect(await own.api.call('/api/v1/signed-up-info', { headers: await own.as(email) })).toMatchObject({
      status: 200,
    })
    expect(await own.api.call('/api/v1/user-profile', { headers: admin })).toMatchObject({ status: 200 })
  })

  test('an address that waits for its proof is told so after the right password only, and gets a new mail', async () => {
    const email = fresh()
    await own.post('sign-up', { name: 'Ana', email, password: PASSWORD })
    await own.mailTo(email)
    expect(await own.post('log-in', { email, password: 'wrong' })).toMatchObject(SAID.wrong)
    expect(await own.post('log-in', { email, password: PASSWORD })).toMatchObject(
      says(403, 'EMAIL_UNVERIFIED', 'Please confirm your e-mail address. We have sent you a new mail.'),
    )
    await own.mailTo(email, 2)
  })
})

describe('sessions', () => {
  test('log-out ends the session at once, its access token too; nobody is told whether a token was ours', async () => {
    const email = await own.known()
    const { authorization, refresh } = await own.bearer(email)
    expect(await own.post('log-out', { refreshToken: refresh })).toMatchObject({ status: 204, body: undefined })
    expect(await own.api.call('/api/v1/user-profile', { headers: { authorization } })).toMatchObject({ status: 401 })
    expect(await own.post('get-token', { refreshToken: refresh })).toMatchObject(SAID.refreshEnded)
    expect(await own.post('log-out', { refreshToken: 'nonsense' })).toMatchObject({ status: 204 })
  })

  test('an old refresh token at log-out counts as reuse; the one just replaced is an ordinary log-out', async () => {
    const email = await own.known()
    const endedBecause = async (sessionId: string) =>
      (
        await own.world.db
          .selectFrom('session')
          .select('ended_because')
          .where('id', '=', sessionId)
          .executeTakeFirstOrThrow()
      ).ended_because
    const renew = async (refreshToken: string) => (await own.post('get-token', { refreshToken })).body.refresh_token
    const { refresh: first } = await own.bearer(email)
    const { refresh: other } = await own.bearer(email)
    await renew(other)
    const last = await renew(await renew(first))
    for (const refreshToken of [first, other])
      expect(await own.post('log-out', { refreshToken })).toMatchObject({ status: 204 })
    expect(await endedBecause(first.split('.')[0]!)).toBe('reuse')
    expect(await endedBecause(other.split('.')[0]!)).toBe('log-out')
    expect(await own.post('get-token', { refreshToken: last })).toMatchObject(SAID.refreshEnded)
  })

  test('lists the devices, logs one out, then all others; never somebody else’s', async () => {
    const email = await own.known()
    const agents = {
      'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Safari on iOS':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    }
    const [first] = await Promise.all(
      Object.values(agents).map((agent) => own.post('log-in', { email, password: PASSWORD }, { 'user-agent': agent })),
    )
    const headers = await own.as(email)
    const { body } = await own.api.call('/api/v1/sessions', { headers })
    expect(body.data.map((one: { device: string }) => one.device)).toEqual(expect.arrayContaining(Object.keys(agents)))
    expect(body.data.filter((one: { isThisOne: boolean }) => one.isThisOne)).toHaveLength(1)

    const other = body.data.find((one: { device: string }) => one.device === 'Firefox on Linux')
    const end = (sessionId: string, by = headers) =>
      own.api.call(`/api/v1/sessions/${sessionId}`, { method: 'DELETE', headers: by })
    const gone = says(404, 'SESSION_NOT_FOUND', 'This device is not logged in any more.')
    expect(await end(other.sessionId, await own.as(await own.known()))).toMatchObject(gone)
    expect(await end(other.sessionId)).toMatchObject({ status: 204 })
    for (const id of [other.sessionId, randomUUID(), 'nonsense']) expect(await end(id)).toMatchObject(gone)
    expect(await own.post('get-token', { refreshToken: first!.body.refresh_token })).toMatchObject(SAID.refreshEnded)

    expect(await own.api.call('/api/v1/sessions', { method: 'DELETE', headers })).toMatchObject({ status: 204 })
    expect((await own.api.call('/api/v1/sessions', { headers })).body.data).toHaveLength(1)
  })

  test('a log-in from a device that was not seen before is told by mail, the first of all is not', async () => {
    const email = await own.known()
    const from = (agent: string) => own.post('log-in', { email, password: PASSWORD }, { 'user-agent': agent })
    await from('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
    await from('Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0')
    await from(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    )
    expect((await own.mailTo(email)).subject).toBe('A new log-in: Chrome on Windows')
  })
})
