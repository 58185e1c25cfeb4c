/**
 * Turns a sign-up into an account when its mailed link or code is used. An e-mail proves only the mailbox, so the
 * password of a sign-up counts only in the browser that has its key. docs/contract §3.
 */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction, transact } from '#platform/db/transaction.ts'
import { consumeLimit, rewardLimit } from '#platform/limits.ts'
import { choosePassword } from '../password/choose-password.ts'
import type { Passwords } from '../password/passwords.ts'
import { fillProfile, getOrCreatePerson, personByEmail, setPassword } from '../queries/people.ts'
import {
  consumeSignUp,
  countWrongCode,
  deleteSignUps,
  lockSignUpByLiveCode,
  signUpById,
  signUpByToken,
} from '../queries/sign-ups.ts'
import { hasSecondFactor } from '../second-factor/require-second-factor.ts'
import { type CreatedSession, createSession } from '../session/create-session.ts'
import type { Device } from '../session/device.ts'
import { readSignUpKey } from './sign-up-key.ts'

export type VerifyEmailInput = {
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
export async function verifyAddress(
  deps: Deps,
  passwords: Passwords,
  input: VerifyEmailInput,
): Promise<Outcome<CreatedSession>> {
  const waitSeconds = await consumeLimit(deps.db, 'emailedLink', input.ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const ownSignUpId = readSignUpKey(deps.secrets, input.signUpKey)
  const ownSignUp = ownSignUpId ? await signUpById(deps.db, ownSignUpId) : undefined
  return input.token
    ? confirmByLink(deps, passwords, { ...input, token: input.token, ownSignUp: ownSignUp })
    : confirmByCode(deps, { ...input, ownSignUp: ownSignUp })
}

/** A link without the key needs a new password, because a stranger may have chosen the one of the sign-up. */
async function confirmByLink(
  deps: Deps,
  passwords: Passwords,
  { token, password, ownSignUp, device }: VerifyEmailInput & { token: string; ownSignUp: SignUp | undefined },
): Promise<Outcome<CreatedSession>> {
  const chosen = password === undefined ? null : await choosePassword(passwords, password)
  if (chosen && !chosen.ok) return chosen
  return inOneTransaction(deps.db, async (tx) => {
    const mailedSignUp = await signUpByToken(tx, deps.secrets.hash(token))
    if (!mailedSignUp) return refused('VERIFICATION_INVALID')
    const matchingSignUp = ownSignUp?.email === mailedSignUp.email ? ownSignUp : null
    const passwordHash = chosen?.value ?? matchingSignUp?.password_hash
    if (!passwordHash) return refused('PASSWORD_NEEDED')
    if (!(await consumeSignUp(tx, mailedSignUp.id))) return refused('VERIFICATION_INVALID')
    // A stranger may have entered the phone number too.
    const signUp = matchingSignUp ?? { ...mailedSignUp, phone_number: null, attribution: null }
    return createAccount(deps, tx, { ...signUp, password_hash: passwordHash }, device)
  })
}

/**
 * A code works only in the browser that signed up, and only for a new person. Attempts count per address, known or not.
 */
async function confirmByCode(
  deps: Deps,
  { email, code, ownSignUp, device }: VerifyEmailInput & { ownSignUp: SignUp | undefined },
): Promise<Outcome<CreatedSession>> {
  if (!email || !code || ownSignUp?.email !== email)
    return refused('VERIFICATION_INVALID', { reason: 'missing or wrong sign-up key' })
  const waitSeconds = await consumeLimit(deps.db, 'emailedCode', email)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const mailedId = await checkCode(deps, email, code.replace(/\D/g, ''))
  if (!mailedId) return refused('VERIFICATION_INVALID', { reason: 'wrong or invalidated code' })
  await rewardLimit(deps.db, 'emailedCode', email)
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await consumeSignUp(tx, mailedId))) return refused('VERIFICATION_INVALID')
    if (await personByEmail(tx, email)) return refused('VERIFICATION_INVALID', { reason: 'codes are for new people' })
    return createAccount(deps, tx, ownSignUp, device)
  })
}

/** The id of the sign-up with the address's current code, or null. A wrong code is counted. */
async function checkCode(deps: Deps, email: string, digits: string): Promise<string | null> {
  return transact(deps.db, async (tx) => {
    const mailedSignUp = await lockSignUpByLiveCode(tx, email)
    if (!mailedSignUp?.code_mac) return null
    if (deps.secrets.isMac(CODE_MAC_PURPOSE, `${email} ${digits}`, mailedSignUp.code_mac)) return mailedSignUp.id
    await countWrongCode(tx, mailedSignUp.id)
    return null
  })
}

async function createAccount(deps: Deps, tx: Tx, signUp: SignUp, device: Device): Promise<Outcome<CreatedSession>> {
  const { id, hasPassword } = await getOrCreatePerson(tx, {
    email: signUp.email,
    name: signUp.name,
    phoneNumber: signUp.phone_number,
    timezoneId: signUp.timezone_id,
  })
  if (hasPassword) return refused('VERIFICATION_INVALID', { reason: 'the account already has a password' })
  if (await hasSecondFactor({ db: tx }, id))
    return refused('VERIFICATION_INVALID', { reason: 'a second factor is on and cannot be checked here' })
  await setPassword(tx, id, signUp.password_hash)
  await fillProfile(tx, id, { countryCode: signUp.country_code, attribution: signUp.attribution })
  await deleteSignUps(tx, signUp.email)
  const person = (await personByEmail(tx, signUp.email))!
  return accepted(await createSession(deps, tx, person, 'learner', device))
}

const CODE_MAC_PURPOSE = 'sign-up-code'

/** Keyed, because a code is short enough to be found from a plain hash. */
export function createCodeMac({ secrets }: Pick<Deps, 'secrets'>, email: string, code: string): Buffer {
  return secrets.mac(CODE_MAC_PURPOSE, `${email} ${code}`)
}
