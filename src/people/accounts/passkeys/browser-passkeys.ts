/**
 * Creates and uses passkeys in the browser. Current browsers convert passkey JSON themselves, so no library is needed.
 * Older browsers log in by password.
 */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { useSyncExternalStore } from 'react'
import type { Client, SignedInAudience } from '#http/client.ts'
import { completeLogIn, type LoggedIn } from '../browser/complete-log-in.ts'
import type { BrowserStorage } from '../session/session.ts'
import { type Assertion, passkeyLogIn, passkeyLogInOptions, type Registration } from '../wire/second-factor.ts'

type PasskeyResult<Kind> = { credential: Kind; error: null } | { credential: null; error: string }
type CredentialJson = ReturnType<PublicKeyCredential['toJSON']>

/** Null until the page is hydrated, because the server cannot know. Browsers allow passkeys on https and localhost only. */
export function usePasskeySupport(): boolean | null {
  return useSyncExternalStore(subscribeToNothing, supportsPasskeys, () => null)
}

const subscribeToNothing = () => () => undefined

function supportsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

export function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<PasskeyResult<Registration>> {
  const publicKey = () => PublicKeyCredential.parseCreationOptionsFromJSON(removeExtensions(options))
  const messages = {
    NotAllowedError: 'No passkey was created. You can try again.',
    InvalidStateError: 'This device already has one of your passkeys.',
  }
  return runCeremony(messages, () => navigator.credentials.create({ publicKey: publicKey() }), parseRegistration)
}

/** Completes like every other log-in once the passkey is verified. */
export async function logInByPasskey(
  client: Client,
  storage: BrowserStorage,
  audience: SignedInAudience,
): Promise<LoggedIn> {
  const options = await client.call(passkeyLogInOptions)
  if (options.error !== null) return { ...options, profile: null }
  const requested = await requestPasskey(options.data.data)
  if (requested.error !== null) return { profile: null, error: requested.error, errorCode: null }
  const { credential } = requested
  const tokens = await client.call(passkeyLogIn, {
    body: { credential, ...(audience === 'admin' && { isCommunityAdmin: true }) },
  })
  return tokens.error === null ? completeLogIn(client, storage, tokens.data, audience) : { ...tokens, profile: null }
}

function requestPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyResult<Assertion>> {
  const publicKey = () => PublicKeyCredential.parseRequestOptionsFromJSON(removeExtensions(options))
  const messages = { NotAllowedError: 'No passkey was used. You can try again, or log in with your password.' }
  return runCeremony(messages, () => navigator.credentials.get({ publicKey: publicKey() }), parseAssertion)
}

/** Removes the extensions: their results are not used. */
function removeExtensions<Options extends { extensions?: unknown }>({ extensions: _, ...options }: Options) {
  return options
}

const FAILED = 'This browser couldn’t use passkeys. Try another browser or device.'

async function runCeremony<Kind>(
  messages: Partial<Record<string, string>>,
  callBrowser: () => Promise<Credential | null>,
  parse: (json: CredentialJson) => Kind | null,
): Promise<PasskeyResult<Kind>> {
  try {
    const browserCredential = await callBrowser()
    const credential = browserCredential instanceof PublicKeyCredential ? parse(browserCredential.toJSON()) : null
    return credential ? { credential, error: null } : { credential: null, error: FAILED }
  } catch (error) {
    const message = error instanceof Error ? messages[error.name] : undefined
    return { credential: null, error: message ?? FAILED }
  }
}

function parseRegistration({ id, rawId, response }: CredentialJson): Registration | null {
  if (!('attestationObject' in response)) return null
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

function parseAssertion({ id, rawId, response }: CredentialJson): Assertion | null {
  if (!('signature' in response)) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, userHandle } }
}
