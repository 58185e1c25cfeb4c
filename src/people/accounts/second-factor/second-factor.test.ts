/** The second factor over HTTP, on a real PostgreSQL and with a test clock. docs/contract §3. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt, STEP_MS, wrongCodeAt } from '../../../../tests/support/authenticator-app.ts'
import { createPasskeyDevice } from '../../../../tests/support/passkey-device.ts'
import { PASSWORD, SAID, says } from '../../../../tests/world/identity.ts'
import {
  createFactorWorld,
  createSignedInClient,
  type FactorWorld,
  type Guarded,
} from '../../../../tests/world/second-factor.ts'
import { listPasskeys } from '../queries/passkeys.ts'
import { personByEmail } from '../queries/people.ts'
import { countRecoveryCodes, getTotp } from '../queries/second-factor.ts'
import {
  confirmTotp,
  createTotp,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../wire/second-factor.ts'
import { resetSecondFactor } from './second-factor.ts'

let factorWorld: FactorWorld
beforeAll(async () => {
  factorWorld = await createFactorWorld()
})
afterAll(() => factorWorld.close())

const REQUIRED = says(401, 'OTP_REQUIRED', 'Please enter the code from your authenticator app.')
const WRONG = says(401, 'OTP_INVALID', 'This code is not right.')
const WRONG_HERE = says(400, 'FIELD_INVALID', 'This code is not right.', { otp: 'This code is not right.' })
const OFF = says(409, 'SECOND_FACTOR_OFF', 'Two-factor authentication is off.')
const ON = says(409, 'SECOND_FACTOR_ON', 'Two-factor authentication is already on.')
const _TOO_MANY = { status: 429, body: { errorCode: 'RATE_LIMITED' } }

const getSecondFactorState = async (headers: Record<string, string>) =>
  (await factorWorld.api.call('/api/v1/second-factor', { headers })).body.data

/** Subjects of all e-mails to an address, sorted, once there are `count`. */
async function listMailSubjects(email: string, count: number): Promise<string[]> {
  await factorWorld.mailTo(email, count)
  const rows = await factorWorld.world.db.selectFrom('mail').selectAll().where('to_address', '=', email).execute()
  return rows.map((row) => row.subject).sort()
}

describe('turning it on', () => {
  test('needs a code from the app; until then nothing changes, afterwards a log-in requires a code', async () => {
    const email = await factorWorld.known()
    const headers = await factorWorld.as(email)
    expect(await factorWorld.post('second-factor/totp/confirm', { otp: '123456' }, headers)).toMatchObject(OFF)
    const first = await factorWorld.post('second-factor/totp', { password: PASSWORD }, headers)
    const second = await factorWorld.post('second-factor/totp', { password: PASSWORD }, headers)
    expect(first.body.data.secret).not.toBe(second.body.data.secret)
    expect(await factorWorld.logIn(email)).toMatchObject(SAID.tokens)
    expect(await getSecondFactorState(headers)).toEqual({
      totp: false,
      recoveryCodesLeft: 0,
      passkeys: [],
      hasPassword: true,
      isRequired: false,
    })

    const confirm = (otp: string) => factorWorld.post('second-factor/totp/confirm', { otp }, headers)
    const { secret } = second.body.data
    expect(await confirm(codeAt(first.body.data.secret, factorWorld.now()))).toMatchObject(WRONG_HERE)
    const validCode = codeAt(secret, factorWorld.now())
    const { status, body } = await confirm(`${validCode.slice(0, 3)} ${validCode.slice(3)}`)
    expect([status, new Set(body.data.recoveryCodes).size]).toEqual([200, 10])
    expect(await getSecondFactorState(headers)).toMatchObject({ totp: true, recoveryCodesLeft: 10 })
    expect(await factorWorld.logIn(email)).toMatchObject(REQUIRED)
    expect(await confirm(factorWorld.freshCode(secret))).toMatchObject(ON)
    expect(await factorWorld.post('second-factor/totp', { password: PASSWORD }, headers)).toMatchObject(ON)
    expect(await listMailSubjects(email, 1)).toEqual(['A second factor was turned on'])
  })

  test('in parallel returns one set of recovery codes, and those work', async () => {
    const email = await factorWorld.known()
    const headers = await factorWorld.as(email)
    const { body } = await factorWorld.post('second-factor/totp', { password: PASSWORD }, headers)
    const otp = codeAt(body.data.secret, factorWorld.now())
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => factorWorld.post('second-factor/totp/confirm', { otp }, headers)),
    )
    const validResponses = responses.filter((response) => response.status === 200)
    expect(validResponses).toHaveLength(1)
    expect(await factorWorld.logIn(email, { otp: validResponses[0]!.body.data.recoveryCodes[9] })).toMatchObject(
      SAID.tokens,
    )
  })

  test('stores neither the secret nor a recovery code in plain text', async () => {
    const { email, secret, recoveryCodes } = await factorWorld.guarded()
    await factorWorld.mailTo(email)
    const totpRows = await factorWorld.world.db.selectFrom('totp').selectAll().execute()
    const codes = await factorWorld.world.db.selectFrom('recovery_code').selectAll().execute()
    const mails = await factorWorld.world.db.selectFrom('mail').selectAll().where('to_address', '=', email).execute()
    const text = JSON.stringify([totpRows, codes, mails].flat().map((row) => Object.values(row).map(String)))
    for (const secretText of [secret, ...recoveryCodes.flatMap((code) => [code, code.replace('-', '')])])
      expect(text).not.toContain(secretText)
  })
})

