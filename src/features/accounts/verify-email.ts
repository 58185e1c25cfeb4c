/** From a sign-up to an account: what happens when the mailed link or code comes back. */
import { randomUUID } from 'node:crypto'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { spend } from '#platform/limits.ts'
import type { Device } from './device.ts'
import { type Opened, openSession } from './open-session.ts'
import { hasSecondFactor } from './pass-second-factor.ts'
import { fillProfile, personByEmail, personForEmail, proveAddress, setPassword } from './queries/people.ts'
import { countWaiting, dropSignUps, signUpByCode, signUpByToken, spendSignUp } from './queries/sign-ups.ts'

export type Proof = {
  email?: string | undefined
  code?: string | undefined
  token?: string | undefined
  ip: string
  device: Device
}

/** Makes the account, or gives a guest's its first password, and logs in. */
export async function verifyAddress(deps: Deps, given: Proof): Promise<Outcome<Opened>> {
  const wait =
    (await spend(deps.db, 'mailedLink', given.ip)) ??
    (given.email && !given.token ? await spend(deps.db, 'mailedCode', given.email) : null)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })

  return inOneTransaction(deps.db, async (tx) => {
    const found = await find(deps, tx, given)
    const signUp = found && (await spendSignUp(tx, found.id))
    if (!signUp) return refused('VERIFICATION_INVALID')
    const { id, isNew, hasPassword } = await personForEmail(tx, {
      email: signUp.email,
      name: signUp.name,
      phoneNumber: signUp.phone_number,
      timezoneId: signUp.timezone_id,
    })
    if (hasPassword) return refused('VERIFICATION_INVALID', { reason: 'the account has a password already' })
    const isSoleWish = isNew && (await countWaiting(tx, signUp.email)) === 0
    if (await hasSecondFactor({ db: tx }, id))
      return refused('VERIFICATION_INVALID', { reason: 'a second factor is on, and nobody asks for it here' })
    // Where others asked with this address too, or something stands behind it already, nobody knows whose
    // password this is: the address is proved, and its owner chooses one by mail.
    if (isSoleWish) await setPassword(tx, id, signUp.password_hash)
    else await proveAddress(tx, id)
    await fillProfile(tx, id, { countryCode: signUp.country_code, attribution: signUp.attribution })
    await dropSignUps(tx, signUp.email)
    if (!isSoleWish) await askOwnerForPassword(deps, tx, signUp.email)
    const person = (await personByEmail(tx, signUp.email))!
    return accepted(await openSession(deps, tx, person, 'learner', given.device))
  })
}

async function find(deps: Deps, tx: Tx, { token, email, code }: Proof) {
  if (token) return signUpByToken(tx, deps.secrets.hash(token))
  return email && code ? signUpByCode(tx, email, codeMac(deps, email, code.replace(/\D/g, ''))) : undefined
}

/** A code is short: only with our key can it be told whether one is right. */
export function codeMac({ secrets }: Pick<Deps, 'secrets'>, email: string, code: string): Buffer {
  return secrets.mac('sign-up-code', `${email} ${code}`)
}

async function askOwnerForPassword(deps: Deps, tx: Tx, email: string): Promise<void> {
  const sealed = deps.secrets.seal(email).toString('base64url')
  await deps.jobs.enqueue(tx, 'account.reset-asked', { sealed, askId: randomUUID() })
}
