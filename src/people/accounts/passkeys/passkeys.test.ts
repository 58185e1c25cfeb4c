/** Passkeys over HTTP, created and used by a test device that signs for real. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countLockWaits } from '../../../../tests/support/lock-waits.ts'
import { createPasskeyDevice, type Otherwise, type PasskeyDevice } from '../../../../tests/support/passkey-device.ts'
import { fresh, PASSWORD, SAID, says } from '../../../../tests/world/identity.ts'
import { createFactorWorld, createSignedInClient, type FactorWorld } from '../../../../tests/world/second-factor.ts'
import {
  addPasskey,
  passkeyLogIn,
  passkeyLogInOptions,
  passkeyRegistrationOptions,
  removePasskey,
} from '../wire/second-factor.ts'

const SITE = 'https://learn.understudy.test'
const INVALID = says(401, 'PASSKEY_INVALID', 'This passkey did not work. Please log in another way.')
const NOT_SAVED = says(400, 'PASSKEY_NOT_SAVED', 'We couldn’t save this passkey. Please try again.')

let factorWorld: FactorWorld
beforeAll(async () => {
  factorWorld = await createFactorWorld({ publicUrl: SITE })
})
afterAll(() => factorWorld.close())

type Headers = { authorization: string }
const createPerson = async (roles?: string[]) => {
  const email = await factorWorld.known(roles)
  return { email, headers: await factorWorld.as(email) }
}
const requestOptions = async (headers: Headers, owner: object = { password: PASSWORD }) =>
  (await factorWorld.post('passkeys/registration-options', owner, headers)).body.data
const savePasskey = (headers: Headers, credential: object, name = 'My phone') =>
  factorWorld.post('passkeys', { name, credential }, headers)
const listPasskeys = async (headers: Headers) =>
  (await factorWorld.api.call('/api/v1/second-factor', { headers })).body.data.passkeys

async function register(headers: Headers, device = createPasskeyDevice(SITE)): Promise<PasskeyDevice> {
  const credential = await device.create(await requestOptions(headers))
  expect(await savePasskey(headers, credential)).toMatchObject({ status: 200 })
  return device
}

const requestLogInOptions = async () => (await factorWorld.post('passkeys/log-in-options', {})).body.data
const sendLogIn = (credential: object, extraInput: object = {}) =>
  factorWorld.post('passkeys/log-in', { credential, ...extraInput })
const logIn = async (device: PasskeyDevice, otherwise: Otherwise = {}, extraInput: object = {}) =>
  sendLogIn(await device.get(await requestLogInOptions(), otherwise), extraInput)

describe('a passkey', () => {
  test('is created, logs in without a password, is listed by name and is removed', async () => {
    const { email, headers } = await createPerson()
    const options = await requestOptions(headers)
    expect(options).toMatchObject({
      rp: { id: 'learn.understudy.test', name: 'Understudy' },
      user: { name: email },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    })
    const device = createPasskeyDevice(SITE)
    const savedPasskey = await savePasskey(headers, await device.create(options), '  My\tphone ')
    const view = { passkeyId: savedPasskey.body.data.passkeyId, name: 'My phone', createdAt: expect.any(String) }
    expect(savedPasskey).toMatchObject({ status: 200, body: { data: { ...view, lastUsedAt: null } } })
    expect((await requestOptions(headers)).excludeCredentials).toMatchObject([{ id: device.credentialId }])
    expect((await factorWorld.mailTo(email)).subject).toBe('A passkey was added')

    const inside = await logIn(device)
    expect(inside).toMatchObject(SAID.tokens)
    const profile = await factorWorld.api.call('/api/v1/user-profile', {
      headers: { authorization: `Bearer ${inside.body.token}` },
    })
    expect(profile.body.email).toBe(email)
    expect(await logIn(device)).toMatchObject(SAID.tokens)
    expect(await listPasskeys(headers)).toEqual([{ ...view, lastUsedAt: expect.any(String) }])

    const remove = (id: string, requestHeaders = headers) =>
      factorWorld.post(`passkeys/${id}/remove`, { password: PASSWORD }, requestHeaders)
    const unknown = says(404, 'PASSKEY_NOT_FOUND', 'We couldn’t find this passkey.')
    for (const id of [randomUUID(), 'nonsense']) expect(await remove(id)).toMatchObject(unknown)
    expect(await remove(view.passkeyId, (await createPerson()).headers)).toMatchObject(unknown)
    expect(await remove(view.passkeyId)).toMatchObject({ status: 204 })
    expect(await remove(view.passkeyId)).toMatchObject(unknown)
    expect(await logIn(device)).toMatchObject(INVALID)
    expect(await factorWorld.mailTo(email, 2)).toMatchObject({ subject: 'A passkey was removed' })
  })

  test('may have no counter, as on many phones; a counter must not decrease', async () => {
    const staticDevice = await register((await createPerson()).headers)
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await logIn(staticDevice, { counter: 0 })).toMatchObject(SAID.tokens)
    const device = await register((await createPerson()).headers)
    expect(await logIn(device, { counter: 7 })).toMatchObject(SAID.tokens)
    for (const counter of [7, 6, 0]) expect(await logIn(device, { counter })).toMatchObject(INVALID)
    expect(await logIn(device, { counter: 8 })).toMatchObject(SAID.tokens)
  })

  test('and its copies with the same counter, in parallel: exactly one log-in succeeds', async () => {
    const device = await register((await createPerson()).headers)
    const credentials = await Promise.all(
      Array.from({ length: 5 }, async () => device.get(await requestLogInOptions(), { counter: 40 })),
    )
    const responses = await factorWorld.world.db.transaction().execute(async (tx) => {
      // Locked until all five have read the old counter and wait to write the new one.
      const passkeyRow = tx.selectFrom('passkey').where('credential_id', '=', device.credentialId)
      await passkeyRow.selectAll().forUpdate().execute()
      const pendingLogIns = credentials.map((credential) => sendLogIn(credential))
      await expect.poll(() => countLockWaits(factorWorld.world.db)).toBe(5)
      return pendingLogIns
    })
    expect((await Promise.all(responses)).map((response) => response.status).sort()).toEqual([200, 401, 401, 401, 401])
  })

  test('logs in as admin only for an admin, with an admin token', async () => {
    const admin = await createPerson(['learner', 'community-admin'])
    const inside = await logIn(await register(admin.headers), {}, { isCommunityAdmin: true })
    expect(inside).toMatchObject(SAID.tokens)
    const headers = { authorization: `Bearer ${inside.body.token}` }
    expect(await factorWorld.api.call('/api/v1/signed-up-info', { headers })).toMatchObject(SAID.badToken)
    const unverified = await register((await createPerson(['learner', 'community-admin'])).headers)
    expect(await logIn(unverified, { isVerified: false }, { isCommunityAdmin: true })).toMatchObject(INVALID)
    const learner = await register((await createPerson()).headers)
    expect(await logIn(learner, {}, { isCommunityAdmin: true })).toMatchObject(INVALID)
  })

  test('needs user verification only when a second factor is on', async () => {
    const plain = await register((await createPerson()).headers)
    expect(await logIn(plain, { isVerified: false })).toMatchObject(SAID.tokens)
    const guarded = await factorWorld.guarded()
    const device = createPasskeyDevice(SITE)
    const owner = { password: PASSWORD, otp: factorWorld.freshCode(guarded.secret) }
    await savePasskey(guarded.headers, await device.create(await requestOptions(guarded.headers, owner)))
    expect(await logIn(device, { isVerified: false })).toMatchObject(INVALID)
    expect(await logIn(device)).toMatchObject(SAID.tokens)
  })
})

describe('a passkey is refused', () => {
  const FORGED: [string, Otherwise][] = [
    ['another site', { origin: 'https://learn.understudy.test.evil.test' }],
    ['the same site without https', { origin: 'http://learn.understudy.test' }],
    ['another port', { origin: `${SITE}:8443` }],
    ['a subdomain', { origin: 'https://a.learn.understudy.test' }],
    ['another relying party', { rpId: 'understudy.test' }],
    ['another ceremony', { type: 'payment.get' }],
  ]
  test.each(FORGED)('when it was made for %s', async (_title, otherwise) => {
    const { headers } = await createPerson()
    expect(
      await savePasskey(headers, await createPasskeyDevice(SITE).create(await requestOptions(headers), otherwise)),
    ).toMatchObject(NOT_SAVED)
    expect(await listPasskeys(headers)).toEqual([])
  })

  test.each(FORGED)('when it was used for %s', async (_title, otherwise) => {
    const device = await register((await createPerson()).headers)
    expect(await logIn(device, otherwise)).toMatchObject(INVALID)
    expect(await logIn(device)).toMatchObject(SAID.tokens)
  })

  test('for another origin, even if the request headers name it: only PUBLIC_URL counts', async () => {
    const device = await register((await createPerson()).headers)
    const forgedHeaders = { origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' }
    const options = (await factorWorld.post('passkeys/log-in-options', {}, forgedHeaders)).body.data
    expect(options.rpId).toBe('learn.understudy.test')
    const credential = await device.get(options, { origin: 'https://evil.test', rpId: 'evil.test' })
    expect(await factorWorld.post('passkeys/log-in', { credential }, forgedHeaders)).toMatchObject(INVALID)
  })

  test('when its challenge was used before, successfully or not', async () => {
    const { headers } = await createPerson()
    const device = await register(headers)
    const used = await device.get(await requestLogInOptions())
    expect(await sendLogIn(used)).toMatchObject(SAID.tokens)
    expect(await sendLogIn(used)).toMatchObject(INVALID)
    const options = await requestLogInOptions()
    expect(await sendLogIn(await device.get(options, { rpId: 'evil.test' }))).toMatchObject(INVALID)
    expect(await sendLogIn(await device.get(options))).toMatchObject(INVALID)

    const creationOptions = await requestOptions(headers)
    expect(await savePasskey(headers, await createPasskeyDevice(SITE).create(creationOptions))).toMatchObject({
      status: 200,
    })
    expect(await savePasskey(headers, await createPasskeyDevice(SITE).create(creationOptions))).toMatchObject(NOT_SAVED)
  })

  test('for a challenge that is unknown, expired, of another person or for another purpose', async () => {
    const { headers } = await createPerson()
    const device = await register(headers)
    const other = await createPerson()
    const createCredential = (options: Parameters<PasskeyDevice['create']>[0]) =>
      createPasskeyDevice(SITE).create(options)
    expect(await sendLogIn(await device.get({ challenge: 'bm9ib2R5IGFza2Vk' }))).toMatchObject(INVALID)
    expect(await sendLogIn(await device.get(await requestOptions(headers)))).toMatchObject(INVALID)
    expect(
      await savePasskey(
        headers,
        await createCredential({ ...(await requestOptions(headers)), ...(await requestLogInOptions()) }),
      ),
    ).toMatchObject(NOT_SAVED)
    expect(await savePasskey(headers, await createCredential(await requestOptions(other.headers)))).toMatchObject(
      NOT_SAVED,
    )

    const expiredOptions = await requestLogInOptions()
    const creationOptions = await requestOptions(headers)
    await factorWorld.world.db
      .updateTable('passkey_challenge')
      .set({ expires_at: new Date(0) })
      .execute()
    expect(await sendLogIn(await device.get(expiredOptions))).toMatchObject(INVALID)
    expect(await savePasskey(headers, await createCredential(creationOptions))).toMatchObject(NOT_SAVED)
  })

  test('of another person: registered again, with another user handle, or with another signature', async () => {
    const ana = await createPerson()
    const ben = await createPerson()
    const device = await register(ana.headers)
    expect(await savePasskey(ben.headers, await device.create(await requestOptions(ben.headers)))).toMatchObject(
      NOT_SAVED,
    )
    expect(await listPasskeys(ben.headers)).toEqual([])

    const benDevice = await register(ben.headers)
    const benHandle = (await requestOptions(ben.headers)).user.id
    const anaHandle = (await requestOptions(ana.headers)).user.id
    // `device` last received Ben's handle, like a copied key on a thief's phone.
    expect(await logIn(device, { userHandle: benHandle })).toMatchObject(INVALID)
    const stolen = await benDevice.get(await requestLogInOptions(), { userHandle: anaHandle })
    expect(await sendLogIn({ ...stolen, id: device.credentialId, rawId: device.credentialId })).toMatchObject(INVALID)
    expect(await sendLogIn(stolen)).toMatchObject(INVALID)
    expect(await logIn(device, { userHandle: anaHandle })).toMatchObject(SAID.tokens)
  })

  test('with a changed or malformed response', async () => {
    const device = await register((await createPerson()).headers)
    const validCredential = await device.get(await requestLogInOptions())
    const signature = `${validCredential.response.signature.slice(0, -4)}AAAA`
    expect(await sendLogIn({ ...validCredential, response: { ...validCredential.response, signature } })).toMatchObject(
      INVALID,
    )
    expect(
      await sendLogIn(await createPasskeyDevice(SITE).get(await requestLogInOptions(), { userHandle: 'AAAA' })),
    ).toMatchObject(INVALID)
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature']) {
      const broken = await device.get(await requestLogInOptions())
      expect(await sendLogIn({ ...broken, response: { ...broken.response, [part]: 'bm9uc2Vuc2U' } })).toMatchObject(
        INVALID,
      )
    }
    for (const body of [{}, { id: 'x' }, { ...validCredential, type: 'password' }, { ...validCredential, id: 'ü' }])
      expect(await sendLogIn(body)).toMatchObject({ status: 400, body: { errorCode: 'FIELD_INVALID' } })
  })
})

test('the log-in options are the same for everybody and reveal nothing about an account', async () => {
  await register((await createPerson()).headers)
  const first = (await factorWorld.post('passkeys/log-in-options', {})).body.data
  const second = (await factorWorld.post('passkeys/log-in-options', { email: fresh() })).body.data
  const expected = { rpId: 'learn.understudy.test', timeout: 60_000, userVerification: 'preferred' }
  for (const options of [first, second]) expect(options).toEqual({ ...expected, challenge: expect.any(String) })
  expect(first.challenge).not.toBe(second.challenge)
})

test('the browser calls create a passkey, log in with it and remove it', async () => {
  const { headers } = await createPerson()
  const client = createSignedInClient(factorWorld.api.base, headers.authorization)
  const device = createPasskeyDevice(SITE)
  const options = await client.call(passkeyRegistrationOptions, { body: { password: PASSWORD }, auth: 'learner' })
  if (options.error !== null) throw new Error(options.error)
  const credential = await device.create(options.data.data)
  const savedPasskey = await client.call(addPasskey, { body: { name: 'My phone', credential }, auth: 'learner' })
  if (savedPasskey.error !== null) throw new Error(savedPasskey.error)
  const creationOptions = await client.call(passkeyLogInOptions)
  if (creationOptions.error !== null) throw new Error(creationOptions.error)
  expect(
    await client.call(passkeyLogIn, { body: { credential: await device.get(creationOptions.data.data) } }),
  ).toMatchObject({
    data: { token: expect.any(String) },
  })
  const { passkeyId } = savedPasskey.data.data
  expect(
    await client.call(removePasskey, { params: { passkeyId }, body: { password: PASSWORD }, auth: 'learner' }),
  ).toMatchObject({
    status: 204,
  })
})

test('one network may ask a hundred times in 15 minutes; successful log-ins do not count', async () => {
  const device = await register((await createPerson()).headers)
  const countUsedPoints = async () => {
    const rows = await factorWorld.world.db
      .selectFrom('rate_limit')
      .selectAll()
      .where('key', 'like', 'passkey:%')
      .execute()
    return Math.max(...rows.map((row) => row.points))
  }
  const pointsBefore = await countUsedPoints()
  await logIn(device)
  expect(await countUsedPoints()).toBe(pointsBefore)
  await Promise.all(Array.from({ length: 110 - pointsBefore }, () => factorWorld.post('passkeys/log-in-options', {})))
  const tooMany = { status: 429, body: { errorCode: 'RATE_LIMITED' } }
  expect(await factorWorld.post('passkeys/log-in-options', {})).toMatchObject(tooMany)
  expect(await sendLogIn(await device.get({ challenge: 'bm9ib2R5IGFza2Vk' }))).toMatchObject(tooMany)
})
