/** The second factor of an account: turned on with a code of an authenticator app, and off. Each change is the owner’s: step-up.ts. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { recordEvent } from '#features/audit-log/record.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction, transact } from '#platform/db/one-transaction.ts'
import { guessCode, withoutSpaces } from './check-code.ts'
import { hasSecondFactor } from './pass-second-factor.ts'
import { viewPasskey } from './passkeys.ts'
import type { Passwords } from './passwords.ts'
import { dropPasskeys, passkeysOf } from './queries/passkeys.ts'
import { holdPerson, personByEmail, personById } from './queries/people.ts'
import {
  beginTotp,
  confirmTotp,
  dropTotp,
  keepRecoveryCodes,
  lockTotp,
  recoveryCodesLeft,
  totpOf,
} from './queries/second-factor.ts'
import { hashesOfCode, newRecoveryCodes } from './recovery-codes.ts'
import { requireOwner, type Shown } from './step-up.ts'
import { tellFactor } from './tell-factor.ts'
import { type NewTotp, newTotp, stepOf } from './totp.ts'
import type { SecondFactor } from './wire/second-factor.ts'

export async function secondFactorOf(
  { db, config }: Deps,
  { personId, roles }: { personId: string; roles: readonly string[] },
): Promise<SecondFactor> {
  const [person, totp, left, passkeys] = await Promise.all([
    personById(db, personId),
    totpOf(db, personId),
    recoveryCodesLeft(db, personId),
    passkeysOf(db, personId),
  ])
  return {
    totp: totp !== undefined && totp.confirmed_at !== null,
    recoveryCodesLeft: left,
    passkeys: passkeys.map(viewPasskey),
    hasPassword: person !== undefined && person.password_hash !== null,
    isRequired: config.adminSecondFactor && roles.includes('community-admin'),
  }
}

/** A new secret each time, until a code of one is confirmed. */
export async function beginFactor(deps: Deps, passwords: Passwords, shown: Shown): Promise<Outcome<NewTotp>> {
  const { personId, sessionId } = shown
  if (await hasSecondFactor(deps, personId)) return refused('SECOND_FACTOR_ON')
  const owner = await requireOwner(deps, passwords, shown)
  if (!owner.ok) return owner
  const totp = newTotp(owner.value.email)
  const sealedSecret = deps.secrets.seal(totp.secret)
  return transact(deps.db, async (tx) => {
    if (!(await holdPerson(tx, personId))) return refused('TOKEN_INVALID')
    const begun = await beginTotp(tx, { personId, sessionId, sealedSecret })
    return begun ? accepted(totp) : refused('SECOND_FACTOR_ON')
  })
}

/** From here on a log-in with the password asks for a code. Answers the recovery codes, which nobody can read again. */
export async function confirmFactor(
  deps: Deps,
  { personId, sessionId, otp }: { personId: string; sessionId: string; otp: string },
): Promise<Outcome<string[]>> {
  const begun = await totpOf(deps.db, personId)
  if (begun?.confirmed_at) return refused('SECOND_FACTOR_ON')
  if (begun?.begun_by !== sessionId) return refused('SECOND_FACTOR_OFF', { reason: 'none begun in this session' })
  const step = stepOf(deps.secrets.open(begun.sealed_secret), withoutSpaces(otp), deps.clock())
  const guessed = await guessCode(deps, personId, async () => step !== null)
  if (!guessed.ok) return guessed
  if (step === null) return refused('FIELD_INVALID', { fields: { otp: 'This code is not right.' } })

  return transact(deps.db, async (tx) => {
    if (!(await holdPerson(tx, personId))) return refused('TOKEN_INVALID')
    const on = await confirmTotp(tx, { personId, sealedSecret: begun.sealed_secret, step })
    if (!on?.confirmed_at) return refused('SECOND_FACTOR_ON')
    await tellFactor(deps, tx, personId, { is: 'turned-on' }, String(on.confirmed_at.getTime()))
    return accepted(await giveRecoveryCodes(deps, tx, personId))
  })
}

export async function renewRecoveryCodes(deps: Deps, passwords: Passwords, shown: Shown): Promise<Outcome<string[]>> {
  const { personId } = shown
  if (!(await hasSecondFactor(deps, personId))) return refused('SECOND_FACTOR_OFF')
  const owner = await requireOwner(deps, passwords, shown)
  if (!owner.ok) return owner
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await lockTotp(tx, personId))) return refused('SECOND_FACTOR_OFF')
    const codes = await giveRecoveryCodes(deps, tx, personId)
    const which = deps.secrets.hash(codes.join()).toString('hex')
    await tellFactor(deps, tx, personId, { is: 'recovery-codes-renewed' }, which)
    return accepted(codes)
  })
}

/** Who has no password shows a code alone. */
export async function removeFactor(deps: Deps, passwords: Passwords, shown: Shown): Promise<Outcome<null>> {
  if (!(await hasSecondFactor(deps, shown.personId))) return refused('SECOND_FACTOR_OFF')
  const owner = await requireOwner(deps, passwords, shown)
  if (!owner.ok) return owner
  return transact(deps.db, async (tx) => {
    await turnOff(deps, tx, shown.personId)
    return accepted(null)
  })
}

/** For the operator, where app and recovery codes are lost: takes the factor and the passkeys of an address away. */
export async function liftFactor(deps: Deps, email: string): Promise<boolean> {
  const person = await personByEmail(deps.db, email)
  if (!person) return false
  await transact(deps.db, async (tx) => {
    for (const { id, name } of await dropPasskeys(tx, person.id))
      await tellFactor(deps, tx, person.id, { is: 'passkey-removed', name }, id)
    await turnOff(deps, tx, person.id)
    await recordEvent(deps, tx, {
      actor: { kind: 'operator' },
      action: 'second-factor-removed',
      object: { kind: 'account', id: person.id },
    })
  })
  return true
}

async function turnOff(deps: Deps, tx: Tx, personId: string): Promise<void> {
  const gone = await dropTotp(tx, personId)
  if (gone?.confirmed_at)
    await tellFactor(deps, tx, personId, { is: 'turned-off' }, String(gone.confirmed_at.getTime()))
}

async function giveRecoveryCodes(deps: Deps, tx: Tx, personId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await keepRecoveryCodes(
    tx,
    personId,
    codes.map((code) => hashesOfCode(deps.secrets, personId, code)![0]!),
  )
  return codes
}
