/** The second factor over HTTP, on a real PostgreSQL, at a clock that the test turns. Invariant S8. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt, STEP_MS, wrongCodeAt } from '../../../tests/authenticator-app.ts'
import { PASSWORD, SAID, says } from '../../../tests/identity.ts'
import { openPasskeyDevice } from '../../../tests/passkey-device.ts'
import { clientOf, type FactorWorld, type Guarded, openFactorWorld } from '../../../tests/second-factor.ts'
import * as calls from './calls/second-factor.ts'
import { passkeysOf } from './queries/passkeys.ts'
import { personByEmail } from './queries/people.ts'
import { recoveryCodesLeft, totpOf } from './queries/second-factor.ts'
import { liftFactor } from './second-factor.ts'

let own: FactorWorld
beforeAll(async () => {
  own = await openFactorWorld()
})
afterAll(() => own.close())

const REQUIRED = says(401, 'OTP_REQUIRED', 'Please enter the code from your authenticator app.')
const WRONG = says(401, 'OTP_INVALID', 'This code is not right.')
const WRONG_HERE = says(400, 'FIELD_INVALID', 'This code is not right.', { otp: 'This code is not right.' })
const OFF = says(409, 'SECOND_FACTOR_OFF', 'No second factor is on.')
const ON = says(409, 'SECOND_FACTOR_ON', 'A second factor is on already.')
const TOO_MANY = { status: 429, body: { errorCode: 'RATE_LIMITED' } }

const state = async (headers: Record<string, string>) =>
  (await own.api.call('/api/v1/second-factor', { headers })).body.data

/** Subjects of all mails, in the order of the alphabet, once there are that many. */
async function mailsTo(email: string, count: number): Promise<string[]> {
  await own.mailTo(email, count)
  const rows = await own.world.db.selectFrom('mail').selectAll().where('to_address', '=', email).execute()
  return rows.map((row) => row.subject).sort()
}

describe('turning it on', () => {
  test('needs a code of the app; before that nothing has changed, after it a log-in asks for one', async () => {
    const email = await own.known()
    const headers = await own.as(email)
    expect(await own.post('second-factor/totp/confirm', { otp: '123456' }, headers)).toMatchObject(OFF)
    const first = await own.post('second-factor/totp', { password: PASSWORD }, headers)
    const second = await own.post('second-factor/totp', { password: PASSWORD }, headers)
    expect(first.body.data.secret).not.toBe(second.body.data.secret)
    expect(await own.logIn(email)).toMatchObject(SAID.tokens)
    expect(await state(headers)).toEqual({
      totp: false,
      recoveryCodesLeft: 0,
      passkeys: [],
      hasPassword: true,
      isRequired: false,
    })

    const confirm = (otp: string) => own.post('second-factor/totp/confirm', { otp }, headers)
    const { secret } = second.body.data
    expect(await confirm(codeAt(first.body.data.secret, own.now()))).toMatchObject(WRONG_HERE)
    const good = codeAt(secret, own.now())
    const { status, body } = await confirm(`${good.slice(0, 3)} ${good.slice(3)}`)
    expect([status, new Set(body.data.recoveryCodes).size]).toEqual([200, 10])
    expect(await state(headers)).toMatchObject({ totp: true, recoveryCodesLeft: 10 })
    expect(await own.logIn(email)).toMatchObject(REQUIRED)
    expect(await confirm(own.freshCode(secret))).toMatchObject(ON)
    expect(await own.post('second-factor/totp', { password: PASSWORD }, headers)).toMatchObject(ON)
    expect(await mailsTo(email, 1)).toEqual(['A second factor was turned on'])
  })

  test('twice at the same moment gives one set of recovery codes, and those work', async () => {
    const email = await own.known()
    const headers = await own.as(email)
    const { body } = await own.post('second-factor/totp', { password: PASSWORD }, headers)
    const otp = codeAt(body.data.secret, own.now())
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => own.post('second-factor/totp/confirm', { otp }, headers)),
    )
    const good = answers.filter((answer) => answer.status === 200)
    expect(good).toHaveLength(1)
    expect(await own.logIn(email, { otp: good[0]!.body.data.recoveryCodes[9] })).toMatchObject(SAID.tokens)
  })

  test('keeps neither the secret nor a recovery code in the open', async () => {
    const { email, secret, recoveryCodes } = await own.guarded()
    await own.mailTo(email)
    const kept = await own.world.db.selectFrom('totp').selectAll().execute()
    const codes = await own.world.db.selectFrom('recovery_code').selectAll().execute()
    const mails = await own.world.db.selectFrom('mail').selectAll().where('to_address', '=', email).execute()
    const text = JSON.stringify([kept, codes, mails].flat().map((row) => Object.values(row).map(String)))
    for (const word of [secret, ...recoveryCodes.flatMap((code) => [code, code.replace('-', '')])])
      expect(text).not.toContain(word)
  })
})

