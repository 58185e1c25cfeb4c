/** An access token alone cannot add or remove a log-in method. Tests every endpoint that can. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt, wrongCodeAt } from '../../../../tests/support/authenticator-app.ts'
import { createPasskeyDevice } from '../../../../tests/support/passkey-device.ts'
import { PASSWORD, SAID, says } from '../../../../tests/world/identity.ts'
import { createFactorWorld, createSignedInClient, type FactorWorld } from '../../../../tests/world/second-factor.ts'
import { addIdentity } from '../queries/identity.ts'
import { personByEmail } from '../queries/people.ts'
import { listIdentities, removeIdentity } from '../wire/identities.ts'

let factorWorld: FactorWorld
beforeAll(async () => {
  factorWorld = await createFactorWorld()
})
afterAll(() => factorWorld.close())

type Headers = { authorization: string }
type TestPerson = { email: string; headers: Headers; passkeyId: string; identityId: string }

const fieldFault = (name: string, sentence: string) => says(400, 'FIELD_INVALID', sentence, { [name]: sentence })
const NO_CODE = fieldFault('otp', 'Code is required')
const WRONG_PASSWORD = fieldFault('password', 'This is not your password')
const WRONG_CODE = fieldFault('otp', 'This code is not right.')
const LOG_IN_AGAIN = says(403, 'LOG_IN_AGAIN', 'Please log out and in again, then come back.')
const NOT_FOUND = says(404, 'IDENTITY_NOT_FOUND', 'We couldn’t find this log-in method.')

/** Endpoints for accounts without a second factor, for all accounts, and for accounts with one. */
const TOTP_PATH = 'second-factor/totp'
const ALL_ACCOUNT_CALLS: [string, (person: TestPerson) => object][] = [
  ['passkeys/registration-options', () => ({})],
  ['passkeys/:passkeyId/remove', () => ({})],
  ['identities/:identityId/remove', () => ({})],
  ['delete-account', ({ email }) => ({ email })],
]
const SECOND_FACTOR_CALLS = ['second-factor/recovery-codes', 'second-factor/remove'].map(
  (path) => [path, () => ({})] as (typeof ALL_ACCOUNT_CALLS)[number],
)
const PLAIN_ACCOUNT_CALLS: typeof ALL_ACCOUNT_CALLS = [[TOTP_PATH, () => ({})], ...ALL_ACCOUNT_CALLS]

const callAs = (path: string, person: TestPerson, body: object) =>
  factorWorld.post(
    path.replace(':passkeyId', person.passkeyId).replace(':identityId', person.identityId),
    body,
    person.headers,
  )

const linkIdentity = async (email: string) => {
  const { id } = (await personByEmail(factorWorld.world.db, email))!
  const identity = { provider: 'facebook', subject: randomUUID(), personId: id, email } as const
  return factorWorld.world.db.transaction().execute((tx) => addIdentity(tx, identity))
}

async function addLogInMethods(email: string, headers: Headers, ownerProof: object): Promise<TestPerson> {
  const device = createPasskeyDevice(factorWorld.world.config.publicUrl)
  const options = (await factorWorld.post('passkeys/registration-options', ownerProof, headers)).body.data
  const savedPasskey = await factorWorld.post(
    'passkeys',
    { name: 'My phone', credential: await device.create(options) },
    headers,
  )
  return { email, headers, passkeyId: savedPasskey.body.data.passkeyId, identityId: await linkIdentity(email) }
}

async function createPlainPerson(): Promise<TestPerson> {
  const email = await factorWorld.known()
  return addLogInMethods(email, await factorWorld.as(email), { password: PASSWORD })
}

async function createGuardedPerson() {
  const { email, headers, secret, recoveryCodes } = await factorWorld.guarded()
  return {
    ...(await addLogInMethods(email, headers, { password: PASSWORD, otp: recoveryCodes[9] })),
    secret,
    recoveryCodes,
  }
}

async function listLogInMethods({ headers }: TestPerson): Promise<unknown> {
  const [factor, identities] = await Promise.all([
    factorWorld.api.call('/api/v1/second-factor', { headers }),
    factorWorld.api.call('/api/v1/identities', { headers }),
  ])
  return { ...factor.body.data, identities: identities.body.data }
}

