/** Sets a password, by a mailed link or in the settings. Using a mailed link proves the address. */
import { randomUUID } from 'node:crypto'
import { toMailbox } from '#domain/contact.ts'
import { accepted, type Outcome, type Refusal, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import type { Secrets } from '#platform/secrets.ts'
import { addMailedToken, consumeMailedToken, findPasswordLink } from '../queries/links.ts'
import { lockPerson, personById, setPassword } from '../queries/people.ts'
import { endPersonSessions } from '../queries/sessions.ts'
import { accountPasswordChangedJob, accountResetRequestedJob } from '../queue.ts'
import { type OwnerCheckInput, requireOwner } from '../session/step-up.ts'
import { resetFailedLogIns } from '../social/password-attempts.ts'
import { choosePassword } from './choose-password.ts'
import type { Passwords } from './passwords.ts'

/** The link in a welcome e-mail works once, for seven days. docs/contract §3. */
const WELCOME_MINUTES = 7 * 24 * 60

/** Creates a link token for a person without a password. Only its hash is stored; the token is only in the e-mail. */
export async function createWelcomeToken(tx: Tx, secrets: Secrets, personId: string): Promise<string> {
  const token = secrets.newToken()
  await addMailedToken(tx, { hash: secrets.hash(token), personId, purpose: 'welcome', minutes: WELCOME_MINUTES })
  return token
}

/** The same, or null for a person who has a password. */
export async function createWelcomeTokenIfNeeded(tx: Tx, secrets: Secrets, personId: string): Promise<string | null> {
  const token = secrets.newToken()
  const link = { hash: secrets.hash(token), personId, purpose: 'welcome' as const, minutes: WELCOME_MINUTES }
  return (await addMailedToken(tx, link, { unlessPassword: true })) ? token : null
}

/** Responds the same way, in the same time, for every address. The worker checks whether it has an account. */
export async function requestPasswordReset(deps: Deps, input: { email: string; ip: string }): Promise<Outcome<null>> {
  const waitSeconds = await consumeLimit(deps.db, 'emailPerClient', input.ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  if (!(await consumeLimit(deps.db, 'passwordResetPerRecipient', toMailbox(input.email)))) {
    // The address is sealed, because finished jobs are stored for days.
    const sealed = deps.secrets.seal(input.email).toString('base64url')
    await deps.jobs.enqueue(deps.db, accountResetRequestedJob, { sealed, askId: randomUUID() })
  }
  return accepted(null)
}

/** Whether a mailed link still sets a password, so that its page says so before one is typed. Changes nothing. */
export async function readPasswordLink(
  deps: Deps,
  { token, ip }: { token: string; ip: string },
): Promise<Outcome<{ expiresAt: string }>> {
  const waitSeconds = await consumeLimit(deps.db, 'emailedLink', ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const link = await findPasswordLink(deps.db, deps.secrets.hash(token))
  return link ? accepted({ expiresAt: link.expires_at.toISOString() }) : refused('RESET_INVALID')
}

/** Sets a password by a mailed link and ends every session of the person. */
export async function setPasswordByLink(
  deps: Deps,
  passwords: Passwords,
  input: { token: string; password: string; ip: string },
): Promise<Outcome<{ email: string }>> {
  const waitSeconds = await consumeLimit(deps.db, 'emailedLink', input.ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const chosen = await choosePassword(passwords, input.password)
  if (!chosen.ok) return chosen

  const hash = deps.secrets.hash(input.token)
  const outcome = await transact(deps.db, async (tx) => {
    const link = await consumeMailedToken(tx, hash)
    const person = link && (await personById(tx, link.person_id))
    if (!link || !person) return refused('RESET_INVALID')
    const email = await setPassword(tx, link.person_id, chosen.value)
    // After the password is set: a parallel log-in with the old password locks the row until its session can be ended.
    await endPersonSessions(tx, link.person_id, 'password-reset')
    if (person.password_hash) await enqueuePasswordChanged(deps, tx, link.person_id)
    return accepted({ email })
  })
  if (outcome.ok) await resetFailedLogIns(deps, { email: outcome.value.email, ip: input.ip })
  return outcome
}

/** Changes the password of a signed-in person. Requires the old one, and a code if a second factor is on. Ends other sessions. */
export async function changeOwnPassword(
  deps: Deps,
  passwords: Passwords,
  input: Omit<OwnerCheckInput, 'password'> & { currentPassword: string; password: string },
): Promise<Outcome<null>> {
  const person = await personById(deps.db, input.personId)
  if (!person) return refused('TOKEN_INVALID')
  if (!person.password_hash)
    return refused('FIELD_INVALID', { fields: { currentPassword: 'This is not your password' } })
  const owner = await requireOwner(deps, passwords, { ...input, password: input.currentPassword })
  if (!owner.ok) return { ok: false, refusal: toCurrentPasswordFault(owner.refusal) }
  const chosen = await choosePassword(passwords, input.password)
  if (!chosen.ok) return chosen

  return transact(deps.db, async (tx) => {
    const lockedPerson = await lockPerson(tx, person.id)
    if (lockedPerson?.password_hash !== person.password_hash)
      return refused('TOKEN_INVALID', { reason: 'the password was changed in the meantime' })
    await setPassword(tx, person.id, chosen.value)
    await endPersonSessions(tx, person.id, 'password-change', input.sessionId)
    await enqueuePasswordChanged(deps, tx, person.id)
    return accepted(null)
  })
}

/** Moves a fault of `password` to `currentPassword`, the field of this call. */
function toCurrentPasswordFault(refusal: Refusal): Refusal {
  const { password, ...others } = refusal.fields ?? {}
  return password ? { ...refusal, fields: { ...others, currentPassword: password } } : refusal
}

async function enqueuePasswordChanged(deps: Deps, tx: Tx, personId: string): Promise<void> {
  const event = { personId, changeId: randomUUID(), at: deps.clock().toISOString() }
  await deps.jobs.enqueue(tx, accountPasswordChangedJob, event)
}
