import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { createPasswords } from './password/passwords.ts'
import { changeOwnPassword, createWelcomeToken, setPasswordByLink } from './password/set-password.ts'
import { addMailedToken } from './queries/links.ts'
import { personByEmail } from './queries/people.ts'
import { logInPerson } from './session/log-in.ts'
import { identify, logOutSession, refreshTokens } from './session/sessions.ts'
import { createVerifiedAccount } from './sign-up/create-verified-account.ts'
import type { Tokens } from './wire.ts'

const passwords = createPasswords()
const PASSWORD = 'a long enough password'
const DEVICE = { name: 'Firefox on Linux', isBound: false }

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function createPerson(roles = ['learner']): Promise<string> {
  const email = `${randomUUID()}@understudy.test`
  await createVerifiedAccount(world.db, passwords, { email, name: 'Demo Person', roles, timezoneId: 'UTC' }, PASSWORD)
  return email
}

const attemptLogIn = (email: string, overrides: { password?: string; isCommunityAdmin?: boolean; ip?: string } = {}) =>
  logInPerson(world, passwords, { email, password: PASSWORD, ip: randomUUID(), device: DEVICE, ...overrides })

async function logIn(email: string, isCommunityAdmin = false): Promise<Tokens> {
  const outcome = await attemptLogIn(email, { isCommunityAdmin })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value.tokens
}

async function refreshOrNull(token: string): Promise<Tokens | null> {
  const outcome = await refreshTokens(world, token, undefined)
  return outcome.ok ? outcome.value.tokens : null
}

describe('log-in', () => {
  test('the right password returns two tokens, and the access token identifies the person', async () => {
    const email = await createPerson()
    const tokens = await logIn(email)
    const existingPerson = await personByEmail(world.db, email)
    expect(await identify(world, tokens.token)).toMatchObject({
      kind: 'person',
      personId: existingPerson?.id,
      audience: 'learner',
      roles: ['learner'],
    })
    expect(tokens.refresh_token).toMatch(/^[0-9a-f-]{36}\.1\./)
  })

  test('an unknown address, a wrong password and a learner who logs in as admin get the same response', async () => {
    const email = await createPerson()
    const outcomes = [
      await attemptLogIn(`${randomUUID()}@understudy.test`),
      await attemptLogIn(email, { password: 'wrong' }),
      await attemptLogIn(email, { isCommunityAdmin: true }),
    ]
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: false, refusal: { code: 'LOGIN_INVALID' } })
  })

  test('an admin gets an admin token on request, otherwise a learner token', async () => {
    const email = await createPerson(['learner', 'community-admin'])
    expect(await identify(world, (await logIn(email, true)).token)).toMatchObject({ audience: 'admin' })
    expect(await identify(world, (await logIn(email)).token)).toMatchObject({ audience: 'learner' })
  })

  test('the eleventh attempt from one network is refused, even with the right password', async () => {
    const email = await createPerson()
    const attempts = await Promise.all(
      Array.from({ length: 40 }, () => attemptLogIn(email, { password: 'wrong', ip: '192.0.2.1' })),
    )
    expect(attempts.filter((attempt) => !attempt.ok && attempt.refusal.code === 'LOGIN_INVALID')).toHaveLength(10)
    expect(await attemptLogIn(email, { ip: '192.0.2.1' })).toMatchObject({
      ok: false,
      refusal: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) },
    })
    expect((await attemptLogIn(email, { ip: '192.0.2.2' })).ok).toBe(true)
  })
})

describe('refresh', () => {
  test('each use returns the next token; the previous token still works briefly and returns the same one', async () => {
    const first = await logIn(await createPerson())
    const second = await refreshOrNull(first.refresh_token)
    expect(second?.refresh_token).toMatch(/^[0-9a-f-]{36}\.2\./)
    expect((await refreshOrNull(first.refresh_token))?.refresh_token).toBe(second?.refresh_token)
  })

  test('20 tabs that refresh at once stay logged in after one rotation, in each of 50 sessions', async () => {
    const email = await createPerson()
    for (let session = 0; session < 50; session++) {
      const first = await logIn(email)
      const tabs = await Promise.all(Array.from({ length: 20 }, () => refreshOrNull(first.refresh_token)))
      expect(new Set(tabs.map((tokens) => tokens?.refresh_token)).size).toBe(1)
      expect(tabs[0]?.refresh_token).toMatch(/\.2\./)
    }
  })

  test('an older token ends the session', async () => {
    const first = await logIn(await createPerson())
    const second = await refreshOrNull(first.refresh_token)
    const third = await refreshOrNull(second!.refresh_token)
    expect(await refreshOrNull(first.refresh_token)).toBeNull()
    expect(await refreshOrNull(third!.refresh_token)).toBeNull()
    expect(await identify(world, third!.token)).toBeNull()
  })

  test('the previous token stops working after 30 seconds', async () => {
    const first = await logIn(await createPerson())
    await refreshOrNull(first.refresh_token)
    await sql`update session set rotated_at = now() - interval '31 seconds' where id = ${first.refresh_token.slice(0, 36)}`.execute(
      world.db,
    )
    expect(await refreshOrNull(first.refresh_token)).toBeNull()
  })

  test.each(['', 'x', 'a.b.c', `${randomUUID()}.1.${'A'.repeat(43)}`])('refuses %j', async (token) => {
    expect(await refreshOrNull(token)).toBeNull()
  })
})

