/** The second factor and passkeys: their calls on the login host. Contract §3. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant, PersonName } from '#http/schemas.ts'
import { Tokens } from '../wire.ts'
import { Owner, ownerRefusals } from './step-up.ts'

/** Six digits of an authenticator app, or a recovery code. */
const Otp = z
  .string({ error: 'Code is required' })
  .trim()
  .min(1, { error: 'Code is required' })
  .max(32, { error: 'This code is not right.' })

const RecoveryCodes = z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) })
const PasskeyView = z.object({
  passkeyId: z.string(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export type PasskeyView = z.infer<typeof PasskeyView>

const SecondFactor = z.object({
  /** Whether a log-in with a password asks for a code. */
  totp: z.boolean(),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(PasskeyView),
  /** Whether a change of the ways in asks for a password. */
  hasPassword: z.boolean(),
  /** Whether this person's role asks for one here. */
  isRequired: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** Base64url, as browsers write what is binary in JSON. */
const Binary = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/)

const CredentialId = Binary(1400)

/** `PublicKeyCredential.toJSON()` of a new passkey; what we do not look at is left out. */
const Registration = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Binary(4096),
    attestationObject: Binary(16_384),
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
})
export type Registration = z.infer<typeof Registration>

/** `PublicKeyCredential.toJSON()` of a passkey that was used. */
const Assertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Binary(4096),
    authenticatorData: Binary(4096),
    signature: Binary(4096),
    userHandle: Binary(128).nullish(),
  }),
})
export type Assertion = z.infer<typeof Assertion>

const signedIn = { host: 'login', actor: 'person' } as const

export const secondFactor = endpoint({
  ...signedIn,
  method: 'GET',
  path: 'second-factor',
  summary: 'Whether a second factor is on, and which passkeys there are',
  answers: { 200: z.object({ data: SecondFactor }) },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const beginTotp = endpoint({
  ...signedIn,
  method: 'POST',
  path: 'second-factor/totp',
  summary: 'Begin with an authenticator app; nothing is on before a code of it is confirmed, in the same session',
  body: Owner,
  answers: { 200: z.object({ data: z.object({ secret: z.string(), uri: z.string(), qrSvg: z.string() }) }) },
  refusals: ['SECOND_FACTOR_ON', ...ownerRefusals],
})

export const confirmTotp = endpoint({
  ...signedIn,
  method: 'POST',
  path: 'second-factor/totp/confirm',
  summary: 'Turn the second factor on with a code of the app; tells the recovery codes, once',
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
  ...signedIn,
  method: 'POST',
  path: 'second-factor/remove',
  summary: 'Turn the second factor off, with the password (where there is one) and a code',
  body: Owner,
  answers: { 204: z.undefined() },
  refusals: ['SECOND_FACTOR_OFF', ...ownerRefusals],
})

export const renewRecoveryCodes = endpoint({
  ...signedIn,
  method: 'POST',
  path: 'second-factor/recovery-codes',
  summary: 'Ten new recovery codes; the old ones work no longer',
  body: Owner,
  answers: { 200: RecoveryCodes },
  refusals: ['SECOND_FACTOR_OFF', ...ownerRefusals],
})

export const passkeyRegistrationOptions = endpoint({
  ...signedIn,
  method: 'POST',
  path: 'passkeys/registration-options',
  summary: 'What the browser needs to make a passkey; good for five minutes, once',
  body: Owner,
  answers: { 200: z.object({ data: z.custom<PublicKeyCredentialCreationOptionsJSON>() }) },
  refusals: ownerRefusals,
})

export const addPasskey = endpoint({
  ...signedIn,
  method: 'POST',
  path: 'passkeys',
  summary: 'Keep a passkey that the browser has made',
  body: z.object({ name: PersonName, credential: Registration }),
  answers: { 200: z.object({ data: PasskeyView }) },
  refusals: ['FIELD_INVALID', 'PASSKEY_NOT_KEPT', 'RATE_LIMITED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const removePasskey = endpoint({
  ...signedIn,
  method: 'POST',
  path: 'passkeys/:passkeyId/remove',
  summary: 'Remove a passkey',
  params: z.object({ passkeyId: z.uuid() }),
  body: Owner,
  answers: { 204: z.undefined() },
  refusals: ['PASSKEY_NOT_FOUND', ...ownerRefusals],
})

export const passkeyLogInOptions = endpoint({
  host: 'login',
  actor: 'anyone',
  method: 'POST',
  path: 'passkeys/log-in-options',
  summary: 'What the browser needs to use a passkey; good for five minutes, once',
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
