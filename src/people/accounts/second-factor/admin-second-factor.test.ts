/** ADMIN_SECOND_FACTOR=1: a password alone is not enough to log in as community admin. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeAt } from '../../../../tests/support/authenticator-app.ts'
import { createPasskeyDevice } from '../../../../tests/support/passkey-device.ts'
import { PASSWORD, SAID, says } from '../../../../tests/world/identity.ts'
import { createFactorWorld, type FactorWorld } from '../../../../tests/world/second-factor.ts'

let factorWorld: FactorWorld
beforeAll(async () => {
  factorWorld = await createFactorWorld({ adminSecondFactor: true })
})
afterAll(() => factorWorld.close())

const ADMIN = { isCommunityAdmin: true }
const ROLES = ['learner', 'community-admin']
const NEEDED = says(
  403,
  'SECOND_FACTOR_NEEDED',
  'Log in as a learner, set up a second factor in your settings, then come back.',
)
const REQUIRED = says(401, 'OTP_REQUIRED', 'Please enter the code from your authenticator app.')

test('an admin without a second factor logs in as a learner, sets it up, then logs in as an admin', async () => {
  const email = await factorWorld.known(ROLES)
  expect(await factorWorld.logIn(email, { ...ADMIN, password: 'wrong' })).toMatchObject(SAID.wrong)
  expect(await factorWorld.logIn(email, ADMIN)).toMatchObject(NEEDED)
  const headers = await factorWorld.as(email)
  expect((await factorWorld.api.call('/api/v1/second-factor', { headers })).body.data).toMatchObject({
    isRequired: true,
  })
  const { secret } = (await factorWorld.post('second-factor/totp', { password: PASSWORD }, headers)).body.data
  await factorWorld.post('second-factor/totp/confirm', { otp: codeAt(secret, factorWorld.now()) }, headers)
  expect(await factorWorld.logIn(email, ADMIN)).toMatchObject(REQUIRED)
  expect(await factorWorld.logIn(email, { ...ADMIN, otp: factorWorld.freshCode(secret) })).toMatchObject(SAID.tokens)
})

test('a learner needs no second factor', async () => {
  const learner = await factorWorld.known()
  expect(await factorWorld.logIn(learner)).toMatchObject(SAID.tokens)
  expect(await factorWorld.logIn(learner, ADMIN)).toMatchObject(SAID.wrong)
})

test('a passkey with user verification is enough; a passkey without it is not, nor is a password', async () => {
  const email = await factorWorld.known(ROLES)
  const headers = await factorWorld.as(email)
  const site = factorWorld.world.config.publicUrl
  const device = createPasskeyDevice(site)
  const options = (await factorWorld.post('passkeys/registration-options', { password: PASSWORD }, headers)).body.data
  await factorWorld.post('passkeys', { name: 'My key', credential: await device.create(options) }, headers)
  const logIn = async (isVerified: boolean, extraInput: object) => {
    const logInOptions = (await factorWorld.post('passkeys/log-in-options', {})).body.data
    return factorWorld.post('passkeys/log-in', {
      credential: await device.get(logInOptions, { isVerified }),
      ...extraInput,
    })
  }
  expect(await logIn(false, ADMIN)).toMatchObject({ status: 401, body: { errorCode: 'PASSKEY_INVALID' } })
  expect(await logIn(false, {})).toMatchObject(SAID.tokens)
  expect(await logIn(true, ADMIN)).toMatchObject(SAID.tokens)
  expect(await factorWorld.logIn(email, ADMIN)).toMatchObject(NEEDED)
})