test('log-out also ends the access token at once', async () => {
  const tokens = await logIn(await createPerson())
  await logOutSession(world, tokens.refresh_token, undefined)
  expect(await identify(world, tokens.token)).toBeNull()
  expect(await refreshOrNull(tokens.refresh_token)).toBeNull()
})

test('an access token with a forged audience, without a signature or after its expiry identifies nobody', async () => {
  const { token } = await logIn(await createPerson())
  const [header, claims, signature] = token.split('.')
  const forged = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(claims!, 'base64url').toString()), aud: 'admin' }),
  ).toString('base64url')
  expect(await identify(world, `${header}.${forged}.${signature}`)).toBeNull()
  expect(
    await identify(world, `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${claims}.`),
  ).toBeNull()
  expect(await identify({ ...world, clock: () => new Date(Date.now() + 11 * 60_000) }, token)).toBeNull()
})

async function resetLink(personId: string): Promise<string> {
  const token = world.secrets.newToken()
  const mailedToken = { hash: world.secrets.hash(token), personId, purpose: 'reset-password', minutes: 30 } as const
  await world.db.transaction().execute((tx) => addMailedToken(tx, mailedToken))
  return token
}

describe('a mailed link', () => {
  const link = async (email: string) => {
    const existingPerson = await personByEmail(world.db, email)
    return resetLink(existingPerson!.id)
  }
  const setPassword = (token: string, password: string) =>
    setPasswordByLink(world, passwords, { token, password, ip: randomUUID() })

  test('sets a password once and ends all existing sessions', async () => {
    const email = await createPerson()
    const tokensBefore = await logIn(email)
    const token = await link(email)
    expect(await setPassword(token, 'another good password')).toEqual({ ok: true, value: { email } })
    expect(await identify(world, tokensBefore.token)).toBeNull()
    expect(await setPassword(token, 'a third good password')).toMatchObject({
      ok: false,
      refusal: { code: 'RESET_INVALID' },
    })
    expect((await attemptLogIn(email, { password: 'another good password' })).ok).toBe(true)
  })

  test('only the newest link works, and only until it expires', async () => {
    const email = await createPerson()
    const older = await link(email)
    const newest = await link(email)
    expect(await setPassword(older, PASSWORD)).toMatchObject({ ok: false })
    await world.db
      .updateTable('account_token')
      .set({ expires_at: new Date(0) })
      .where('hash', '=', world.secrets.hash(newest))
      .execute()
    expect(await setPassword(newest, PASSWORD)).toMatchObject({ ok: false })
  })

  test('a welcome link only sets a first password', async () => {
    const existingPerson = (await personByEmail(world.db, await createPerson()))!
    const token = await world.db.transaction().execute((tx) => createWelcomeToken(tx, world.secrets, existingPerson.id))
    expect(await setPassword(token, 'another good password')).toMatchObject({
      ok: false,
      refusal: { code: 'RESET_INVALID' },
    })
  })

  test('works once when used in parallel', async () => {
    const token = await link(await createPerson())
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => setPassword(token, PASSWORD)))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  })

  test('a short password is refused at its field, and the link stays valid', async () => {
    const token = await link(await createPerson())
    expect(await setPassword(token, 'short')).toMatchObject({
      ok: false,
      refusal: { code: 'PASSWORD_WEAK', fields: { password: expect.any(String) } },
    })
    expect((await setPassword(token, PASSWORD)).ok).toBe(true)
  })
})

describe('parallel calls', () => {
  test('no session created with the old password outlives a reset', async () => {
    for (let attemptNumber = 0; attemptNumber < 8; attemptNumber++) {
      const email = await createPerson()
      const existingPerson = (await personByEmail(world.db, email))!
      const token = await resetLink(existingPerson.id)
      const input = { token, password: 'another good password', ip: randomUUID() }
      const [reset, ...logIns] = await Promise.all([
        setPasswordByLink(world, passwords, input),
        ...Array.from({ length: 4 }, () => attemptLogIn(email)),
      ])
      expect(reset.ok).toBe(true)
      for (const logInOutcome of logIns)
        if (logInOutcome.ok) expect(await identify(world, logInOutcome.value.tokens.token)).toBeNull()
    }
  })

  test('a password change with the old password does not overwrite the owner’s reset', async () => {
    for (let attemptNumber = 0; attemptNumber < 8; attemptNumber++) {
      const email = await createPerson()
      const existingPerson = (await personByEmail(world.db, email))!
      const session = (await logIn(email)).refresh_token.slice(0, 36)
      const token = await resetLink(existingPerson.id)
      const thief = {
        personId: existingPerson.id,
        sessionId: session,
        currentPassword: PASSWORD,
        password: 'the thief’s password',
        ip: randomUUID(),
      }
      const [, reset] = await Promise.all([
        changeOwnPassword(world, passwords, thief),
        setPasswordByLink(world, passwords, { token, password: 'another good password', ip: randomUUID() }),
      ])
      if (reset.ok) expect((await attemptLogIn(email, { password: 'another good password' })).ok).toBe(true)
    }
  })

  test('a person who lost the admin role loses the admin session too', async () => {
    const email = await createPerson(['learner', 'community-admin'])
    const admin = await logIn(email, true)
    await world.db
      .updateTable('person')
      .set({ roles: ['learner'] })
      .where('email', '=', email)
      .execute()
    expect(await identify(world, admin.token)).toBeNull()
    expect(await refreshOrNull(admin.refresh_token)).toBeNull()
  })
})