describe('a log-in', () => {
  test('without a second factor ignores a code', async () => {
    expect(await factorWorld.logIn(await factorWorld.known(), { otp: 'whatever' })).toMatchObject(SAID.tokens)
  })

  test('asks for a code only after the right password', async () => {
    const { email, secret } = await factorWorld.guarded()
    const otp = factorWorld.freshCode(secret)
    expect(await factorWorld.logIn(email, { password: 'wrong' })).toMatchObject(SAID.wrong)
    expect(await factorWorld.logIn(email, { password: 'wrong', otp })).toMatchObject(SAID.wrong)
    expect(await factorWorld.logIn(email)).toMatchObject(REQUIRED)
    expect(await factorWorld.logIn(email, { otp: '' })).toMatchObject(REQUIRED)
    expect(await factorWorld.logIn(email, { otp: wrongCodeAt(secret, factorWorld.now()) })).toMatchObject(WRONG)
    expect(await factorWorld.logIn(email, { otp })).toMatchObject(SAID.tokens)
  })

  test('accepts each code once, and no earlier code afterwards', async () => {
    const { email, secret } = await factorWorld.guarded()
    const confirmed = codeAt(secret, factorWorld.now())
    expect(await factorWorld.logIn(email, { otp: confirmed })).toMatchObject(WRONG)
    factorWorld.nextStep()
    factorWorld.nextStep()
    const earlier = codeAt(secret, new Date(factorWorld.now().getTime() - STEP_MS))
    const otp = codeAt(secret, factorWorld.now())
    expect(await factorWorld.logIn(email, { otp })).toMatchObject(SAID.tokens)
    for (const usedCode of [otp, earlier])
      expect(await factorWorld.logIn(email, { otp: usedCode })).toMatchObject(WRONG)
    expect(
      await factorWorld.logIn(email, { otp: codeAt(secret, new Date(factorWorld.now().getTime() + STEP_MS)) }),
    ).toMatchObject(SAID.tokens)
  })

  test('succeeds once of five in parallel with the same code', async () => {
    for (const chooseCode of [
      (person: Guarded) => factorWorld.freshCode(person.secret),
      (person: Guarded) => person.recoveryCodes[3]!,
    ]) {
      const person = await factorWorld.guarded()
      const otp = chooseCode(person)
      const responses = await Promise.all(Array.from({ length: 5 }, () => factorWorld.logIn(person.email, { otp })))
      expect(responses.map((response) => response.status).sort()).toEqual([200, 401, 401, 401, 401])
    }
  })

  test('accepts a recovery code once and sends an e-mail about it', async () => {
    const { email, recoveryCodes, headers } = await factorWorld.guarded()
    const [code = ''] = recoveryCodes
    const other = await factorWorld.guarded()
    expect(await factorWorld.logIn(other.email, { otp: code })).toMatchObject(WRONG)
    expect(await factorWorld.logIn(email, { otp: code.toLowerCase().replace('-', ' ') })).toMatchObject(SAID.tokens)
    expect(await factorWorld.logIn(email, { otp: code })).toMatchObject(WRONG)
    expect(await getSecondFactorState(headers)).toMatchObject({ recoveryCodesLeft: 9 })
    expect(await listMailSubjects(email, 2)).toEqual(['A recovery code was used', 'A second factor was turned on'])
  })

  test('still requires a code after a password reset', async () => {
    const { email, secret } = await factorWorld.guarded()
    await factorWorld.mailTo(email)
    await factorWorld.post('forget-password', { email })
    const token = /#token=(\S+)/.exec((await factorWorld.mailTo(email, 2)).text_body)![1]!
    const password = 'four and twenty blackbirds'
    expect((await factorWorld.post('reset-password', { token, password })).status).toBe(200)
    expect(await factorWorld.logIn(email, { password })).toMatchObject(REQUIRED)
    expect(await factorWorld.logIn(email, { password, otp: factorWorld.freshCode(secret) })).toMatchObject(SAID.tokens)
  })
})

