import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../tests/world.ts'
import { logInPerson } from './log-in.ts'
import { makeAccount } from './make-account.ts'
import { openPasswords } from './passwords.ts'
import { addMailedToken } from './queries/links.ts'
import { personByEmail } from './queries/people.ts'
import { identify, logOutSession, refresh } from './sessions.ts'
import { changeOwnPassword, setPasswordByLink, welcomeToken } from './set-password.ts'
import type { Tokens } from './wire.ts'

const passwords = openPasswords()
const PASSWORD = 'a long enough password'
const DEVICE = { name: 'Firefox on Linux', isBound: false }

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function person(roles = ['learner']): Promise<string> {
  const email = `${randomUUID()}@understudy.test`
  await makeAccount(world.db, passwords, { email, name: 'Demo Person', roles, timezoneId: 'UTC' }, PASSWORD)
  return email
}

const attempt = (email: string, more: { password?: string; isCommunityAdmin?: boolean; ip?: string } = {}) =>
  logInPerson(world, passwords, { email, password: PASSWORD, ip: randomUUID(), device: DEVICE, ...more })

async function loggedIn(email: string, isCommunityAdmin = false): Promise<Tokens> {
  const outcome = await attempt(email, { isCommunityAdmin })
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value.tokens
}

async function refreshed(token: string): Promise<Tokens | null> {
  const outcome = await refresh(world, token, undefined)
  return outcome.ok ? outcome.value.tokens : null
}

describe('log-in', () => {
  test('the right password gives two tokens, and the access token says who it is', async () => {
    const email = await person()
    const tokens = await loggedIn(email)
    const known = await personByEmail(world.db, email)
    expect(await identify(world, tokens.token)).toMatchObject({
      kind: 'person',
      personId: known?.id,
      audience: 'learner',
      roles: ['learner'],
    })
    expect(tokens.refresh_token).toMatch(/^[0-9a-f-]{36}\.1\./)
  })

  test('unknown address, wrong password and a learner who asks as admin get the same answer', async () => {
    const email = await person()
    const answers = [
      await attempt(`${randomUUID()}@understudy.test`),
      await attempt(email, { password: 'wrong' }),
      await attempt(email, { isCommunityAdmin: true }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, refusal: { code: 'LOGIN_INVALID' } })
  })

  test('an admin who asks as admin gets an admin token, and without asking a learner token', async () => {
    const email = await person(['learner', 'community-admin'])
    expect(await identify(world, (await loggedIn(email, true)).token)).toMatchObject({ audience: 'admin' })
    expect(await identify(world, (await loggedIn(email)).token)).toMatchObject({ audience: 'learner' })
  })

  test('the eleventh guess from one place is not looked at, even when it is right', async () => {
    const email = await person()
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => attempt(email, { password: 'wrong', ip: '192.0.2.1' })),
    )
    expect(guesses.filter((guess) => !guess.ok && guess.refusal.code === 'LOGIN_INVALID')).toHaveLength(10)
    expect(await attempt(email, { ip: '192.0.2.1' })).toMatchObject({
      ok: false,
      refusal: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) },
    })
    expect((await attempt(email, { ip: '192.0.2.2' })).ok).toBe(true)
  })
})

describe('refresh', () => {
  test('each use gives the next token; the one before still works for a moment, and gives the same', async () => {
    const first = await loggedIn(await person())
    const second = await refreshed(first.refresh_token)
    expect(second?.refresh_token).toMatch(/^[0-9a-f-]{36}\.2\./)
    expect((await refreshed(first.refresh_token))?.refresh_token).toBe(second?.refresh_token)
  })

  test('20 tabs that refresh at once stay in, with one rotation, in each of 50 sessions', async () => {
    const email = await person()
    for (let session = 0; session < 50; session++) {
      const first = await loggedIn(email)
      const tabs = await Promise.all(Array.from({ length: 20 }, () => refreshed(first.refresh_token)))
      expect(new Set(tabs.map((tokens) => tokens?.refresh_token)).size).toBe(1)
      expect(tabs[0]?.refresh_token).toMatch(/\.2\./)
    }
  })

  test('a token older than that ends the session for whoever holds it', async () => {
    const first = await loggedIn(await person())
    const second = await refreshed(first.refresh_token)
    const third = await refreshed(second!.refresh_token)
    expect(await refreshed(first.refresh_token)).toBeNull()
    expect(await refreshed(third!.refresh_token)).toBeNull()
    expect(await identify(world, third!.token)).toBeNull()
  })

  test('the token before is no longer good once its moment has passed', async () => {
    const first = await loggedIn(await person())
    await refreshed(first.refresh_token)
    await sql`update session set rotated_at = now() - interval '31 seconds' where id = ${first.refresh_token.slice(0, 36)}`.execute(
      world.db,
    )
    expect(await refreshed(first.refresh_token)).toBeNull()
  })

  test.each(['', 'x', 'a.b.c', `${randomUUID()}.1.${'A'.repeat(43)}`])('refuses %j', async (token) => {
    expect(await refreshed(token)).toBeNull()
  })
})