describe('a log-in', () => {
  test('who has no factor may send a code, and it is not looked at', async () => {
    expect(await own.logIn(await own.known(), { otp: 'whatever' })).toMatchObject(SAID.tokens)
  })

  test('tells of the factor after the right password only', async () => {
    const { email, secret } = await own.guarded()
    const otp = own.freshCode(secret)
    expect(await own.logIn(email, { password: 'wrong' })).toMatchObject(SAID.wrong)
    expect(await own.logIn(email, { password: 'wrong', otp })).toMatchObject(SAID.wrong)
    expect(await own.logIn(email)).toMatchObject(REQUIRED)
    expect(await own.logIn(email, { otp: '' })).toMatchObject(REQUIRED)
    expect(await own.logIn(email, { otp: wrongCodeAt(secret, own.now()) })).toMatchObject(WRONG)
    expect(await own.logIn(email, { otp })).toMatchObject(SAID.tokens)
  })

  test('takes each code once: not again, and none from before it', async () => {
    const { email, secret } = await own.guarded()
    const confirmed = codeAt(secret, own.now())
    expect(await own.logIn(email, { otp: confirmed })).toMatchObject(WRONG)
    own.nextStep()
    own.nextStep()
    const earlier = codeAt(secret, new Date(own.now().getTime() - STEP_MS))
    const otp = codeAt(secret, own.now())
    expect(await own.logIn(email, { otp })).toMatchObject(SAID.tokens)
    for (const again of [otp, earlier]) expect(await own.logIn(email, { otp: again })).toMatchObject(WRONG)
    expect(await own.logIn(email, { otp: codeAt(secret, new Date(own.now().getTime() + STEP_MS)) })).toMatchObject(
      SAID.tokens,
    )
  })

  test('five with one code at the same moment: exactly one is let in', async () => {
    for (const pick of [(who: Guarded) => own.freshCode(who.secret), (who: Guarded) => who.recoveryCodes[3]!]) {
      const who = await own.guarded()
      const otp = pick(who)
      const answers = await Promise.all(Array.from({ length: 5 }, () => own.logIn(who.email, { otp })))
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401, 401])
    }
  })

  test('takes a recovery code once, and tells by mail that it did', async () => {
    const { email, recoveryCodes, headers } = await own.guarded()
    const [code = ''] = recoveryCodes
    const other = await own.guarded()
    expect(await own.logIn(other.email, { otp: code })).toMatchObject(WRONG)
    expect(await own.logIn(email, { otp: code.toLowerCase().replace('-', ' ') })).toMatchObject(SAID.tokens)
    expect(await own.logIn(email, { otp: code })).toMatchObject(WRONG)
    expect(await state(headers)).toMatchObject({ recoveryCodesLeft: 9 })
    expect(await mailsTo(email, 2)).toEqual(['A recovery code was used', 'A second factor was turned on'])
  })

  test('a new password by mail does not go round it', async () => {
    const { email, secret } = await own.guarded()
    await own.mailTo(email)
    await own.post('forget-password', { email })
    const token = /#token=(\S+)/.exec((await own.mailTo(email, 2)).text_body)![1]!
    const password = 'four and twenty blackbirds'
    expect((await own.post('reset-password', { token, password })).status).toBe(200)
    expect(await own.logIn(email, { password })).toMatchObject(REQUIRED)
    expect(await own.logIn(email, { password, otp: own.freshCode(secret) })).toMatchObject(SAID.tokens)
  })
})

