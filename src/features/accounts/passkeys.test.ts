/** Passkeys over HTTP, made and used by a device of the test's own that really signs. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fresh, PASSWORD, SAID, says } from '../../../tests/identity.ts'
import { type Otherwise, openPasskeyDevice, type PasskeyDevice } from '../../../tests/passkey-device.ts'
import { clientOf, type FactorWorld, openFactorWorld } from '../../../tests/second-factor.ts'
import * as calls from './calls/second-factor.ts'

const SITE = 'https://learn.understudy.test'
const INVALID = says(401, 'PASSKEY_INVALID', 'This passkey did not work. Please log in another way.')
const NOT_KEPT = says(400, 'PASSKEY_NOT_KEPT', 'This passkey could not be kept. Please try again.')

let own: FactorWorld
beforeAll(async () => {
  own = await openFactorWorld({ publicUrl: SITE })
})
afterAll(() => own.close())

type Headers = { authorization: string }
const someone = async (roles?: string[]) => {
  const email = await own.known(roles)
  return { email, headers: await own.as(email) }
}
const asked = async (headers: Headers, owner: object = { password: PASSWORD }) =>
  (await own.post('passkeys/registration-options', owner, headers)).body.data
const keep = (headers: Headers, credential: object, name = 'My phone') =>
  own.post('passkeys', { name, credential }, headers)
const listed = async (headers: Headers) => (await own.api.call('/api/v1/second-factor', { headers })).body.data.passkeys

async function register(headers: Headers, device = openPasskeyDevice(SITE)): Promise<PasskeyDevice> {
  const made = await device.create(await asked(headers))
  expect(await keep(headers, made)).toMatchObject({ status: 200 })
  return device
}

const challenge = async () => (await own.post('passkeys/log-in-options', {})).body.data
const show = (credential: object, more: object = {}) => own.post('passkeys/log-in', { credential, ...more })
const logIn = async (device: PasskeyDevice, otherwise: Otherwise = {}, more: object = {}) =>
  show(await device.get(await challenge(), otherwise), more)

/** How many statements wait for a lock of another. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    own.world.db,
  )
  return rows[0]!.waiting
}

describe('a passkey', () => {
  test('is made, opens the account without a password, is listed by its name, and is removed', async () => {
    const { email, headers } = await someone()
    const options = await asked(headers)
    expect(options).toMatchObject({
      rp: { id: 'learn.understudy.test', name: 'Understudy' },
      user: { name: email },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    })
    const device = openPasskeyDevice(SITE)
    const kept = await keep(headers, await device.create(options), '  My\tphone ')
    const view = { passkeyId: kept.body.data.passkeyId, name: 'My phone', createdAt: expect.any(String) }
    expect(kept).toMatchObject({ status: 200, body: { data: { ...view, lastUsedAt: null } } })
    expect((await asked(headers)).excludeCredentials).toMatchObject([{ id: device.credentialId }])
    expect((await own.mailTo(email)).subject).toBe('A passkey was added')

    const inside = await logIn(device)
    expect(inside).toMatchObject(SAID.tokens)
    const profile = await own.api.call('/api/v1/user-profile', {
      headers: { authorization: `Bearer ${inside.body.token}` },
    })
    expect(profile.body.email).toBe(email)
    expect(await logIn(device)).toMatchObject(SAID.tokens)
    expect(await listed(headers)).toEqual([{ ...view, lastUsedAt: expect.any(String) }])

    const remove = (id: string, by = headers) => own.post(`passkeys/${id}/remove`, { password: PASSWORD }, by)
    const unknown = says(404, 'PASSKEY_NOT_FOUND', 'This passkey is not known.')
    for (const id of [randomUUID(), 'nonsense']) expect(await remove(id)).toMatchObject(unknown)
    expect(await remove(view.passkeyId, (await someone()).headers)).toMatchObject(unknown)
    expect(await remove(view.passkeyId)).toMatchObject({ status: 204 })
    expect(await remove(view.passkeyId)).toMatchObject(unknown)
    expect(await logIn(device)).toMatchObject(INVALID)
    expect(await own.mailTo(email, 2)).toMatchObject({ subject: 'A passkey was removed' })
  })

  test('may not count, as those of many phones do; one that counts may not go back', async () => {
    const still = await register((await someone()).headers)
    for (let time = 0; time < 3; time++) expect(await logIn(still, { counter: 0 })).toMatchObject(SAID.tokens)
    const device = await register((await someone()).headers)
    expect(await logIn(device, { counter: 7 })).toMatchObject(SAID.tokens)
    for (const counter of [7, 6, 0]) expect(await logIn(device, { counter })).toMatchObject(INVALID)
    expect(await logIn(device, { counter: 8 })).toMatchObject(SAID.tokens)
  })

  test('and its copy, at the same moment with the same counter: exactly one is let in', async () => {
    const device = await register((await someone()).headers)
    const shown = await Promise.all(
      Array.from({ length: 5 }, async () => device.get(await challenge(), { counter: 40 })),
    )
    const answers = await own.world.db.transaction().execute(async (tx) => {
      // Held until all five have read the old counter and wait to write the new one.
      const mine = tx.selectFrom('passkey').where('credential_id', '=', device.credentialId)
      await mine.selectAll().forUpdate().execute()
      const going = shown.map((credential) => show(credential))
      await expect.poll(waiting).toBe(5)
      return going
    })
    expect((await Promise.all(answers)).map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401, 401])
  })

  test('opens as admin for an admin only, whose token is then an admin’s', async () => {
    const admin = await someone(['learner', 'community-admin'])
    const inside = await logIn(await register(admin.headers), {}, { isCommunityAdmin: true })
    expect(inside).toMatchObject(SAID.tokens)
    const headers = { authorization: `Bearer ${inside.body.token}` }
    expect(await own.api.call('/api/v1/signed-up-info', { headers })).toMatchObject(SAID.badToken)
    const unverified = await register((await someone(['learner', 'community-admin'])).headers)
    expect(await logIn(unverified, { isVerified: false }, { isCommunityAdmin: true })).toMatchObject(INVALID)
    const learner = await register((await someone()).headers)
    expect(await logIn(learner, {}, { isCommunityAdmin: true })).toMatchObject(INVALID)
  })

  test('where a second factor is on, has to have verified its person; else it need not', async () => {
    const plain = await register((await someone()).headers)
    expect(await logIn(plain, { isVerified: false })).toMatchObject(SAID.tokens)
    const guarded = await own.guarded()
    const device = openPasskeyDevice(SITE)
    const owner = { password: PASSWORD, otp: own.freshCode(guarded.secret) }
    await keep(guarded.headers, await device.create(await asked(guarded.headers, owner)))
    expect(await logIn(device, { isVerified: false })).toMatchObject(INVALID)
    expect(await logIn(device)).toMatchObject(SAID.tokens)
  })
})

describe('is not taken', () => {
  const FORGED: [string, Otherwise][] = [
    ['another site', { origin: 'https://learn.understudy.test.evil.test' }],
    ['the same site without https', { origin: 'http://learn.understudy.test' }],
    ['another port', { origin: `${SITE}:8443` }],
    ['a site below', { origin: 'https://a.learn.understudy.test' }],
    ['another relying party', { rpId: 'understudy.test' }],
    ['the other ceremony', { type: 'payment.get' }],
  ]
  test.each(FORGED)('when it was made for %s', async (_what, otherwise) => {
    const { headers } = await someone()
    expect(await keep(headers, await openPasskeyDevice(SITE).create(await asked(headers), otherwise))).toMatchObject(
      NOT_KEPT,
    )
    expect(await listed(headers)).toEqual([])
  })

  test.each(FORGED)('when it was used for %s', async (_what, otherwise) => {
    const device = await register((await someone()).headers)
    expect(await logIn(device, otherwise)).toMatchObject(INVALID)
    expect(await logIn(device)).toMatchObject(SAID.tokens)
  })

  test('whatever a request says of host and origin: PUBLIC_URL alone counts', async () => {
    const device = await register((await someone()).headers)
    const evil = { origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' }
    const options = (await own.post('passkeys/log-in-options', {}, evil)).body.data
    expect(options.rpId).toBe('learn.understudy.test')
    const credential = await device.get(options, { origin: 'https://evil.test', rpId: 'evil.test' })
    expect(await own.post('passkeys/log-in', { credential }, evil)).toMatchObject(INVALID)
  })

  test('a second time, whether the first was right or wrong', async () => {
    const { headers } = await someone()
    const device = await register(headers)
    const used = await device.get(await challenge())
    expect(await show(used)).toMatchObject(SAID.tokens)
    expect(await show(used)).toMatchObject(INVALID)
    const options = await challenge()
    expect(await show(await device.get(options, { rpId: 'evil.test' }))).toMatchObject(INVALID)
    expect(await show(await device.get(options))).toMatchObject(INVALID)

    const begun = await asked(headers)
    expect(await keep(headers, await openPasskeyDevice(SITE).create(begun))).toMatchObject({ status: 200 })
    expect(await keep(headers, await openPasskeyDevice(SITE).create(begun))).toMatchObject(NOT_KEPT)
  })

  test('for what nobody asked, asked somebody else, asked for the other purpose, or asked too long ago', async () => {
    const { headers } = await someone()
    const device = await register(headers)
    const other = await someone()
    const made = (options: Parameters<PasskeyDevice['create']>[0]) => openPasskeyDevice(SITE).create(options)
    expect(await show(await device.get({ challenge: 'bm9ib2R5IGFza2Vk' }))).toMatchObject(INVALID)
    expect(await show(await device.get(await asked(headers)))).toMatchObject(INVALID)
    expect(await keep(headers, await made({ ...(await asked(headers)), ...(await challenge()) }))).toMatchObject(
      NOT_KEPT,
    )
    expect(await keep(headers, await made(await asked(other.headers)))).toMatchObject(NOT_KEPT)

    const [late, begun] = [await challenge(), await asked(headers)]
    await own.world.db
      .updateTable('passkey_challenge')
      .set({ expires_at: new Date(0) })
      .execute()
    expect(await show(await device.get(late))).toMatchObject(INVALID)
    expect(await keep(headers, await made(begun))).toMatchObject(NOT_KEPT)
  })

  test('as somebody else’s: neither registered again, nor with another’s name, nor with another’s signature', async () => {
    const [ana, ben] = [await someone(), await someone()]
    const device = await register(ana.headers)
    expect(await keep(ben.headers, await device.create(await asked(ben.headers)))).toMatchObject(NOT_KEPT)
    expect(await listed(ben.headers)).toEqual([])

    const bens = await register(ben.headers)
    const benHandle = (await asked(ben.headers)).user.id
    const anaHandle = (await asked(ana.headers)).user.id
    // `device` was last told Ben's handle, as the copy of a key on a thief's phone would be.
    expect(await logIn(device, { userHandle: benHandle })).toMatchObject(INVALID)
    const stolen = await bens.get(await challenge(), { userHandle: anaHandle })
    const named = { id: device.credentialId, rawId: device.credentialId }
    expect(await show({ ...stolen, ...named })).toMatchObject(INVALID)
    expect(await show(stolen)).toMatchObject(INVALID)
    expect(await logIn(device, { userHandle: anaHandle })).toMatchObject(SAID.tokens)
  })

  test('changed on its way, or in a shape of its own', async () => {
    const device = await register((await someone()).headers)
    const good = await device.get(await challenge())
    const signature = `${good.response.signature.slice(0, -4)}AAAA`
    expect(await show({ ...good, response: { ...good.response, signature } })).toMatchObject(INVALID)
    expect(await show(await openPasskeyDevice(SITE).get(await challenge(), { userHandle: 'AAAA' }))).toMatchObject(
      INVALID,
    )
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature']) {
      const broken = await device.get(await challenge())
      expect(await show({ ...broken, response: { ...broken.response, [part]: 'bm9uc2Vuc2U' } })).toMatchObject(INVALID)
    }
    for (const body of [{}, { id: 'x' }, { ...good, type: 'password' }, { ...good, id: 'ü' }])
      expect(await show(body)).toMatchObject({ status: 400, body: { errorCode: 'FIELD_INVALID' } })
  })
})

test('what log-in asks of a browser is the same for everybody: no address goes in, nothing of an account comes out', async () => {
  await register((await someone()).headers)
  const one = await own.post('passkeys/log-in-options', {})
  const two = await own.post('passkeys/log-in-options', { email: fresh() })
  const rest = { rpId: 'learn.understudy.test', timeout: 60_000, userVerification: 'preferred' }
  for (const { body } of [one, two]) expect(body.data).toEqual({ ...rest, challenge: expect.any(String) })
  expect(one.body.data.challenge).not.toBe(two.body.data.challenge)
})

test('the browser’s calls: make one, log in with it, remove it', async () => {
  const { headers } = await someone()
  const client = clientOf(own.api.base, headers.authorization)
  const device = openPasskeyDevice(SITE)
  const options = await calls.callPasskeyRegistrationOptions(client, 'learner', { password: PASSWORD })
  if (options.error !== null) throw new Error(options.error)
  const credential = await device.create(options.data.data)
  const kept = await calls.callAddPasskey(client, 'learner', { name: 'My phone', credential })
  if (kept.error !== null) throw new Error(kept.error)
  const begun = await calls.callPasskeyLogInOptions(client)
  if (begun.error !== null) throw new Error(begun.error)
  expect(await calls.callPasskeyLogIn(client, { credential: await device.get(begun.data.data) })).toMatchObject({
    data: { token: expect.any(String) },
  })
  const { passkeyId } = kept.data.data
  expect(await calls.callRemovePasskey(client, 'learner', passkeyId, { password: PASSWORD })).toMatchObject({
    status: 204,
  })
})

test('one address may ask a hundred times in 15 minutes; log-ins that go well are not counted', async () => {
  const device = await register((await someone()).headers)
  const used = async () => {
    const rows = await own.world.db.selectFrom('rate_limit').selectAll().where('key', 'like', 'passkey:%').execute()
    return Math.max(...rows.map((row) => row.points))
  }
  const before = await used()
  await logIn(device)
  expect(await used()).toBe(before)
  await Promise.all(Array.from({ length: 110 - before }, () => own.post('passkeys/log-in-options', {})))
  const tooMany = { status: 429, body: { errorCode: 'RATE_LIMITED' } }
  expect(await own.post('passkeys/log-in-options', {})).toMatchObject(tooMany)
  expect(await show(await device.get({ challenge: 'bm9ib2R5IGFza2Vk' }))).toMatchObject(tooMany)
})
