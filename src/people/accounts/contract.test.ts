/** docs/contract §3 over HTTP, row by row: valid, invalid and missing fields; exact status, code and text. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityWorld, fresh, type Identity, PASSWORD, SAID, says } from '../../../tests/world/identity.ts'

let identityWorld: Identity
beforeAll(async () => {
  identityWorld = await createIdentityWorld()
})
afterAll(() => identityWorld.close())

describe('a missing or malformed value is reported at its field', () => {
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
      says(400, 'PASSWORD_WEAK', 'At least 8 characters', { password: 'At least 8 characters' }),
    ],
    [
      'sign-up',
      { ...person, password: 'x'.repeat(129) },
      says(400, 'PASSWORD_WEAK', 'At most 128 characters', { password: 'At most 128 characters' }),
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
      says(400, 'TIMEZONE_INVALID', 'We don’t know this time zone.'),
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
    expect(await identityWorld.post(path, body)).toMatchObject(expected)
  })

  test.each([
    ['GET', 'user-profile'],
    ['PATCH', 'user-profile'],
    ['GET', 'sessions'],
    ['DELETE', 'sessions'],
    ['DELETE', `sessions/${randomUUID()}`],
    ['GET', 'signed-up-info'],
    ['GET', 'account-export'],
  ])('%s %s requires a token and refuses an invalid one', async (method, path) => {
    expect(await identityWorld.api.call(`/api/v1/${path}`, { method })).toMatchObject(SAID.noToken)
    for (const authorization of ['Bearer a.b.c', 'Basic x', 'Bearer '])
      expect(await identityWorld.api.call(`/api/v1/${path}`, { method, headers: { authorization } })).toMatchObject(
        SAID.badToken,
      )
  })
})

describe('log-in', () => {
  test('returns only the two tokens, and ignores case and spaces of the address', async () => {
    const email = await identityWorld.known()
    expect(
      await identityWorld.post('log-in', { email: ` ${email.toUpperCase()} `, password: PASSWORD, isAdmin: true }),
    ).toMatchObject({
      status: 200,
      body: expect.toSatisfy((body: object) => Object.keys(body).join() === 'token,refresh_token'),
    })
  })

  test('an unknown address, a wrong password and a learner who logs in as admin get the same response', async () => {
    const email = await identityWorld.known()
    for (const input of [
      { email: fresh(), password: PASSWORD },
      { email, password: 'wrong' },
      { email, password: PASSWORD, isCommunityAdmin: true },
    ])
      expect(await identityWorld.post('log-in', input)).toMatchObject(SAID.wrong)
  })

  test('an admin gets an admin token on request, otherwise a learner token; an admin token is refused on learner endpoints', async () => {
    const email = await identityWorld.known(['learner', 'community-admin'])
    const admin = await identityWorld.as(email, { isCommunityAdmin: true })
    expect(await identityWorld.api.call('/api/v1/signed-up-info', { headers: admin })).toMatchObject(SAID.badToken)
    expect(
      await identityWorld.api.call('/api/v1/signed-up-info', { headers: await identityWorld.as(email) }),
    ).toMatchObject({
      status: 200,
    })
    expect(await identityWorld.api.call('/api/v1/user-profile', { headers: admin })).toMatchObject({ status: 200 })
  })

  test('an unconfirmed address is reported only after the right password, and gets a new e-mail', async () => {
    const email = fresh()
    await identityWorld.post('sign-up', { name: 'Ana', email, password: PASSWORD })
    await identityWorld.mailTo(email)
    expect(await identityWorld.post('log-in', { email, password: 'wrong' })).toMatchObject(SAID.wrong)
    expect(await identityWorld.post('log-in', { email, password: PASSWORD })).toMatchObject(
      says(403, 'EMAIL_UNVERIFIED', 'Please confirm your e-mail address. We’ve sent you a new e-mail.'),
    )
    await identityWorld.mailTo(email, 2)
  })
})

describe('sessions', () => {
  test('log-out ends the session and its access token at once; the response never shows whether a token was valid', async () => {
    const email = await identityWorld.known()
    const { authorization, refresh } = await identityWorld.bearer(email)
    expect(await identityWorld.post('log-out', { refreshToken: refresh })).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await identityWorld.api.call('/api/v1/user-profile', { headers: { authorization } })).toMatchObject({
      status: 401,
    })
    expect(await identityWorld.post('get-token', { refreshToken: refresh })).toMatchObject(SAID.refreshEnded)
    expect(await identityWorld.post('log-out', { refreshToken: 'nonsense' })).toMatchObject({ status: 204 })
  })

  test('an old refresh token at log-out counts as reuse; the previous token is an ordinary log-out', async () => {
    const email = await identityWorld.known()
    const endedBecause = async (sessionId: string) =>
      (
        await identityWorld.world.db
          .selectFrom('session')
          .select('ended_because')
          .where('id', '=', sessionId)
          .executeTakeFirstOrThrow()
      ).ended_because
    const renew = async (refreshToken: string) =>
      (await identityWorld.post('get-token', { refreshToken })).body.refresh_token
    const { refresh: first } = await identityWorld.bearer(email)
    const { refresh: other } = await identityWorld.bearer(email)
    await renew(other)
    const last = await renew(await renew(first))
    for (const refreshToken of [first, other])
      expect(await identityWorld.post('log-out', { refreshToken })).toMatchObject({ status: 204 })
    expect(await endedBecause(first.split('.')[0]!)).toBe('reuse')
    expect(await endedBecause(other.split('.')[0]!)).toBe('log-out')
    expect(await identityWorld.post('get-token', { refreshToken: last })).toMatchObject(SAID.refreshEnded)
  })

  test('lists the devices, logs out one, then all others; never those of another person', async () => {
    const email = await identityWorld.known()
    const agents = {
      'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Safari on iOS':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    }
    const [first] = await Promise.all(
      Object.values(agents).map((agent) =>
        identityWorld.post('log-in', { email, password: PASSWORD }, { 'user-agent': agent }),
      ),
    )
    const headers = await identityWorld.as(email)
    const { body } = await identityWorld.api.call('/api/v1/sessions', { headers })
    expect(body.data.map((session: { device: string }) => session.device)).toEqual(
      expect.arrayContaining(Object.keys(agents)),
    )
    expect(body.data.filter((session: { isThisOne: boolean }) => session.isThisOne)).toHaveLength(1)

    const other = body.data.find((session: { device: string }) => session.device === 'Firefox on Linux')
    const endSession = (sessionId: string, requestHeaders = headers) =>
      identityWorld.api.call(`/api/v1/sessions/${sessionId}`, { method: 'DELETE', headers: requestHeaders })
    const notFound = says(404, 'SESSION_NOT_FOUND', 'We couldn’t find this session.')
    expect(await endSession(other.sessionId, await identityWorld.as(await identityWorld.known()))).toMatchObject(
      notFound,
    )
    expect(await endSession(other.sessionId)).toMatchObject({ status: 204 })
    for (const id of [other.sessionId, randomUUID(), 'nonsense']) expect(await endSession(id)).toMatchObject(notFound)
    expect(await identityWorld.post('get-token', { refreshToken: first!.body.refresh_token })).toMatchObject(
      SAID.refreshEnded,
    )

    expect(await identityWorld.api.call('/api/v1/sessions', { method: 'DELETE', headers })).toMatchObject({
      status: 204,
    })
    expect((await identityWorld.api.call('/api/v1/sessions', { headers })).body.data).toHaveLength(1)
  })

  test('a log-in from a new device sends an e-mail; the very first log-in does not', async () => {
    const email = await identityWorld.known()
    const logInFrom = (agent: string) =>
      identityWorld.post('log-in', { email, password: PASSWORD }, { 'user-agent': agent })
    await logInFrom('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
    await logInFrom('Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0')
    await logInFrom(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    )
    expect((await identityWorld.mailTo(email)).subject).toBe('New log-in: Chrome on Windows')
  })
})
