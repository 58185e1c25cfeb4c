/** Browser calls for the second factor and passkeys. */
import type { Client, SignedInAudience } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import * as wire from '../wire/second-factor.ts'
import { type OwnerProof, stepUp, stepUpCode } from '../wire/step-up.ts'

export const callSecondFactor = (client: Client, audience: SignedInAudience) =>
  client.call(wire.secondFactor, { auth: audience })

export const callStepUp = (client: Client, audience: SignedInAudience, body: RequestBody<typeof stepUp>) =>
  client.call(stepUp, { body, auth: audience })

export const callStepUpCode = (client: Client, audience: SignedInAudience) =>
  client.call(stepUpCode, { auth: audience })

export const callCreateTotp = (client: Client, audience: SignedInAudience, body: OwnerProof) =>
  client.call(wire.createTotp, { body, auth: audience })

export const callConfirmTotp = (client: Client, audience: SignedInAudience, otp: string) =>
  client.call(wire.confirmTotp, { body: { otp }, auth: audience })

export const callRemoveSecondFactor = (client: Client, audience: SignedInAudience, body: OwnerProof) =>
  client.call(wire.removeSecondFactor, { body, auth: audience })

export const callRenewRecoveryCodes = (client: Client, audience: SignedInAudience, body: OwnerProof) =>
  client.call(wire.renewRecoveryCodes, { body, auth: audience })

export const callPasskeyRegistrationOptions = (client: Client, audience: SignedInAudience, body: OwnerProof) =>
  client.call(wire.passkeyRegistrationOptions, { body, auth: audience })

export const callAddPasskey = (client: Client, audience: SignedInAudience, body: RequestBody<typeof wire.addPasskey>) =>
  client.call(wire.addPasskey, { body, auth: audience })

export const callRemovePasskey = (client: Client, audience: SignedInAudience, passkeyId: string, body: OwnerProof) =>
  client.call(wire.removePasskey, { params: { passkeyId }, body, auth: audience })

export const callPasskeyLogInOptions = (client: Client) => client.call(wire.passkeyLogInOptions, {})

export const callPasskeyLogIn = (client: Client, body: RequestBody<typeof wire.passkeyLogIn>) =>
  client.call(wire.passkeyLogIn, { body })
