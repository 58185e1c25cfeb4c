/** ADMIN_SECOND_FACTOR=1: nobody is let in as community admin by a password alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeAt } from '../../../tests/authenticator-app.ts'
import { PASSWORD, SAID, says } from '../../../tests/identity.ts'
import { openPasskeyDevice } from '../../../tests/passkey-device.ts'
import { type FactorWorld, openFactorWorld } from '../../../tests/second-factor.ts'

let strict: FactorWorld
beforeAll(async () => {
  strict = await openFactorWorld({ adminSecondFactor: true })
})
afterAll(() => strict.close())

const ADMIN = { isCommunityAdmin: true }
const ROLES = ['learner', 'community-admin']
const NEEDED = says(
  403,
  'SECOND_FACTOR_NEEDED',
  'Log in as a learner, set up a second factor in your settings, then come back.',
)
const REQUIRED = says(401, 'OTP_REQUIRED', 'Please enter the code from your authenticator app.')

test('an admin without one gets in as a learner, sets it up there, and comes back as an admin', async () => {
  const email = await strict.known(ROLES)
  expect(await strict.logIn(email, { ...ADMIN, password: 'wrong' })).toMatchObject(SAID.wrong)
  expect(await strict.logIn(email, ADMIN)).toMatchObject(NEEDED)
  const headers = await strict.as(email)
  expect((await strict.api.call('/api/v1/second-factor', { headers })).body.data).toMatchObject({ isRequired: true })
  const { secret } = (await strict.post('second-factor/totp', { password: PASSWORD }, headers)).body.data
  await strict.post('second-factor/totp/confirm', { otp: codeAt(secret, strict.now()) }, headers)
  expect(await strict.logIn(email, ADMIN)).toMatchObject(REQUIRED)
  expect(await strict.logIn(email, { ...ADMIN, otp: strict.freshCode(secret) })).toMatchObject(SAID.tokens)
})

test('nobody else needs one', async () => {
  const learner = await strict.known()
  expect(await strict.logIn(learner)).toMatchObject(SAID.tokens)
  expect(await strict.logIn(learner, ADMIN)).toMatchObject(SAID.wrong)
})

test('a passkey that verified its person is enough, one that only was there is not, nor a password beside it', async () => {
  const email = await strict.known(ROLES)
  const headers = await strict.as(email)
  const site = strict.world.config.publicUrl
  const device = openPasskeyDevice(site)
  const options = (await strict.post('passkeys/registration-options', { password: PASSWORD }, headers)).body.data
  await strict.post('passkeys', { name: 'My key', credential: await device.create(options) }, headers)
  const logIn = async (isVerified: boolean, more: object) => {
    const asked = (await strict.post('passkeys/log-in-options', {})).body.data
    return strict.post('passkeys/log-in', { credential: await device.get(asked, { isVerified }), ...more })
  }
  expect(await logIn(false, ADMIN)).toMatchObject({ status: 401, body: { errorCode: 'PASSKEY_INVALID' } })
  expect(await logIn(false, {})).toMatchObject(SAID.tokens)
  expect(await logIn(true, ADMIN)).toMatchObject(SAID.tokens)
  expect(await strict.logIn(email, ADMIN)).toMatchObject(NEEDED)
})
