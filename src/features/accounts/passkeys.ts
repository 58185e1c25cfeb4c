/** The passkeys of an account: made by the browser, checked and kept here, removed. */
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction, transact } from '#platform/db/one-transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import type { Passwords } from './passwords.ts'
import { addChallenge, addPasskey, dropPasskey, passkeysOf, spendChallenge } from './queries/passkeys.ts'
import { holdPerson } from './queries/people.ts'
import { challengeIn, handleOf, rpOf } from './relying-party.ts'
import { requireOwner, type Shown } from './step-up.ts'
import { tellFactor } from './tell-factor.ts'
import type { PasskeyView, Registration } from './wire/second-factor.ts'

/** EdDSA, ES256, RS256 (COSE). Named, so that the library does not try what Node calls an experiment. */
const ALGORITHMS = [-8, -7, -257]

type Passkey = { id: string; name: string; created_at: Date; last_used_at: Date | null }

export function viewPasskey(passkey: Passkey): PasskeyView {
  return {
    passkeyId: passkey.id,
    name: passkey.name,
    createdAt: passkey.created_at.toISOString(),
    lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
  }
}

/** The challenge carries the owner’s word on: only they were told it. */
export async function askForPasskey(
  deps: Deps,
  passwords: Passwords,
  shown: Shown,
): Promise<Outcome<PublicKeyCredentialCreationOptionsJSON>> {
  const { personId } = shown
  const wait = await consumeLimit(deps.db, 'passkey', personId)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const owner = await requireOwner(deps, passwords, shown)
  if (!owner.ok) return owner
  const person = owner.value
  const known = await passkeysOf(deps.db, personId)
  const options = await generateRegistrationOptions({
    rpName: 'Understudy',
    rpID: rpOf(deps.config).id,
    userName: person.email,
    userDisplayName: person.name,
    userID: handleOf(person.id),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map((passkey) => ({ id: passkey.credential_id, transports: passkey.transports })),
    // Log-in asks for no address, so the passkey must know whose it is.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
  await addChallenge(deps.db, options.challenge, person.id)
  return accepted(options)
}

export async function keepPasskey(
  deps: Deps,
  given: { personId: string; name: string; credential: Registration },
): Promise<Outcome<PasskeyView>> {
  const { personId, name, credential } = given
  const checked = await checkRegistration(deps, personId, credential)
  if (!checked.ok) return checked
  const { id, publicKey, counter } = checked.value
  const transports = credential.response.transports ?? []
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await holdPerson(tx, personId))) return refused('TOKEN_INVALID')
    const kept = await addPasskey(tx, { credentialId: id, personId, publicKey, counter, transports, name })
    if (!kept) return refused('PASSKEY_NOT_KEPT', { reason: 'it is somebody’s already' })
    await tellFactor(deps, tx, personId, { is: 'passkey-added', name }, kept.id)
    return accepted(viewPasskey(kept))
  })
}

export async function removePasskey(
  deps: Deps,
  passwords: Passwords,
  given: Shown & { passkeyId: string },
): Promise<Outcome<null>> {
  const { personId, passkeyId: id } = given
  const isTheirs = (await passkeysOf(deps.db, personId)).some((passkey) => passkey.id === id)
  if (!isTheirs) return refused('PASSKEY_NOT_FOUND')
  const owner = await requireOwner(deps, passwords, given)
  if (!owner.ok) return owner
  return transact(deps.db, async (tx) => {
    const gone = await dropPasskey(tx, personId, id)
    if (!gone) return refused('PASSKEY_NOT_FOUND')
    await tellFactor(deps, tx, personId, { is: 'passkey-removed', name: gone.name }, id)
    return accepted(null)
  })
}

type NewCredential = { id: string; publicKey: Uint8Array; counter: number }

async function checkRegistration(
  deps: Deps,
  personId: string,
  credential: Registration,
): Promise<Outcome<NewCredential>> {
  const rp = rpOf(deps.config)
  const challenge = challengeIn(credential.response.clientDataJSON)
  if (!challenge || !(await spendChallenge(deps.db, challenge, personId)))
    return refused('PASSKEY_NOT_KEPT', { reason: 'not asked for, or too late' })
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return verified ? accepted(registrationInfo.credential) : refused('PASSKEY_NOT_KEPT', { reason: 'not verified' })
  } catch (error) {
    return refused('PASSKEY_NOT_KEPT', { reason: error instanceof Error ? error.message : 'not readable' })
  }
}
