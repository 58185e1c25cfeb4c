/** Endpoints of the login host for the second factor and passkeys. docs/contract §3. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant, OneTimeCode, PersonName } from '#http/schemas.ts'
import { Tokens } from '../wire.ts'
import { OwnerProof, ownerRefusals } from './step-up.ts'

const Otp = OneTimeCode.pipe(z.string().min(1, { error: 'Code is required' }))

const RecoveryCodes = z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) })
const PasskeyView = z.object({
  passkeyId: z.string(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export type PasskeyView = z.infer<typeof PasskeyView>

const SecondFactor = z.object({
  /** Whether a password log-in requires a code. */
  totp: z.boolean(),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(PasskeyView),
  /** Whether a change of the log-in methods requires a password. */
  hasPassword: z.boolean(),
  /** Whether the role of this person requires a second factor on this site. */
  isRequired: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** Base64url, the encoding of binary values in passkey JSON. */
const Base64UrlText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]+$/)

const CredentialId = Base64UrlText(1400)

/** `PublicKeyCredential.toJSON()` of a new passkey, without the unused fields. */
const Registration = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64UrlText(4096),
    attestationObject: Base64UrlText(16_384),
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
})
export type Registration = z.infer<typeof Registration>

/** `PublicKeyCredential.toJSON()` of a used passkey. */
const Assertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64UrlText(4096),
    authenticatorData: Base64UrlText(4096),
    signature: Base64UrlText(4096),
    userHandle: Base64UrlText(128).nullish(),
  }),
})
export type Assertion = z.infer<typeof Assertion>

export const readSecondFactor = endpoint({
  host: 'login',
  actor: 'person',
  method: 'GET',
  path: 'second-factor',
  summary: 'Whether a second factor is on, and which passkeys there are',
  answers: { 200: z.object({ data: SecondFactor }) },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const createTotp = endpoint({
  host: 'login',
  actor: 'person',
  method: 'POST',
  path: 'second-factor/totp',
  summary: 'Start the set-up of an authenticator app; it is off until a code is confirmed in the same session',
  body: OwnerProof,
  answers: { 200: z.object({ data: z.object({ secret: z.string(), uri: z.string(), qrSvg: z.string() }) }) },
  refusals: ['SECOND_FACTOR_ON', ...ownerRefusals],
})

export const confirmTotp = endpoint({
  host: 'login',
  actor: 'person',
  method: 'POST',
  path: 'second-factor/totp/confirm',
  summary: 'Turn the second factor on with a code from the app; returns the recovery codes, once',
  body: z.object({ otp: Otp }),
  answers: { 200: RecoveryCodes },
  refusals: [
    'FIELD_INVALID',
    'SECOND_FACTOR_ON',
    'SECOND_FACTOR_OFF',
    'RATE_LIMITED',
    'TOKEN_REQUIRED',
    'TOKEN_INVALID',
  ],
})

export const removeSecondFactor = endpoint({
  host: 'login',
  actor: 'person',
  method: 'POST',
  path: 'second-factor/remove',
  summary: 'Turn the second factor off, with the password (if there is one) and a code',
  body: OwnerProof,
  answers: { 204: z.undefined() },
  refusals: ['SECOND_FACTOR_OFF', ...ownerRefusals],
})

export const renewRecoveryCodes = endpoint({
  host: 'login',
  actor: 'person',
  method: 'POST',
  path: 'second-factor/recovery-codes',
  summary: 'Create ten new recovery codes; the old ones stop working',
  body: OwnerProof,
  answers: { 200: RecoveryCodes },
  refusals: ['SECOND_FACTOR_OFF', ...ownerRefusals],
})

export const passkeyRegistrationOptions = endpoint({
  host: 'login',
  actor: 'person',
  method: 'POST',
  path: 'passkeys/registration-options',
  summary: 'Options for the browser to create a passkey; valid once, for five minutes',
  body: OwnerProof,
  answers: { 200: z.object({ data: z.custom<PublicKeyCredentialCreationOptionsJSON>() }) },
  refusals: ownerRefusals,
})

export const addPasskey = endpoint({
  host: 'login',
  actor: 'person',
  method: 'POST',
  path: 'passkeys',
  summary: 'Register a passkey that the browser created',
  body: z.object({ name: PersonName, credential: Registration }),
  answers: { 200: z.object({ data: PasskeyView }) },
  refusals: ['FIELD_INVALID', 'PASSKEY_NOT_SAVED', 'RATE_LIMITED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const removePasskey = endpoint({
  host: 'login',
  actor: 'person',
  method: 'POST',
  path: 'passkeys/:passkeyId/remove',
  summary: 'Remove a passkey',
  params: z.object({ passkeyId: z.uuid() }),
  body: OwnerProof,
  answers: { 204: z.undefined() },
  refusals: ['PASSKEY_NOT_FOUND', ...ownerRefusals],
})

export const passkeyLogInOptions = endpoint({
  host: 'login',
  actor: 'anyone',
  method: 'POST',
  path: 'passkeys/log-in-options',
  summary: 'Options for the browser to use a passkey; valid once, for five minutes',
  answers: { 200: z.object({ data: z.custom<PublicKeyCredentialRequestOptionsJSON>() }) },
  refusals: ['RATE_LIMITED'],
})

export const passkeyLogIn = endpoint({
  host: 'login',
  actor: 'anyone',
  method: 'POST',
  path: 'passkeys/log-in',
  summary: 'Log in with a passkey',
  body: z.object({ credential: Assertion, isCommunityAdmin: z.boolean().optional() }),
  answers: { 200: Tokens },
  refusals: ['FIELD_INVALID', 'PASSKEY_INVALID', 'RATE_LIMITED'],
})
