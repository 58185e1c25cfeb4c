/**
 * Turns a sign-up into an account when its mailed link or code comes back. A mail proves the mailbox and nothing else:
 * the password of a sign-up counts only for the browser that holds its key. Contract §3.
 */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction, transact } from '#platform/db/one-transaction.ts'
import { consumeLimit, rewardLimit } from '#platform/limits.ts'
import { choosePassword } from './choose-password.ts'
import type { Device } from './device.ts'
import { type Opened, openSession } from './open-session.ts'
import { hasSecondFactor } from './pass-second-factor.ts'
import type { Passwords } from './passwords.ts'
import { fillProfile, personByEmail, personForEmail, setPassword } from './queries/people.ts'
import { countCodeMiss, dropSignUps, lockLiveCode, signUpById, signUpByToken, spendSignUp } from './queries/sign-ups.ts'
import { readSignUpKey } from './sign-up-key.ts'

export type Proof = {
  email?: string | undefined
  code?: string | undefined
  token?: string | undefined
  signUpKey?: string | undefined
  password?: string | undefined
  ip: string
  device: Device
}

type SignUp = NonNullable<Awaited<ReturnType<typeof signUpById>>>

/** Creates the account, or gives a guest's account its first password, and logs in. */
export async function verifyAddress(deps: Deps, passwords: Passwords, given: Proof): Promise<Outcome<Opened>> {
  const wait = await consumeLimit(deps.db, 'mailedLink', given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const keyedId = readSignUpKey(deps.secrets, given.signUpKey)
  const keyed = keyedId ? await signUpById(deps.db, keyedId) : undefined
  return given.token
    ? confirmByLink(deps, passwords, { ...given, token: given.token, keyed })
    : confirmByCode(deps, { ...given, keyed })
}

/** A link without the key needs a new password: somebody else may have typed the one of the sign-up. */
async function confirmByLink(
  deps: Deps,
  passwords: Passwords,
  { token, password, keyed, device }: Proof & { token: string; keyed: SignUp | undefined },
): Promise<Outcome<Opened>> {
  const chosen = password === undefined ? null : await choosePassword(passwords, password)
  if (chosen && !chosen.ok) return chosen
  return inOneTransaction(deps.db, async (tx) => {
    const mailed = await signUpByToken(tx, deps.secrets.hash(token))
    if (!mailed) return refused('VERIFICATION_INVALID')
    const own = keyed?.email === mailed.email ? keyed : null
    const passwordHash = chosen?.value ?? own?.password_hash
    if (!passwordHash) return refused('PASSWORD_NEEDED')
    if (!(await spendSignUp(tx, mailed.id))) return refused('VERIFICATION_INVALID')
    // A stranger may have typed the phone number, too.
    const signUp = own ?? { ...mailed, phone_number: null, attribution: null }
    return openAccount(deps, tx, { ...signUp, password_hash: passwordHash }, device)
  })
}

/**
 * A code is for the browser that signed up and for a new person only. Guesses count for each address, known or not.
 */
async function confirmByCode(
  deps: Deps,
  { email, code, keyed, device }: Proof & { keyed: SignUp | undefined },
): Promise<Outcome<Opened>> {
  if (!email || !code || keyed?.email !== email) return refused('VERIFICATION_INVALID', { reason: 'not with its key' })
  const wait = await consumeLimit(deps.db, 'mailedCode', email)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const mailedId = await checkCode(deps, email, code.replace(/\D/g, ''))
  if (!mailedId) return refused('VERIFICATION_INVALID', { reason: 'wrong or voided code' })
  await rewardLimit(deps.db, 'mailedCode', email)
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await spendSignUp(tx, mailedId))) return refused('VERIFICATION_INVALID')
    if (await personByEmail(tx, email)) return refused('VERIFICATION_INVALID', { reason: 'codes are for new people' })
    return openAccount(deps, tx, keyed, device)
  })
}

/** The sign-up whose mail holds the address's only live code, where the code is right. A wrong one is counted. */
async function checkCode(deps: Deps, email: string, digits: string): Promise<string | null> {
  return transact(deps.db, async (tx) => {
    const mailed = await lockLiveCode(tx, email)
    if (!mailed?.code_mac) return null
    if (deps.secrets.isMac(CODE, `${email} ${digits}`, mailed.code_mac)) return mailed.id
    await countCodeMiss(tx, mailed.id)
    return null
  })
}

async function openAccount(deps: Deps, tx: Tx, signUp: SignUp, device: Device): Promise<Outcome<Opened>> {
  const { id, hasPassword } = await personForEmail(tx, {
    email: signUp.email,
    name: signUp.name,
    phoneNumber: signUp.phone_number,
    timezoneId: signUp.timezone_id,
  })
  if (hasPassword) return refused('VERIFICATION_INVALID', { reason: 'the account has a password already' })
  if (await hasSecondFactor({ db: tx }, id))
    return refused('VERIFICATION_INVALID', { reason: 'a second factor is on, and nobody asks for it here' })
  await setPassword(tx, id, signUp.password_hash)
  await fillProfile(tx, id, { countryCode: signUp.country_code, attribution: signUp.attribution })
  await dropSignUps(tx, signUp.email)
  const person = (await personByEmail(tx, signUp.email))!
  return accepted(await openSession(deps, tx, person, 'learner', device))
}

const CODE = 'sign-up-code'

/** A code is short: only with our key can it be told whether one is right. */
export function codeMac({ secrets }: Pick<Deps, 'secrets'>, email: string, code: string): Buffer {
  return secrets.mac(CODE, `${email} ${code}`)
}
