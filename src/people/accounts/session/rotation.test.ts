/**
 * After a change of SECRET, everything signed, sealed or stored with the previous one stays valid, and nothing new
 * uses it.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCalendarPath } from '#catalogue/catalog/calendar/calendar.ts'
import { money } from '#domain/money/money.ts'
import { createRecoveryCodes, hashRecoveryCode } from '#people/accounts/second-factor/recovery-codes.ts'
import { createSessionCookies, hasBindingCookie } from '#people/accounts/session/cookies.ts'
import { createDeviceCookie, readDeviceCookie } from '#people/accounts/session/known-device.ts'
import {
  createAccessToken,
  createRefreshToken,
  listPublicKeys,
  readRefreshToken,
  verifyAccessToken,
} from '#people/accounts/session/tokens.ts'
import { createSignUpKey, readSignUpKey } from '#people/accounts/sign-up/sign-up-key.ts'
import { createCodeMac } from '#people/accounts/sign-up/verify-email.ts'
import { transact } from '#platform/db/transaction.ts'
import { createSecrets, type Secrets } from '#platform/secrets.ts'
import { findGiftCard } from '#sell/gift-cards/find-gift-card.ts'
import { issueGiftCard } from '#sell/gift-cards/issue-gift-card.ts'
import { createWorld, type World } from '../../../../tests/world/world.ts'

const [oldSecret, newSecret] = [randomBytes(32), randomBytes(32)]
const oldSecrets = createSecrets(oldSecret)
const rotatedSecrets = createSecrets(newSecret, [oldSecret])
const newSecretsOnly = createSecrets(newSecret)
const [id, email] = [randomUUID(), 'ana@school.test']

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Creates a value with one set of secrets. Returns whether another set accepts it. */
const KINDS: Record<string, (creating: Secrets, reading: Secrets) => boolean | Promise<boolean>> = {
  'access token': async (creating, reading) => {
    const claims = { personId: id, sessionId: id, audience: 'learner' } as const
    const token = await createAccessToken(creating, claims, ['learner'], new Date())
    return (await verifyAccessToken(reading, token, new Date()))?.personId === id
  },
  'refresh token': (creating, reading) => readRefreshToken(reading, createRefreshToken(creating, id, 3))?.counter === 3,
  'session cookie': (creating, reading) =>
    hasBindingCookie(
      reading,
      createSessionCookies(creating, 'learner', id, { token: 't', refresh_token: 'r' })[0]!.split(';')[0],
      'learner',
      id,
    ),
  'cookie of a known device': (creating, reading) =>
    readDeviceCookie(reading, createDeviceCookie(creating, email).split(';')[0], email) !== null,
  'key of a sign-up': (creating, reading) => readSignUpKey(reading, createSignUpKey(creating, id)) === id,
  'mailed code of a sign-up': (creating, reading) =>
    reading.isMac('sign-up-code', `${email} 123456`, createCodeMac({ secrets: creating }, email, '123456')),
  'recovery code': (creating, reading) => {
    const [code] = createRecoveryCodes()
    const [storedHash] = hashRecoveryCode(creating, id, code!)!
    return hashRecoveryCode(reading, id, code!)!.some((hash) => hash.equals(storedHash!))
  },
  'sealed secret of an authenticator app': (creating, reading) => {
    try {
      return reading.open(creating.seal('JBSWY3DPEHPK3PXP')) === 'JBSWY3DPEHPK3PXP'
    } catch {
      return false
    }
  },
  'gift card': async (creating, reading) => {
    const card = await transact(world.db, (tx) => issueGiftCard({ secrets: creating }, tx, money(50_00, 'USD')))
    const outcome = await findGiftCard({ db: world.db, secrets: reading }, card!.code, randomUUID())
    return outcome.ok && outcome.value.id === card!.id
  },
  'address of a calendar': (creating, reading) => {
    const key = new URL(createCalendarPath(creating, 'NG-2027-01'), 'https://school.test').searchParams.get('key')
    return reading.isMac('calendar', 'NG-2027-01', key!)
  },
}

test.each(Object.keys(KINDS))('%s: stays valid after a rotation, until its own secret is removed', async (kind) => {
  const isAccepted = KINDS[kind]!
  expect(await isAccepted(oldSecrets, rotatedSecrets)).toBe(true)
  expect(await isAccepted(rotatedSecrets, rotatedSecrets)).toBe(true)
  expect(await isAccepted(rotatedSecrets, newSecretsOnly)).toBe(true)
  expect(await isAccepted(oldSecrets, newSecretsOnly)).toBe(false)
  expect(await isAccepted(rotatedSecrets, oldSecrets)).toBe(false)
})

test('both public keys are published, the newest first', () => {
  const kids = (secrets: Secrets) => listPublicKeys(secrets).keys.map(({ kid }) => kid)
  expect(kids(rotatedSecrets)).toEqual([...kids(newSecretsOnly), ...kids(oldSecrets)])
})

test('one gift card code is one card, whichever secret issued it', async () => {
  const issue = (secrets: Secrets) =>
    transact(world.db, (tx) => issueGiftCard({ secrets }, tx, money(50_00, 'USD'), 'GIFT-7K2M-7K2M-7K2M-7K2N'))
  expect(await issue(oldSecrets)).not.toBeNull()
  expect(await issue(rotatedSecrets)).toBeNull()
})
