/** Outside development a session is bound to its browser. docs/contract §3. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityWorld, fresh, type Identity, PASSWORD, SAID } from '../../../../tests/world/identity.ts'

const SITE = 'https://learn.understudy.test'
let identityWorld: Identity
beforeAll(async () => {
  identityWorld = await createIdentityWorld((world) => ({
    ...world,
    config: { ...world.config, mode: 'production', publicUrl: SITE },
  }))
})
afterAll(() => identityWorld.close())

const origin = { origin: SITE }
const readCookie = (response: { headers: Headers }) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
const refresh = (refreshToken: string, headers: Record<string, string> = {}) =>
  identityWorld.post('get-token', { refreshToken }, headers)

test('log-in sets an HttpOnly cookie, and a refresh requires it', async () => {
  const email = await identityWorld.known()
  const logInResponse = await identityWorld.post('log-in', { email, password: PASSWORD }, origin)
  expect(logInResponse.headers.getSetCookie()[0]).toMatch(
    /^__Host-learner=[0-9a-f-]{36}\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
  )
  const cookie = readCookie(logInResponse)
  const { refresh_token: token } = logInResponse.body
  const other = readCookie(await identityWorld.post('log-in', { email, password: PASSWORD }, origin))
  const wrong: Record<string, string>[] = [
    {},
    origin,
    { ...origin, cookie: other },
    { cookie: cookie.slice(0, -1) },
    { cookie: `x${cookie}` },
  ]
  for (const headers of wrong) expect(await refresh(token, headers)).toMatchObject(SAID.refreshEnded)

  const next = await refresh(token, { cookie: `a=b; ${cookie}; c=d` })
  expect(next).toMatchObject(SAID.tokens)
  expect(readCookie(next)).toBe(cookie)
  // A refresh with copied tokens is refused, and does not end the session of the owner.
  expect(await refresh(next.body.refresh_token)).toMatchObject(SAID.refreshEnded)
  expect(await refresh(next.body.refresh_token, { cookie })).toMatchObject(SAID.tokens)
})

test('an admin session has its own cookie, and the learner’s cookie does not work for it', async () => {
  const email = await identityWorld.known(['learner', 'community-admin'])
  const learner = await identityWorld.post('log-in', { email, password: PASSWORD }, origin)
  const admin = await identityWorld.post('log-in', { email, password: PASSWORD, isCommunityAdmin: true }, origin)
  expect(readCookie(admin)).toMatch(/^__Host-admin=/)
  const swapped = readCookie(admin).replace('__Host-admin', '__Host-learner')
  for (const cookie of [readCookie(learner), swapped])
    expect(await refresh(admin.body.refresh_token, { cookie })).toMatchObject(SAID.refreshEnded)
  expect(await refresh(admin.body.refresh_token, { cookie: readCookie(admin) })).toMatchObject(SAID.tokens)
})

test('log-out deletes the cookie; a session without an Origin header has no cookie', async () => {
  const email = await identityWorld.known()
  const logInResponse = await identityWorld.post('log-in', { email, password: PASSWORD }, origin)
  const logOutResponse = await identityWorld.post(
    'log-out',
    { refreshToken: logInResponse.body.refresh_token },
    { cookie: readCookie(logInResponse) },
  )
  expect(logOutResponse.headers.getSetCookie()[0]).toMatch(/^__Host-learner=; .*Max-Age=0$/)
  const programResponse = await identityWorld.post('log-in', { email, password: PASSWORD })
  expect(programResponse.headers.get('set-cookie')).toBeNull()
  expect(await refresh(programResponse.body.refresh_token)).toMatchObject(SAID.tokens)
})

test('the cookies of a session that has ended are deleted by its log-out and its refused refresh, and no others', async () => {
  const email = await identityWorld.known()
  const logIn = () => identityWorld.post('log-in', { email, password: PASSWORD }, origin)
  const [ended, live] = [await logIn(), await logIn()]
  const { refresh_token: refreshToken } = ended.body
  const sessionId = refreshToken.slice(0, 36)
  await identityWorld.world.db
    .updateTable('session')
    .set({ ended_at: new Date(), ended_because: 'logged-out-elsewhere' })
    .where('id', '=', sessionId)
    .execute()
  const expired = [
    expect.stringMatching(/^__Host-learner=; .*Max-Age=0$/),
    expect.stringMatching(/^__Secure-access_token=; .*Max-Age=0$/),
    expect.stringMatching(/^__Secure-refresh_token=; .*Max-Age=0$/),
  ]
  const cookie = readCookie(ended)
  const refused = await refresh(refreshToken, { cookie })
  expect(refused).toMatchObject(SAID.refreshEnded)
  expect(refused.headers.getSetCookie()).toEqual(expired)
  const loggedOut = await identityWorld.post('log-out', { refreshToken }, { cookie })
  expect(loggedOut.headers.getSetCookie()).toEqual(expired)

  for (const path of ['get-token', 'log-out'])
    for (const other of [readCookie(live), 'a=b'])
      expect((await identityWorld.post(path, { refreshToken }, { cookie: other })).headers.getSetCookie()).toEqual([])
})

/** The `Set-Cookie` lines of the two tokens, by the name of the cookie. */
const readTokenCookies = (response: { headers: Headers }) =>
  Object.fromEntries(
    response.headers
      .getSetCookie()
      .filter((line) => line.startsWith('__Secure-'))
      .map((line) => [line.slice('__Secure-'.length, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
const TOKEN_ATTRIBUTES = 'Path=/api/v1/; Secure; HttpOnly; SameSite=Strict'

test.each([
  { isCommunityAdmin: false, prefix: '', days: 90 },
  { isCommunityAdmin: true, prefix: 'admin_', days: 7 },
])(
  'both tokens are cookies, renewed and cleared with the session ($prefix)',
  async ({ isCommunityAdmin, prefix, days }) => {
    const email = await identityWorld.known(['learner', 'community-admin'])
    const cookiesFor = ({ token, refresh_token }: Record<string, string>) => ({
      [`${prefix}access_token`]: `${token}; ${TOKEN_ATTRIBUTES}; Max-Age=600`,
      [`${prefix}refresh_token`]: `${refresh_token}; ${TOKEN_ATTRIBUTES}; Max-Age=${days * 24 * 3600}`,
    })
    const logInResponse = await identityWorld.post('log-in', { email, password: PASSWORD, isCommunityAdmin }, origin)
    expect(readTokenCookies(logInResponse)).toEqual(cookiesFor(logInResponse.body))

    const cookie = readCookie(logInResponse)
    const renewed = await refresh(logInResponse.body.refresh_token, { cookie })
    expect(renewed.body.refresh_token).not.toBe(logInResponse.body.refresh_token)
    expect(readTokenCookies(renewed)).toEqual(cookiesFor(renewed.body))

    const logOutResponse = await identityWorld.post('log-out', { refreshToken: renewed.body.refresh_token }, { cookie })
    expect(readTokenCookies(logOutResponse)).toEqual({
      [`${prefix}access_token`]: `; ${TOKEN_ATTRIBUTES}; Max-Age=0`,
      [`${prefix}refresh_token`]: `; ${TOKEN_ATTRIBUTES}; Max-Age=0`,
    })
  },
)

test('the cookies of the tokens authorise no call: only the header does', async () => {
  const email = await identityWorld.known()
  const logInResponse = await identityWorld.post('log-in', { email, password: PASSWORD }, origin)
  const cookie = logInResponse.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { token } = logInResponse.body
  const getProfile = (headers: Record<string, string>) => identityWorld.api.call('/api/v1/user-profile', { headers })
  expect(await getProfile({ cookie })).toMatchObject(SAID.noToken)
  expect(await getProfile({ cookie, authorization: `Bearer ${token}` })).toMatchObject({ status: 200 })
  expect(await identityWorld.post('get-token', {}, { cookie })).not.toMatchObject({ status: 200 })
})

test('an old copied token does not log its owner out; with the cookie it counts as reuse', async () => {
  const logInResponse = await identityWorld.post(
    'log-in',
    { email: await identityWorld.known(), password: PASSWORD },
    origin,
  )
  const cookie = readCookie(logInResponse)
  const { refresh_token: old } = logInResponse.body
  const { body: second } = await refresh(old, { cookie })
  const { body: third } = await refresh(second.refresh_token, { cookie })
  expect(await identityWorld.post('log-out', { refreshToken: old })).toMatchObject({ status: 204 })
  const { body: fourth } = await refresh(third.refresh_token, { cookie })
  expect(fourth.refresh_token).toEqual(expect.any(String))
  expect(await identityWorld.post('log-out', { refreshToken: old }, { cookie })).toMatchObject({ status: 204 })
  expect(await refresh(fourth.refresh_token, { cookie })).toMatchObject(SAID.refreshEnded)
})

test('an admin session is bound even without an Origin header, and an older unbound one is not refreshed', async () => {
  const email = await identityWorld.known(['learner', 'community-admin'])
  const logInAsAdmin = () => identityWorld.post('log-in', { email, password: PASSWORD, isCommunityAdmin: true })
  const logInResponse = await logInAsAdmin()
  expect(readCookie(logInResponse)).toMatch(/^__Host-admin=/)
  const { refresh_token: token } = logInResponse.body
  expect(await refresh(token)).toMatchObject(SAID.refreshEnded)
  expect(await refresh(token, { cookie: readCookie(logInResponse) })).toMatchObject(SAID.tokens)

  const older = await logInAsAdmin()
  const sessionId = older.body.refresh_token.slice(0, 36)
  await identityWorld.world.db.updateTable('session').set({ is_bound: false }).where('id', '=', sessionId).execute()
  expect(await refresh(older.body.refresh_token)).toMatchObject(SAID.refreshEnded)
})

test('a confirmed sign-up also creates a bound session', async () => {
  const email = fresh()
  const { body } = await identityWorld.post('sign-up', { name: 'Ana', email, password: PASSWORD })
  const token = /#token=(\S+)/.exec((await identityWorld.mailTo(email)).text_body)![1]!
  const logInResponse = await identityWorld.post('verify-email', { token, signUpKey: body.data.signUpKey }, origin)
  expect(await refresh(logInResponse.body.refresh_token)).toMatchObject(SAID.refreshEnded)
  expect(await refresh(logInResponse.body.refresh_token, { cookie: readCookie(logInResponse) })).toMatchObject(
    SAID.tokens,
  )
})
