/** Outside development a session belongs to the browser that began it. Contract §3, invariant S1. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fresh, type Identity, openIdentity, PASSWORD, SAID } from '../../../tests/identity.ts'

const SITE = 'https://learn.understudy.test'
let own: Identity
beforeAll(async () => {
  own = await openIdentity((world) => ({ ...world, config: { ...world.config, mode: 'production', publicUrl: SITE } }))
})
afterAll(() => own.close())

const origin = { origin: SITE }
const cookieOf = (told: { headers: Headers }) => told.headers.get('set-cookie')?.split(';')[0] ?? ''
const refresh = (refreshToken: string, headers: Record<string, string> = {}) =>
  own.post('get-token', { refreshToken }, headers)

test('log-in sets a cookie that scripts cannot read, and only with it is the session renewed', async () => {
  const email = await own.known()
  const inside = await own.post('log-in', { email, password: PASSWORD }, origin)
  expect(inside.headers.getSetCookie()[0]).toMatch(
    /^__Host-learner=[0-9a-f-]{36}\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
  )
  const cookie = cookieOf(inside)
  const { refresh_token: token } = inside.body
  const other = cookieOf(await own.post('log-in', { email, password: PASSWORD }, origin))
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
  expect(cookieOf(next)).toBe(cookie)
  // Whoever copied the tokens is refused again, and has not ended the session of their owner.
  expect(await refresh(next.body.refresh_token)).toMatchObject(SAID.refreshEnded)
  expect(await refresh(next.body.refresh_token, { cookie })).toMatchObject(SAID.tokens)
})

test('an admin session has a cookie of its own, and the learner’s does not open it', async () => {
  const email = await own.known(['learner', 'community-admin'])
  const learner = await own.post('log-in', { email, password: PASSWORD }, origin)
  const admin = await own.post('log-in', { email, password: PASSWORD, isCommunityAdmin: true }, origin)
  expect(cookieOf(admin)).toMatch(/^__Host-admin=/)
  const swapped = cookieOf(admin).replace('__Host-admin', '__Host-learner')
  for (const cookie of [cookieOf(learner), swapped])
    expect(await refresh(admin.body.refresh_token, { cookie })).toMatchObject(SAID.refreshEnded)
  expect(await refresh(admin.body.refresh_token, { cookie: cookieOf(admin) })).toMatchObject(SAID.tokens)
})

test('log-out takes the cookie away; a program without an Origin has a session without one', async () => {
  const email = await own.known()
  const inside = await own.post('log-in', { email, password: PASSWORD }, origin)
  const out = await own.post('log-out', { refreshToken: inside.body.refresh_token }, { cookie: cookieOf(inside) })
  expect(out.headers.get('set-cookie')).toMatch(/^__Host-learner=; .*Max-Age=0$/)
  const program = await own.post('log-in', { email, password: PASSWORD })
  expect(program.headers.get('set-cookie')).toBeNull()
  expect(await refresh(program.body.refresh_token)).toMatchObject(SAID.tokens)
})

test('an old token that was copied elsewhere does not log its owner out; with the cookie it counts as reuse', async () => {
  const inside = await own.post('log-in', { email: await own.known(), password: PASSWORD }, origin)
  const cookie = cookieOf(inside)
  const { refresh_token: old } = inside.body
  const { body: second } = await refresh(old, { cookie })
  const { body: third } = await refresh(second.refresh_token, { cookie })
  expect(await own.post('log-out', { refreshToken: old })).toMatchObject({ status: 204 })
  const { body: fourth } = await refresh(third.refresh_token, { cookie })
  expect(fourth.refresh_token).toEqual(expect.any(String))
  expect(await own.post('log-out', { refreshToken: old }, { cookie })).toMatchObject({ status: 204 })
  expect(await refresh(fourth.refresh_token, { cookie })).toMatchObject(SAID.refreshEnded)
})

test('an admin’s session is bound without an Origin, too, and one from before that is not renewed', async () => {
  const email = await own.known(['learner', 'community-admin'])
  const begin = () => own.post('log-in', { email, password: PASSWORD, isCommunityAdmin: true })
  const inside = await begin()
  expect(cookieOf(inside)).toMatch(/^__Host-admin=/)
  const { refresh_token: token } = inside.body
  expect(await refresh(token)).toMatchObject(SAID.refreshEnded)
  expect(await refresh(token, { cookie: cookieOf(inside) })).toMatchObject(SAID.tokens)

  const older = await begin()
  const sessionId = older.body.refresh_token.slice(0, 36)
  await own.world.db.updateTable('session').set({ is_bound: false }).where('id', '=', sessionId).execute()
  expect(await refresh(older.body.refresh_token)).toMatchObject(SAID.refreshEnded)
})

test('a confirmed sign-up begins a bound session too', async () => {
  const email = fresh()
  const { body } = await own.post('sign-up', { name: 'Ana', email, password: PASSWORD })
  const token = /#token=(\S+)/.exec((await own.mailTo(email)).text_body)![1]!
  const inside = await own.post('verify-email', { token, signUpKey: body.data.signUpKey }, origin)
  expect(await refresh(inside.body.refresh_token)).toMatchObject(SAID.refreshEnded)
  expect(await refresh(inside.body.refresh_token, { cookie: cookieOf(inside) })).toMatchObject(SAID.tokens)
})