test('a first password by a mailed sign-up does not go round it either', async () => {
  const { email, headers } = await own.guarded()
  await own.mailTo(email)
  await own.world.db.updateTable('person').set({ password_hash: null }).where('email', '=', email).execute()
  await own.post('sign-up', { name: 'Ana', email, password: PASSWORD })
  const told = await own.mailTo(email, 2)
  expect(told.subject).toBe('You have an account already')
  expect(told.text_body).not.toContain('#token=')
  expect(await state(headers)).toMatchObject({ totp: true })
})

describe('guessing', () => {
  test('ten wrong codes, from anywhere and at once, and the right one is not looked at for 15 minutes', async () => {
    const { email, secret } = await own.guarded()
    const otp = wrongCodeAt(secret, own.now())
    const inside = await own.as(email, { otp: own.freshCode(secret) })
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_one, n) =>
        n % 2
          ? own.logIn(email, { otp })
          : own.post('second-factor/recovery-codes', { password: PASSWORD, otp }, inside),
      ),
    )
    const looked = guesses.filter(({ body }) => ['OTP_INVALID', 'FIELD_INVALID'].includes(body.errorCode))
    expect(looked).toHaveLength(10)
    for (const guess of guesses.filter((one) => !looked.includes(one))) expect(guess).toMatchObject(TOO_MANY)
    const right = own.freshCode(secret)
    expect(await own.logIn(email, { otp: right })).toMatchObject(TOO_MANY)
    for (const path of ['second-factor/recovery-codes', 'second-factor/remove'])
      expect(await own.post(path, { password: PASSWORD, otp: right }, inside)).toMatchObject(TOO_MANY)

    await own.world.db.updateTable('rate_limit').set({ expire: 1 }).where('key', 'like', 'secondFactor:%').execute()
    await own.world.db.updateTable('rate_limit').set({ expire: 1 }).where('key', 'like', 'logIn%').execute()
    expect(await own.logIn(email, { otp: right })).toMatchObject(SAID.tokens)
  })

  test('a wrong code is a failed log-in; a missing one and a right one are not', async () => {
    const { email, secret } = await own.guarded()
    const failures = async () => {
      const rows = await own.world.db.selectFrom('rate_limit').selectAll().where('key', 'like', 'logInAny%').execute()
      return rows.reduce((sum, row) => sum + row.points, 0)
    }
    const before = await failures()
    await own.logIn(email)
    await own.logIn(email, { otp: own.freshCode(secret) })
    expect(await failures()).toBe(before)
    await own.logIn(email, { otp: wrongCodeAt(secret, own.now()) })
    expect(await failures()).toBe(before + 1)
  })

  test('right codes never use the guesses up', async () => {
    const { email, secret } = await own.guarded()
    for (let time = 0; time < 12; time++)
      expect(await own.logIn(email, { otp: own.freshCode(secret) })).toMatchObject(SAID.tokens)
  })
})

