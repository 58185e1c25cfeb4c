/** A change of SECRET: what the one before signed, sealed or stored stays good, and nothing new is made by it. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '#domain/money.ts'
import { bindingCookie, carriesBinding } from '#features/accounts/cookies.ts'
import { createDeviceCookie, readDeviceCookie } from '#features/accounts/known-device.ts'
import { hashesOfCode, newRecoveryCodes } from '#features/accounts/recovery-codes.ts'
import { createSignUpKey, readSignUpKey } from '#features/accounts/sign-up-key.ts'
import { issueAccess, publicKeys, readAccess, readRefresh, refreshToken } from '#features/accounts/tokens.ts'
import { codeMac } from '#features/accounts/verify-email.ts'
import { calendarPath } from '#features/catalog/calendar.ts'
import { findGiftCard } from '#features/gift-cards/find.ts'
import { issueGiftCard } from '#features/gift-cards/issue.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { openSecrets, type Secrets } from '#platform/secrets.ts'
import { openWorld, type World } from '../../tests/world.ts'

const [old, young] = [randomBytes(32), randomBytes(32)]
const before = openSecrets(old)
const after = openSecrets(young, [old])
const without = openSecrets(young)
const [id, email] = [randomUUID(), 'ana@school.test']

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Made under a secret; whether another set of secrets takes it. */
const KINDS: Record<string, (made: Secrets, seen: Secrets) => boolean | Promise<boolean>> = {
  'access token': async (made, seen) => {
    const claims = { personId: id, sessionId: id, audience: 'learner' } as const
    const token = await issueAccess(made, claims, ['learner'], new Date())
    return (await readAccess(seen, token, new Date()))?.personId === id
  },
  'refresh token': (made, seen) => readRefresh(seen, refreshToken(made, id, 3))?.counter === 3,
  'session cookie': (made, seen) =>
    carriesBinding(seen, bindingCookie(made, 'learner', id).split(';')[0], 'learner', id),
  'cookie of a known device': (made, seen) =>
    readDeviceCookie(seen, createDeviceCookie(made, email).split(';')[0], email) !== null,
  'key of a sign-up': (made, seen) => readSignUpKey(seen, createSignUpKey(made, id)) === id,
  'mailed code of a sign-up': (made, seen) =>
    seen.isMac('sign-up-code', `${email} 123456`, codeMac({ secrets: made }, email, '123456')),
  'recovery code': (made, seen) => {
    const [code] = newRecoveryCodes()
    const [kept] = hashesOfCode(made, id, code!)!
    return hashesOfCode(seen, id, code!)!.some((hash) => hash.equals(kept!))
  },
  'sealed secret of an authenticator app': (made, seen) => {
    try {
      return seen.open(made.seal('JBSWY3DPEHPK3PXP')) === 'JBSWY3DPEHPK3PXP'
    } catch {
      return false
    }
  },
  'gift card': async (made, seen) => {
    const card = await transact(world.db, (tx) => issueGiftCard({ secrets: made }, tx, money(50_00, 'USD')))
    const found = await findGiftCard({ db: world.db, secrets: seen }, card!.code, randomUUID())
    return found.ok && found.value.id === card!.id
  },
  'address of a calendar': (made, seen) => {
    const key = new URL(calendarPath(made, 'NG-2027-01'), 'https://school.test').searchParams.get('key')
    return seen.isMac('calendar', 'NG-2027-01', key!)
  },
}

test.each(Object.keys(KINDS))(
  '%s: made before the rotation it stays good, and goes with the secret that made it',
  async (kind) => {
    const holds = KINDS[kind]!
    expect(await holds(before, after)).toBe(true)
    expect(await holds(after, after)).toBe(true)
    expect(await holds(after, without)).toBe(true)
    expect(await holds(before, without)).toBe(false)
    expect(await holds(after, before)).toBe(false)
  },
)

test('both public keys are told, the newest first', () => {
  const kids = (secrets: Secrets) => publicKeys(secrets).keys.map(({ kid }) => kid)
  expect(kids(after)).toEqual([...kids(without), ...kids(before)])
})

test('one gift card code is one card, whichever secret it was issued under', async () => {
  const issue = (secrets: Secrets) =>
    transact(world.db, (tx) => issueGiftCard({ secrets }, tx, money(50_00, 'USD'), 'GIFT-7K2M-7K2M-7K2M-7K2N'))
  expect(await issue(before)).not.toBeNull()
  expect(await issue(after)).toBeNull()
})