test('a sign-up cannot set a password for an account with a second factor', async () => {
  const { email, headers } = await factorWorld.guarded()
  await factorWorld.mailTo(email)
  await factorWorld.world.db.updateTable('person').set({ password_hash: null }).where('email', '=', email).execute()
  await factorWorld.post('sign-up', { name: 'Ana', email, password: PASSWORD })
  const mail = await factorWorld.mailTo(email, 2)
  expect(mail.subject).toBe('You already have an account')
  expect(mail.text_body).not.toContain('#token=')
  expect(await getSecondFactorState(headers)).toMatchObject({ totp: true })
})

describe('turning it off', () => {
  test('needs the password and a working code', async () => {
    const { email, secret, headers } = await factorWorld.guarded()
    const remove = (body: object) => factorWorld.post('second-factor/remove', body, headers)
    const otp = factorWorld.freshCode(secret)
    expect(await remove({ otp })).toMatchObject(SAID.noPassword)
    expect(await remove({ otp, password: 'wrong' })).toMatchObject({
      status: 400,
      body: { fields: { password: 'This is not your password' } },
    })
    expect(await remove({ password: PASSWORD })).toMatchObject(
      says(400, 'FIELD_INVALID', 'Code is required', { otp: 'Code is required' }),
    )
    expect(await remove({ password: PASSWORD, otp: wrongCodeAt(secret, factorWorld.now()) })).toMatchObject(WRONG_HERE)
    expect(await factorWorld.logIn(email)).toMatchObject(REQUIRED)

    expect(await remove({ password: PASSWORD, otp })).toMatchObject({ status: 204 })
    expect(await factorWorld.logIn(email)).toMatchObject(SAID.tokens)
    expect(await getSecondFactorState(headers)).toMatchObject({ totp: false, recoveryCodesLeft: 0 })
    for (const path of ['second-factor/remove', 'second-factor/recovery-codes'])
      expect(await factorWorld.post(path, { password: PASSWORD, otp }, headers)).toMatchObject(OFF)
    expect(await listMailSubjects(email, 2)).toContain('The second factor was turned off')
  })

  test('needs only a code without a password', async () => {
    const { email, recoveryCodes, headers } = await factorWorld.guarded()
    await factorWorld.world.db.updateTable('person').set({ password_hash: null }).where('email', '=', email).execute()
    expect(await factorWorld.post('second-factor/remove', { otp: 'nonsense' }, headers)).toMatchObject(WRONG_HERE)
    expect(await factorWorld.post('second-factor/remove', { otp: recoveryCodes[1] }, headers)).toMatchObject({
      status: 204,
    })
  })

  test('a deleted account has no second factor data left', async () => {
    const { email, headers, recoveryCodes } = await factorWorld.guarded()
    const createOwnerProof = (index: number) => ({ password: PASSWORD, otp: recoveryCodes[index] })
    const options = (await factorWorld.post('passkeys/registration-options', createOwnerProof(0), headers)).body.data
    const credential = await createPasskeyDevice(factorWorld.world.config.publicUrl).create(options)
    expect(await factorWorld.post('passkeys', { name: 'My phone', credential }, headers)).toMatchObject({ status: 200 })
    const { id } = (await personByEmail(factorWorld.world.db, email))!
    expect(await factorWorld.post('delete-account', { email, ...createOwnerProof(1) }, headers)).toMatchObject({
      status: 204,
    })
    expect([await getTotp(factorWorld.world.db, id), await countRecoveryCodes(factorWorld.world.db, id)]).toEqual([
      undefined,
      0,
    ])
    expect(await listPasskeys(factorWorld.world.db, id)).toEqual([])
  })

  test('works for the operator when a person lost everything, and sends an e-mail', async () => {
    const { email } = await factorWorld.guarded()
    expect(await resetSecondFactor(factorWorld.world, email)).toBe(true)
    expect(await factorWorld.logIn(email)).toMatchObject(SAID.tokens)
    expect(await listMailSubjects(email, 2)).toContain('The second factor was turned off')
    expect(await resetSecondFactor(factorWorld.world, 'nobody@understudy.test')).toBe(false)
  })
})

