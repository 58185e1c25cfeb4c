/** Turns the second factor of an account on and off. Each change requires a check of the owner (step-up.ts). */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { type AuditActor, recordEvent } from '#people/audit-log/record.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction, transact } from '#platform/db/transaction.ts'
import { toPasskeyView } from '../passkeys/passkeys.ts'
import type { Passwords } from '../password/passwords.ts'
import { deletePasskeys, listPasskeys } from '../queries/passkeys.ts'
import { lockPersonForShare, personByEmail, personById } from '../queries/people.ts'
import {
  confirmTotp,
  countRecoveryCodes,
  deleteTotp,
  getTotp,
  lockTotp,
  replaceRecoveryCodes,
  savePendingTotp,
} from '../queries/second-factor.ts'
import { type OwnerCheckInput, requireOwner } from '../session/step-up.ts'
import { attemptCode, withoutSpaces } from '../sign-up/code-attempts.ts'
import type { SecondFactor } from '../wire/second-factor.ts'
import { notifyFactorChange } from './notify-factor-change.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { hasSecondFactor } from './require-second-factor.ts'
import { createTotpSetup, findTotpStep, type TotpSetup } from './totp.ts'

export async function getSecondFactor(
  { db, config }: Deps,
  { personId, roles }: { personId: string; roles: readonly string[] },
): Promise<SecondFactor> {
  const [person, totp, remainingCodes, passkeys] = await Promise.all([
    personById(db, personId),
    getTotp(db, personId),
    countRecoveryCodes(db, personId),
    listPasskeys(db, personId),
  ])
  return {
    totp: totp !== undefined && totp.confirmed_at !== null,
    recoveryCodesLeft: remainingCodes,
    passkeys: passkeys.map(toPasskeyView),
    hasPassword: person !== undefined && person.password_hash !== null,
    isRequired: config.adminSecondFactor && roles.includes('community-admin'),
  }
}

/** Creates a new secret each time, until a code confirms one. */
export async function initialiseSecondFactor(
  deps: Deps,
  passwords: Passwords,
  input: OwnerCheckInput,
): Promise<Outcome<TotpSetup>> {
  const { personId, sessionId } = input
  if (await hasSecondFactor(deps, personId)) return refused('SECOND_FACTOR_ON')
  const owner = await requireOwner(deps, passwords, input)
  if (!owner.ok) return owner
  const totp = createTotpSetup(owner.value.email, deps.site.current.name)
  const sealedSecret = deps.secrets.seal(totp.secret)
  return transact(deps.db, async (tx) => {
    if (!(await lockPersonForShare(tx, personId))) return refused('TOKEN_INVALID')
    const pendingTotp = await savePendingTotp(tx, { personId, sessionId, sealedSecret })
    return pendingTotp ? accepted(totp) : refused('SECOND_FACTOR_ON')
  })
}

/** From now on a password log-in requires a code. Returns the recovery codes, which cannot be read again. */
export async function confirmSecondFactor(
  deps: Deps,
  { personId, sessionId, otp }: { personId: string; sessionId: string; otp: string },
): Promise<Outcome<string[]>> {
  const pendingTotp = await getTotp(deps.db, personId)
  if (pendingTotp?.confirmed_at) return refused('SECOND_FACTOR_ON')
  if (pendingTotp?.session_id !== sessionId)
    return refused('SECOND_FACTOR_OFF', { reason: 'no set-up was started in this session' })
  const step = findTotpStep(deps.secrets.open(pendingTotp.sealed_secret), withoutSpaces(otp), deps.clock())
  const codeAttempt = await attemptCode(deps, personId, async () => step !== null)
  if (!codeAttempt.ok) return codeAttempt
  if (step === null) return refused('FIELD_INVALID', { fields: { otp: 'This code is not right.' } })

  return transact(deps.db, async (tx) => {
    if (!(await lockPersonForShare(tx, personId))) return refused('TOKEN_INVALID')
    const confirmed = await confirmTotp(tx, { personId, sealedSecret: pendingTotp.sealed_secret, step })
    if (!confirmed?.confirmed_at) return refused('SECOND_FACTOR_ON')
    await notifyFactorChange(deps, tx, personId, { is: 'turned-on' }, String(confirmed.confirmed_at.getTime()))
    return accepted(await issueRecoveryCodes(deps, tx, personId))
  })
}

export async function renewRecoveryCodes(
  deps: Deps,
  passwords: Passwords,
  input: OwnerCheckInput,
): Promise<Outcome<string[]>> {
  const { personId } = input
  if (!(await hasSecondFactor(deps, personId))) return refused('SECOND_FACTOR_OFF')
  const owner = await requireOwner(deps, passwords, input)
  if (!owner.ok) return owner
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await lockTotp(tx, personId))) return refused('SECOND_FACTOR_OFF')
    const codes = await issueRecoveryCodes(deps, tx, personId)
    const eventId = deps.secrets.hash(codes.join()).toString('hex')
    await notifyFactorChange(deps, tx, personId, { is: 'recovery-codes-renewed' }, eventId)
    return accepted(codes)
  })
}

/** A person without a password only needs a code. */
export async function turnOffSecondFactor(
  deps: Deps,
  passwords: Passwords,
  input: OwnerCheckInput,
): Promise<Outcome<null>> {
  if (!(await hasSecondFactor(deps, input.personId))) return refused('SECOND_FACTOR_OFF')
  const owner = await requireOwner(deps, passwords, input)
  if (!owner.ok) return owner
  return transact(deps.db, async (tx) => {
    await disableTotp(deps, tx, input.personId)
    return accepted(null)
  })
}

/** For the operator, when app and recovery codes are lost: removes the second factor and the passkeys of an address. */
export async function resetSecondFactor(deps: Deps, email: string): Promise<boolean> {
  const person = await personByEmail(deps.db, email)
  if (!person) return false
  await transact(deps.db, (tx) => removeSecondFactor(deps, tx, person.id, { kind: 'operator' }))
  return true
}

/** Removes the second factor and the passkeys of another person, who gets an e-mail about each. */
export async function removeSecondFactor(deps: Deps, tx: Tx, personId: string, actor: AuditActor): Promise<void> {
  for (const { id, name } of await deletePasskeys(tx, personId))
    await notifyFactorChange(deps, tx, personId, { is: 'passkey-removed', name }, id)
  await disableTotp(deps, tx, personId)
  await recordEvent(deps, tx, {
    actor,
    action: 'second-factor-removed',
    object: { kind: 'account', id: personId },
  })
}

async function disableTotp(deps: Deps, tx: Tx, personId: string): Promise<void> {
  const deleted = await deleteTotp(tx, personId)
  if (deleted?.confirmed_at)
    await notifyFactorChange(deps, tx, personId, { is: 'turned-off' }, String(deleted.confirmed_at.getTime()))
}

async function issueRecoveryCodes(deps: Deps, tx: Tx, personId: string): Promise<string[]> {
  const codes = createRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    personId,
    codes.map((code) => hashRecoveryCode(deps.secrets, personId, code)![0]!),
  )
  return codes
}
