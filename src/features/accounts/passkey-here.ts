/**
 * Passkeys as the browser makes and uses them. Every browser that has passkeys reads and writes their
 * JSON itself by now, so no library is needed; older ones log in by password.
 */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { useSyncExternalStore } from 'react'
import type { Client, Signed } from '#http/client.ts'
import { callPasskeyLogIn, callPasskeyLogInOptions } from './calls/second-factor.ts'
import { enterHere, type Kept, type LoggedIn } from './session.ts'
import type { Assertion, Registration } from './wire/second-factor.ts'

type Told<Kind> = { credential: Kind; error: null } | { credential: null; error: string }
type Json = ReturnType<PublicKeyCredential['toJSON']>

/** Null until the page is awake: the server cannot know. Browsers have passkeys on https and localhost only. */
export function useCanPasskeys(): boolean | null {
  return useSyncExternalStore(neverChanges, canPasskeys, () => null)
}

const neverChanges = () => () => undefined

function canPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

export function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<Told<Registration>> {
  const publicKey = () => PublicKeyCredential.parseCreationOptionsFromJSON(plain(options))
  const sentences = {
    NotAllowedError: 'No passkey was made. You can try again.',
    InvalidStateError: 'This device has a passkey of yours already.',
  }
  return ask(sentences, () => navigator.credentials.create({ publicKey: publicKey() }), registrationIn)
}

/** The same path as every other log-in, once the passkey has said who it is. */
export async function logInByPasskey(client: Client, kept: Kept, who: Signed): Promise<LoggedIn> {
  const options = await callPasskeyLogInOptions(client)
  if (options.error !== null) return { ...options, profile: null }
  const used = await showPasskey(options.data.data)
  if (used.error !== null) return { profile: null, error: used.error, errorCode: null }
  const { credential } = used
  const tokens = await callPasskeyLogIn(client, { credential, ...(who === 'admin' && { isCommunityAdmin: true }) })
  return tokens.error === null ? enterHere(client, kept, tokens.data, who) : { ...tokens, profile: null }
}

function showPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<Told<Assertion>> {
  const publicKey = () => PublicKeyCredential.parseRequestOptionsFromJSON(plain(options))
  const sentences = { NotAllowedError: 'No passkey was used. You can try again, or log in with your password.' }
  return ask(sentences, () => navigator.credentials.get({ publicKey: publicKey() }), assertionIn)
}

/** Nobody reads what extensions answer. */
function plain<Options extends { extensions?: unknown }>({ extensions: _, ...options }: Options) {
  return options
}

const FAILED = 'This browser could not do it. Try another one, or another device.'

async function ask<Kind>(
  sentences: Partial<Record<string, string>>,
  browser: () => Promise<Credential | null>,
  read: (json: Json) => Kind | null,
): Promise<Told<Kind>> {
  try {
    const answer = await browser()
    const credential = answer instanceof PublicKeyCredential ? read(answer.toJSON()) : null
    return credential ? { credential, error: null } : { credential: null, error: FAILED }
  } catch (error) {
    const sentence = error instanceof Error ? sentences[error.name] : undefined
    return { credential: null, error: sentence ?? FAILED }
  }
}

function registrationIn({ id, rawId, response }: Json): Registration | null {
  if (!('attestationObject' in response)) return null
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

function assertionIn({ id, rawId, response }: Json): Assertion | null {
  if (!('signature' in response)) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, userHandle } }
}