test('log-out ends the access token too, at once', async () => {
  const tokens = await loggedIn(await person())
  await logOutSession(world, tokens.refresh_token, undefined)
  expect(await identify(world, tokens.token)).toBeNull()
  expect(await refreshed(tokens.refresh_token)).toBeNull()
})

test('an access token of another key, another audience or another time is nobody', async () => {
  const { token } = await loggedIn(await person())
  const [head, claims, signature] = token.split('.')
  const forged = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(claims!, 'base64url').toString()), aud: 'admin' }),
  ).toString('base64url')
  expect(await identify(world, `${head}.${forged}.${signature}`)).toBeNull()
  expect(
    await identify(world, `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${claims}.`),
  ).toBeNull()
  expect(await identify({ ...world, clock: () => new Date(Date.now() + 11 * 60_000) }, token)).toBeNull()
})

async function resetLink(personId: string): Promise<string> {
  const token = world.secrets.newToken()
  const wanted = { hash: world.secrets.hash(token), personId, purpose: 'reset-password', minutes: 30 } as const
  await world.db.transaction().execute((tx) => addMailedToken(tx, wanted))
  return token
}

describe('a mailed link', () => {
  const link = async (email: string) => {
    const known = await personByEmail(world.db, email)
    return resetLink(known!.id)
  }
  const set = (token: string, password: string) =>
    setPasswordByLink(world, passwords, { token, password, ip: randomUUID() })

  test('sets a password once, and ends the sessions there were', async () => {
    const email = await person()
    const before = await loggedIn(email)
    const token = await link(email)
    expect(await set(token, 'another good password')).toEqual({ ok: true, value: { email } })
    expect(await identify(world, before.token)).toBeNull()
    expect(await set(token, 'a third good password')).toMatchObject({ ok: false, refusal: { code: 'RESET_INVALID' } })
    expect((await attempt(email, { password: 'another good password' })).ok).toBe(true)
  })

  test('only the newest works, and not after its time', async () => {
    const email = await person()
    const older = await link(email)
    const newest = await link(email)
    expect(await set(older, PASSWORD)).toMatchObject({ ok: false })
    await world.db
      .updateTable('account_token')
      .set({ expires_at: new Date(0) })
      .where('hash', '=', world.secrets.hash(newest))
      .execute()
    expect(await set(newest, PASSWORD)).toMatchObject({ ok: false })
  })

  test('a welcome is for the first password alone', async () => {
    const known = (await personByEmail(world.db, await person()))!
    const token = await world.db.transaction().execute((tx) => welcomeToken(tx, world.secrets, known.id))
    expect(await set(token, 'another good password')).toMatchObject({ ok: false, refusal: { code: 'RESET_INVALID' } })
  })

  test('used twice at the same moment it works once', async () => {
    const token = await link(await person())
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => set(token, PASSWORD)))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  })

  test('a password that is too short is refused with its field, and the link stays good', async () => {
    const token = await link(await person())
    expect(await set(token, 'short')).toMatchObject({
      ok: false,
      refusal: { code: 'PASSWORD_WEAK', fields: { password: expect.any(String) } },
    })
    expect((await set(token, PASSWORD)).ok).toBe(true)
  })
})

describe('two at once', () => {
  test('no session begun with the old password outlives a reset', async () => {
    for (let round = 0; round < 8; round++) {
      const email = await person()
      const known = (await personByEmail(world.db, email))!
      const token = await resetLink(known.id)
      const given = { token, password: 'another good password', ip: randomUUID() }
      const [reset, ...logIns] = await Promise.all([
        setPasswordByLink(world, passwords, given),
        ...Array.from({ length: 4 }, () => attempt(email)),
      ])
      expect(reset.ok).toBe(true)
      for (const inside of logIns) if (inside.ok) expect(await identify(world, inside.value.tokens.token)).toBeNull()
    }
  })

  test('an owner’s reset is not written over by whoever knew the old password', async () => {
    for (let round = 0; round < 8; round++) {
      const email = await person()
      const known = (await personByEmail(world.db, email))!
      const session = (await loggedIn(email)).refresh_token.slice(0, 36)
      const token = await resetLink(known.id)
      const thief = {
        personId: known.id,
        sessionId: session,
        currentPassword: PASSWORD,
        password: 'the thief’s password',
        ip: randomUUID(),
      }
      const [, reset] = await Promise.all([
        changeOwnPassword(world, passwords, thief),
        setPasswordByLink(world, passwords, { token, password: 'another good password', ip: randomUUID() }),
      ])
      if (reset.ok) expect((await attempt(email, { password: 'another good password' })).ok).toBe(true)
    }
  })

  test('who is an admin no longer has no admin’s session either', async () => {
    const email = await person(['learner', 'community-admin'])
    const admin = await loggedIn(email, true)
    await world.db
      .updateTable('person')
      .set({ roles: ['learner'] })
      .where('email', '=', email)
      .execute()
    expect(await identify(world, admin.token)).toBeNull()
    expect(await refreshed(admin.refresh_token)).toBeNull()
  })
})
