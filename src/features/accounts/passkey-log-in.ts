/** Logs a person in by a passkey, which itself says whose it is: no address is asked for, and none told. */
import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { consumeLimit, rewardLimit } from '#platform/limits.ts'
import type { Device } from './device.ts'
import { type Opened, openSession } from './open-session.ts'
import { hasSecondFactor } from './pass-second-factor.ts'
import { addChallenge, keepUse, passkeyByCredential, spendChallenge } from './queries/passkeys.ts'
import { personById } from './queries/people.ts'
import { challengeIn, handleOf, rpOf } from './relying-party.ts'
import type { Audience } from './tokens.ts'
import type { Assertion } from './wire/second-factor.ts'

export async function askForLogIn(deps: Deps, ip: string): Promise<Outcome<PublicKeyCredentialRequestOptionsJSON>> {
  const wait = await consumeLimit(deps.db, 'passkey', ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const options = await generateAuthenticationOptions({ rpID: rpOf(deps.config).id, userVerification: 'preferred' })
  await addChallenge(deps.db, options.challenge, null)
  return accepted(options)
}

export type PasskeyLogIn = {
  credential: Assertion
  isCommunityAdmin?: boolean | undefined
  ip: string
  device: Device
}

export async function logInWithPasskey(deps: Deps, given: PasskeyLogIn): Promise<Outcome<Opened>> {
  const { credential, ip, device } = given
  const wait = await consumeLimit(deps.db, 'passkey', ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const challenge = challengeIn(credential.response.clientDataJSON)
  if (!challenge || !(await spendChallenge(deps.db, challenge, null))) return invalid('not asked for, or too late')

  const passkey = await passkeyByCredential(deps.db, credential.id)
  const person = passkey && (await personById(deps.db, passkey.person_id))
  if (!person) return invalid('unknown passkey')
  const handle = Buffer.from(handleOf(person.id)).toString('base64url')
  if (credential.response.userHandle !== handle) return invalid('it says that it is somebody else’s')
  const audience: Audience = given.isCommunityAdmin ? 'admin' : 'learner'
  if (audience === 'admin' && !person.roles.includes('community-admin')) return invalid('not an admin')

  const needsTwo = audience === 'admin' || (await hasSecondFactor(deps, person.id))
  const counter = await counterOf(deps, { credential, challenge, passkey, needsTwo })
  if (!counter.ok) return counter
  const opened = await inOneTransaction(deps.db, async (tx) => {
    if (!(await keepUse(tx, passkey.id, counter.value))) return invalid('its counter went back')
    return accepted(await openSession(deps, tx, person, audience, device))
  })
  if (opened.ok) for (const _call of ['options', 'log-in']) await rewardLimit(deps.db, 'passkey', ip)
  return opened
}

const invalid = (reason: string) => refused('PASSKEY_INVALID', { reason })

type Passkey = NonNullable<Awaited<ReturnType<typeof passkeyByCredential>>>
type Shown = { credential: Assertion; challenge: string; passkey: Passkey; needsTwo: boolean }

/**
 * The passkey's new counter, where its signature is right. To let an admin in, or where a second factor is on, it must also
 * have verified its person, by a finger or a PIN: then it is two in one.
 */
async function counterOf(deps: Deps, { credential, challenge, passkey, needsTwo }: Shown): Promise<Outcome<number>> {
  const rp = rpOf(deps.config)
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
      requireUserVerification: needsTwo,
    })
    return verified ? accepted(authenticationInfo.newCounter) : invalid('the signature is not right')
  } catch (error) {
    return invalid(error instanceof Error ? error.message : 'not readable')
  }
}