const dropPassword = (email: string) =>
  factorWorld.world.db.updateTable('person').set({ password_hash: null }).where('email', '=', email).execute()
const setSessionAge = (email: string, seconds: number) =>
  sql`update session set created_at = now() - ${seconds} * interval '1 second'
    where person_id = (select id from person where email = ${email})`.execute(factorWorld.world.db)

describe('an access token alone', () => {
  test.each(PLAIN_ACCOUNT_CALLS)('cannot call %s, even with a wrong password', async (path, createInput) => {
    const person = await createPlainPerson()
    const methodsBefore = await listLogInMethods(person)
    expect(await callAs(path, person, createInput(person))).toMatchObject(SAID.noPassword)
    expect(await callAs(path, person, { ...createInput(person), password: '', otp: '123456' })).toMatchObject(
      SAID.noPassword,
    )
    expect(await callAs(path, person, { ...createInput(person), password: 'wrong' })).toMatchObject(WRONG_PASSWORD)
    expect(await listLogInMethods(person)).toEqual(methodsBefore)
    const { status } = await callAs(path, person, { ...createInput(person), password: PASSWORD })
    expect([200, 204]).toContain(status)
  })

  test.each([...ALL_ACCOUNT_CALLS, ...SECOND_FACTOR_CALLS])(
    'cannot call %s when a second factor is on, even with only the password or only a code',
    async (path, createInput) => {
      const person = await createGuardedPerson()
      const methodsBefore = await listLogInMethods(person)
      const validInput = { ...createInput(person), password: PASSWORD, otp: factorWorld.freshCode(person.secret) }
      const missingFields = { fields: { password: 'Password is required', otp: 'Code is required' } }
      expect(await callAs(path, person, createInput(person))).toMatchObject({ status: 400, body: missingFields })
      expect(await callAs(path, person, { ...createInput(person), password: PASSWORD })).toMatchObject(NO_CODE)
      expect(await callAs(path, person, { ...createInput(person), otp: validInput.otp })).toMatchObject(SAID.noPassword)
      const wrongCode = wrongCodeAt(person.secret, factorWorld.now())
      expect(await callAs(path, person, { ...validInput, otp: wrongCode })).toMatchObject(WRONG_CODE)
      // A wrong password consumes no code.
      expect(await callAs(path, person, { ...validInput, password: 'wrong' })).toMatchObject(WRONG_PASSWORD)
      expect(await listLogInMethods(person)).toEqual(methodsBefore)
      const { status } = await callAs(path, person, validInput)
      expect([200, 204]).toContain(status)
    },
  )

  test('cannot guess a password: after ten wrong ones the right one is refused', async () => {
    const person = await createPlainPerson()
    for (let attempt = 0; attempt < 10; attempt++)
      expect(await callAs(TOTP_PATH, person, { password: 'wrong' })).toMatchObject(WRONG_PASSWORD)
    expect(await callAs(TOTP_PATH, person, { password: PASSWORD })).toMatchObject({ status: 429 })
  })
})

describe('a person without password and second factor', () => {
  test.each(PLAIN_ACCOUNT_CALLS)(
    'may call %s only within ten minutes of the log-in, even after token refreshes',
    async (path, createInput) => {
      const person = await createPlainPerson()
      await dropPassword(person.email)
      const methodsBefore = await listLogInMethods(person)
      await setSessionAge(person.email, 600)
      expect(await callAs(path, person, createInput(person))).toMatchObject(LOG_IN_AGAIN)
      expect(await callAs(path, person, { ...createInput(person), password: PASSWORD, otp: '123456' })).toMatchObject(
        LOG_IN_AGAIN,
      )
      expect(await listLogInMethods(person)).toEqual(methodsBefore)
      await setSessionAge(person.email, 570)
      const { status } = await callAs(path, person, createInput(person))
      expect([200, 204]).toContain(status)
    },
  )

  test('needs a code if a second factor is on, in an old session too', async () => {
    const person = await createGuardedPerson()
    await dropPassword(person.email)
    await setSessionAge(person.email, 86_400)
    expect(await callAs('delete-account', person, { email: person.email })).toMatchObject(NO_CODE)
    const otp = person.recoveryCodes[0]
    expect(await callAs('delete-account', person, { email: person.email, otp })).toMatchObject({ status: 204 })
  })
})

