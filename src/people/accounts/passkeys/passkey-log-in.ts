/** Logs a person in by passkey. The passkey names its account, so no address is requested or revealed. */
import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit, rewardLimit } from '#platform/limits.ts'
import { addChallenge, consumeChallenge, passkeyByCredential, recordPasskeyUse } from '../queries/passkeys.ts'
import { personById } from '../queries/people.ts'
import { hasSecondFactor } from '../second-factor/require-second-factor.ts'
import { type CreatedSession, createSession } from '../session/create-session.ts'
import type { Device } from '../session/device.ts'
import type { Audience } from '../session/tokens.ts'
import type { Assertion } from '../wire/second-factor.ts'
import { getRelyingParty, getUserHandle, readChallenge } from './relying-party.ts'

export async function createLogInOptions(
  deps: Deps,
  ip: string,
): Promise<Outcome<PublicKeyCredentialRequestOptionsJSON>> {
  const waitSeconds = await consumeLimit(deps.db, 'passkey', ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const options = await generateAuthenticationOptions({
    rpID: getRelyingParty(deps.config).id,
    userVerification: 'preferred',
  })
  await addChallenge(deps.db, options.challenge, null)
  return accepted(options)
}

export type PasskeyLogInInput = {
  credential: Assertion
  isCommunityAdmin?: boolean | undefined
  ip: string
  device: Device
}

export async function logInWithPasskey(deps: Deps, input: PasskeyLogInInput): Promise<Outcome<CreatedSession>> {
  const { credential, ip, device } = input
  const waitSeconds = await consumeLimit(deps.db, 'passkey', ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const challenge = readChallenge(credential.response.clientDataJSON)
  if (!challenge || !(await consumeChallenge(deps.db, challenge, null))) return invalid('unknown or expired challenge')

  const passkey = await passkeyByCredential(deps.db, credential.id)
  const person = passkey && (await personById(deps.db, passkey.person_id))
  if (!person) return invalid('unknown passkey')
  const userHandle = Buffer.from(getUserHandle(person.id)).toString('base64url')
  if (credential.response.userHandle !== userHandle) return invalid('the user handle belongs to another account')
  const audience: Audience = input.isCommunityAdmin ? 'admin' : 'learner'
  if (audience === 'admin' && !person.roles.includes('community-admin')) return invalid('not an admin')

  const needsUserVerification = audience === 'admin' || (await hasSecondFactor(deps, person.id))
  const counter = await verifyAssertion(deps, {
    credential,
    challenge,
    passkey,
    needsUserVerification: needsUserVerification,
  })
  if (!counter.ok) return counter
  const outcome = await inOneTransaction(deps.db, async (tx) => {
    if (!(await recordPasskeyUse(tx, passkey.id, counter.value))) return invalid('the counter did not increase')
    return accepted(await createSession(deps, tx, person, audience, device))
  })
  if (outcome.ok) for (const _call of ['options', 'log-in']) await rewardLimit(deps.db, 'passkey', ip)
  return outcome
}

const invalid = (reason: string) => refused('PASSKEY_INVALID', { reason })

type Passkey = NonNullable<Awaited<ReturnType<typeof passkeyByCredential>>>
type VerifyAssertionInput = {
  credential: Assertion
  challenge: string
  passkey: Passkey
  needsUserVerification: boolean
}

/**
 * Verifies the signature and returns the passkey's new counter. For admins, and when a second factor is on, the passkey
 * must also verify its person by fingerprint or PIN, so that it counts as two factors.
 */
async function verifyAssertion(
  deps: Deps,
  { credential, challenge, passkey, needsUserVerification }: VerifyAssertionInput,
): Promise<Outcome<number>> {
  const rp = getRelyingParty(deps.config)
  const { userHandle, ...response } = credential.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports,
      },
      requireUserVerification: needsUserVerification,
    })
    return verified ? accepted(authenticationInfo.newCounter) : invalid('invalid signature')
  } catch (error) {
    return invalid(error instanceof Error ? error.message : 'unreadable')
  }
}