describe('turning it off', () => {
  test('needs the password and a working code', async () => {
    const { email, secret, headers } = await own.guarded()
    const remove = (body: object) => own.post('second-factor/remove', body, headers)
    const otp = own.freshCode(secret)
    expect(await remove({ otp })).toMatchObject(SAID.noPassword)
    expect(await remove({ otp, password: 'wrong' })).toMatchObject({
      status: 400,
      body: { fields: { password: 'This is not your password' } },
    })
    expect(await remove({ password: PASSWORD })).toMatchObject(
      says(400, 'FIELD_INVALID', 'Code is required', { otp: 'Code is required' }),
    )
    expect(await remove({ password: PASSWORD, otp: wrongCodeAt(secret, own.now()) })).toMatchObject(WRONG_HERE)
    expect(await own.logIn(email)).toMatchObject(REQUIRED)

    expect(await remove({ password: PASSWORD, otp })).toMatchObject({ status: 204 })
    expect(await own.logIn(email)).toMatchObject(SAID.tokens)
    expect(await state(headers)).toMatchObject({ totp: false, recoveryCodesLeft: 0 })
    for (const path of ['second-factor/remove', 'second-factor/recovery-codes'])
      expect(await own.post(path, { password: PASSWORD, otp }, headers)).toMatchObject(OFF)
    expect(await mailsTo(email, 2)).toContain('The second factor was turned off')
  })

  test('who has no password shows a code alone', async () => {
    const { email, recoveryCodes, headers } = await own.guarded()
    await own.world.db.updateTable('person').set({ password_hash: null }).where('email', '=', email).execute()
    expect(await own.post('second-factor/remove', { otp: 'nonsense' }, headers)).toMatchObject(WRONG_HERE)
    expect(await own.post('second-factor/remove', { otp: recoveryCodes[1] }, headers)).toMatchObject({ status: 204 })
  })

  test('a deleted account leaves nothing of it', async () => {
    const { email, headers, recoveryCodes } = await own.guarded()
    const owner = (n: number) => ({ password: PASSWORD, otp: recoveryCodes[n] })
    const options = (await own.post('passkeys/registration-options', owner(0), headers)).body.data
    const credential = await openPasskeyDevice(own.world.config.publicUrl).create(options)
    expect(await own.post('passkeys', { name: 'My phone', credential }, headers)).toMatchObject({ status: 200 })
    const { id } = (await personByEmail(own.world.db, email))!
    expect(await own.post('delete-account', { email, ...owner(1) }, headers)).toMatchObject({ status: 204 })
    expect([await totpOf(own.world.db, id), await recoveryCodesLeft(own.world.db, id)]).toEqual([undefined, 0])
    expect(await passkeysOf(own.world.db, id)).toEqual([])
  })

  test('the operator can, for somebody who lost everything, and the person is told', async () => {
    const { email } = await own.guarded()
    expect(await liftFactor(own.world, email)).toBe(true)
    expect(await own.logIn(email)).toMatchObject(SAID.tokens)
    expect(await mailsTo(email, 2)).toContain('The second factor was turned off')
    expect(await liftFactor(own.world, 'nobody@understudy.test')).toBe(false)
  })
})

test('where no admin has to have one, an admin gets in without', async () => {
  const email = await own.known(['learner', 'community-admin'])
  expect(await own.logIn(email, { isCommunityAdmin: true })).toMatchObject(SAID.tokens)
})

test('the browser’s calls: on, ten new codes, off', async () => {
  const email = await own.known()
  const { authorization } = await own.as(email)
  const client = clientOf(own.api.base, authorization)
  const begun = await calls.callBeginTotp(client, 'learner', { password: PASSWORD })
  if (begun.error !== null) throw new Error(begun.error)
  const { secret, qrSvg } = begun.data.data
  expect(qrSvg).toMatch(/^<svg/)
  const on = await calls.callConfirmTotp(client, 'learner', codeAt(secret, own.now()))
  if (on.error !== null) throw new Error(on.error)
  const renewed = await calls.callRenewRecoveryCodes(client, 'learner', {
    password: PASSWORD,
    otp: own.freshCode(secret),
  })
  if (renewed.error !== null) throw new Error(renewed.error)
  expect(await own.logIn(email, { otp: on.data.data.recoveryCodes[0] })).toMatchObject(WRONG)
  // A wrong code in the settings is no reason to renew the session: it is a 400, not a 401.
  expect(await calls.callRemoveSecondFactor(client, 'learner', { password: PASSWORD, otp: '1' })).toMatchObject({
    status: 400,
    fields: { otp: 'This code is not right.' },
  })
  const [otp = ''] = renewed.data.data.recoveryCodes
  expect(await calls.callRemoveSecondFactor(client, 'learner', { password: PASSWORD, otp })).toMatchObject({
    status: 204,
  })
  expect(await calls.callSecondFactor(client, 'learner')).toMatchObject({ data: { data: { totp: false } } })
})