test('a set-up that one session started cannot be confirmed by another', async () => {
  const email = await factorWorld.known()
  const ownHeaders = await factorWorld.as(email)
  const otherHeaders = await factorWorld.as(email)
  const { secret } = (await factorWorld.post(TOTP_PATH, { password: PASSWORD }, ownHeaders)).body.data
  const confirm = (headers: Headers) =>
    factorWorld.post('second-factor/totp/confirm', { otp: codeAt(secret, factorWorld.now()) }, headers)
  expect(await confirm(otherHeaders)).toMatchObject(says(409, 'SECOND_FACTOR_OFF', 'Two-factor authentication is off.'))
  expect(await confirm(ownHeaders)).toMatchObject({ status: 200 })
})

describe('a linked log-in', () => {
  test('is listed only for its own person, and removed once, with an e-mail', async () => {
    const person = await createPlainPerson()
    const otherPerson = await createPlainPerson()
    expect((await factorWorld.api.call('/api/v1/identities', { headers: person.headers })).body.data).toEqual([
      {
        identityId: person.identityId,
        provider: 'facebook',
        email: person.email,
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
    ])
    const remove = ({ identityId }: TestPerson, requester = person) =>
      factorWorld.post(`identities/${identityId}/remove`, { password: PASSWORD }, requester.headers)
    expect(await remove(person, otherPerson)).toMatchObject(NOT_FOUND)
    expect(await remove(person)).toMatchObject({ status: 204 })
    expect(await remove(person)).toMatchObject(NOT_FOUND)
    expect((await factorWorld.mailTo(person.email, 2)).text_body).toContain('Facebook')
    expect((await factorWorld.api.call('/api/v1/identities', { headers: otherPerson.headers })).body.data).toHaveLength(
      1,
    )
  })

  test('cannot be removed as the last log-in method, even in parallel', async () => {
    const email = await factorWorld.known()
    const headers = await factorWorld.as(email)
    const identityIds = [await linkIdentity(email), await linkIdentity(email)]
    await dropPassword(email)
    const remove = (id: string) => factorWorld.post(`identities/${id}/remove`, {}, headers)
    const responses = await Promise.all(identityIds.map(remove))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(responses.find(({ status }) => status === 409)).toMatchObject(
      says(409, 'LAST_WAY_IN', 'This is your only way to log in. Set a password or add a passkey first.'),
    )
  })

  test('can be removed when a passkey is left', async () => {
    const person = await createPlainPerson()
    await dropPassword(person.email)
    expect(await callAs('identities/:identityId/remove', person, {})).toMatchObject({ status: 204 })
  })

  test('is listed and removed by the browser calls', async () => {
    const { headers, identityId } = await createPlainPerson()
    const client = createSignedInClient(factorWorld.api.base, headers.authorization)
    expect(await client.call(listIdentities, { auth: 'learner' })).toMatchObject({ data: { data: [{ identityId }] } })
    expect(
      await client.call(removeIdentity, { params: { identityId }, body: { password: PASSWORD }, auth: 'learner' }),
    ).toMatchObject({
      status: 204,
    })
  })
})

test('the e-mail about a new password lists the other log-in methods', async () => {
  const { email } = await createPlainPerson()
  await factorWorld.mailTo(email)
  await factorWorld.post('forget-password', { email })
  const token = /#token=(\S+)/.exec((await factorWorld.mailTo(email, 2)).text_body)![1]!
  await factorWorld.post('reset-password', { token, password: 'four and twenty blackbirds' })
  const { subject, text_body: text } = await factorWorld.mailTo(email, 3)
  expect(subject).toBe('Your password was changed')
  for (const expectedText of ['the passkey “My phone”, Facebook', '/portal/settings'])
    expect(text).toContain(expectedText)
})