test('an admin logs in without a second factor when none is required', async () => {
  const email = await factorWorld.known(['learner', 'community-admin'])
  expect(await factorWorld.logIn(email, { isCommunityAdmin: true })).toMatchObject(SAID.tokens)
})

test('the browser calls turn it on, create ten new codes and turn it off', async () => {
  const email = await factorWorld.known()
  const { authorization } = await factorWorld.as(email)
  const client = createSignedInClient(factorWorld.api.base, authorization)
  const setup = await client.call(createTotp, { body: { password: PASSWORD }, auth: 'learner' })
  if (setup.error !== null) throw new Error(setup.error)
  const { secret, qrSvg } = setup.data.data
  expect(qrSvg).toMatch(/^<svg/)
  const confirmed = await client.call(confirmTotp, {
    body: { otp: codeAt(secret, factorWorld.now()) },
    auth: 'learner',
  })
  if (confirmed.error !== null) throw new Error(confirmed.error)
  const renewed = await client.call(renewRecoveryCodes, {
    body: {
      password: PASSWORD,
      otp: factorWorld.freshCode(secret),
    },
    auth: 'learner',
  })
  if (renewed.error !== null) throw new Error(renewed.error)
  expect(await factorWorld.logIn(email, { otp: confirmed.data.data.recoveryCodes[0] })).toMatchObject(WRONG)
  // A wrong code in the settings is a 400, not a 401, because a 401 would refresh the session.
  expect(
    await client.call(removeSecondFactor, { body: { password: PASSWORD, otp: '1' }, auth: 'learner' }),
  ).toMatchObject({
    status: 400,
    fields: { otp: 'This code is not right.' },
  })
  const [otp = ''] = renewed.data.data.recoveryCodes
  expect(await client.call(removeSecondFactor, { body: { password: PASSWORD, otp }, auth: 'learner' })).toMatchObject({
    status: 204,
  })
  expect(await client.call(readSecondFactor, { auth: 'learner' })).toMatchObject({ data: { data: { totp: false } } })
})
