/** Registers and removes the passkeys of an account. The browser creates a passkey; this module verifies and stores it. */
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction, transact } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import type { Passwords } from '../password/passwords.ts'
import { addChallenge, addPasskey, consumeChallenge, deletePasskey, listPasskeys } from '../queries/passkeys.ts'
import { lockPersonForShare } from '../queries/people.ts'
import { notifyFactorChange } from '../second-factor/notify-factor-change.ts'
import { type OwnerCheckInput, requireOwner } from '../session/step-up.ts'
import type { PasskeyView, Registration } from '../wire/second-factor.ts'
import { getRelyingParty, getUserHandle, readChallenge } from './relying-party.ts'

/** EdDSA, ES256 and RS256 (COSE). Listed here so that the library does not use algorithms that are experimental in Node. */
const ALGORITHMS = [-8, -7, -257]

type Passkey = { id: string; name: string; created_at: Date; last_used_at: Date | null }

export function toPasskeyView(passkey: Passkey): PasskeyView {
  return {
    passkeyId: passkey.id,
    name: passkey.name,
    createdAt: passkey.created_at.toISOString(),
    lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
  }
}

/** The challenge proves the owner check later, because only the owner receives it. */
export async function createRegistrationOptions(
  deps: Deps,
  passwords: Passwords,
  input: OwnerCheckInput,
): Promise<Outcome<PublicKeyCredentialCreationOptionsJSON>> {
  const { personId } = input
  const waitSeconds = await consumeLimit(deps.db, 'passkey', personId)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const owner = await requireOwner(deps, passwords, input)
  if (!owner.ok) return owner
  const person = owner.value
  const existingPasskeys = await listPasskeys(deps.db, personId)
  const options = await generateRegistrationOptions({
    rpName: deps.site.current.name,
    rpID: getRelyingParty(deps.config).id,
    userName: person.email,
    userDisplayName: person.name,
    userID: getUserHandle(person.id),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existingPasskeys.map((passkey) => ({
      id: passkey.credential_id,
      transports: passkey.transports,
    })),
    // Log-in asks for no address, so the passkey must contain its user handle.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
  await addChallenge(deps.db, options.challenge, person.id)
  return accepted(options)
}

export async function savePasskey(
  deps: Deps,
  input: { personId: string; name: string; credential: Registration },
): Promise<Outcome<PasskeyView>> {
  const { personId, name, credential } = input
  const registration = await checkRegistration(deps, personId, credential)
  if (!registration.ok) return registration
  const { id, publicKey, counter } = registration.value
  const transports = credential.response.transports ?? []
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await lockPersonForShare(tx, personId))) return refused('TOKEN_INVALID')
    const savedPasskey = await addPasskey(tx, { credentialId: id, personId, publicKey, counter, transports, name })
    if (!savedPasskey) return refused('PASSKEY_NOT_SAVED', { reason: 'the passkey is already registered' })
    await notifyFactorChange(deps, tx, personId, { is: 'passkey-added', name }, savedPasskey.id)
    return accepted(toPasskeyView(savedPasskey))
  })
}

export async function removePasskey(
  deps: Deps,
  passwords: Passwords,
  input: OwnerCheckInput & { passkeyId: string },
): Promise<Outcome<null>> {
  const { personId, passkeyId: id } = input
  const isOwnPasskey = (await listPasskeys(deps.db, personId)).some((passkey) => passkey.id === id)
  if (!isOwnPasskey) return refused('PASSKEY_NOT_FOUND')
  const owner = await requireOwner(deps, passwords, input)
  if (!owner.ok) return owner
  return transact(deps.db, async (tx) => {
    const deleted = await deletePasskey(tx, personId, id)
    if (!deleted) return refused('PASSKEY_NOT_FOUND')
    await notifyFactorChange(deps, tx, personId, { is: 'passkey-removed', name: deleted.name }, id)
    return accepted(null)
  })
}

type NewCredential = { id: string; publicKey: Uint8Array; counter: number }

async function checkRegistration(
  deps: Deps,
  personId: string,
  credential: Registration,
): Promise<Outcome<NewCredential>> {
  const rp = getRelyingParty(deps.config)
  const challenge = readChallenge(credential.response.clientDataJSON)
  if (!challenge || !(await consumeChallenge(deps.db, challenge, personId)))
    return refused('PASSKEY_NOT_SAVED', { reason: 'unknown or expired challenge' })
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return verified ? accepted(registrationInfo.credential) : refused('PASSKEY_NOT_SAVED', { reason: 'not verified' })
  } catch (error) {
    return refused('PASSKEY_NOT_SAVED', { reason: error instanceof Error ? error.message : 'unreadable' })
  }
}
