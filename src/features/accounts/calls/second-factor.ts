/** The calls of the second factor and of passkeys, as the browser makes them. */
import type { Client, Signed } from '#http/client.ts'
import type * as wire from '../wire/second-factor.ts'
import type { Owner, stepUp } from '../wire/step-up.ts'

type Body<E extends { body: { _zod: { input: unknown } } }> = E['body']['_zod']['input']

export const callSecondFactor = (client: Client, as: Signed) =>
  client.call<typeof wire.secondFactor>({ host: 'login', method: 'GET', path: 'second-factor' }, { auth: as })

export const callStepUp = (client: Client, as: Signed, body: Owner) =>
  client.call<typeof stepUp>({ host: 'login', method: 'POST', path: 'step-up' }, { body, auth: as })

export const callBeginTotp = (client: Client, as: Signed, body: Owner) =>
  client.call<typeof wire.beginTotp>({ host: 'login', method: 'POST', path: 'second-factor/totp' }, { body, auth: as })

export const callConfirmTotp = (client: Client, as: Signed, otp: string) =>
  client.call<typeof wire.confirmTotp>(
    { host: 'login', method: 'POST', path: 'second-factor/totp/confirm' },
    { body: { otp }, auth: as },
  )

export const callRemoveSecondFactor = (client: Client, as: Signed, body: Owner) =>
  client.call<typeof wire.removeSecondFactor>(
    { host: 'login', method: 'POST', path: 'second-factor/remove' },
    { body, auth: as },
  )

export const callRenewRecoveryCodes = (client: Client, as: Signed, body: Owner) =>
  client.call<typeof wire.renewRecoveryCodes>(
    { host: 'login', method: 'POST', path: 'second-factor/recovery-codes' },
    { body, auth: as },
  )

export const callPasskeyRegistrationOptions = (client: Client, as: Signed, body: Owner) =>
  client.call<typeof wire.passkeyRegistrationOptions>(
    { host: 'login', method: 'POST', path: 'passkeys/registration-options' },
    { body, auth: as },
  )

export const callAddPasskey = (client: Client, as: Signed, body: Body<typeof wire.addPasskey>) =>
  client.call<typeof wire.addPasskey>({ host: 'login', method: 'POST', path: 'passkeys' }, { body, auth: as })

export const callRemovePasskey = (client: Client, as: Signed, passkeyId: string, body: Owner) =>
  client.call<typeof wire.removePasskey>(
    { host: 'login', method: 'POST', path: 'passkeys/:passkeyId/remove' },
    { params: { passkeyId }, body, auth: as },
  )

export const callPasskeyLogInOptions = (client: Client) =>
  client.call<typeof wire.passkeyLogInOptions>({ host: 'login', method: 'POST', path: 'passkeys/log-in-options' }, {})

export const callPasskeyLogIn = (client: Client, body: Body<typeof wire.passkeyLogIn>) =>
  client.call<typeof wire.passkeyLogIn>({ host: 'login', method: 'POST', path: 'passkeys/log-in' }, { body })
