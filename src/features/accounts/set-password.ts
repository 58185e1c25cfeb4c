/** Mailed links, and the password they let their owner choose. Opening one proves the address. */
import { randomUUID } from 'node:crypto'
import { mailboxOf } from '#domain/contact.ts'
import { accepted, type Outcome, type Refusal, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import type { Secrets } from '#platform/secrets.ts'
import { choosePassword } from './choose-password.ts'
import { forgiveGuesses } from './guess.ts'
import type { Passwords } from './passwords.ts'
import { addMailedToken, spendMailedToken } from './queries/links.ts'
import { lockPerson, personById, setPassword } from './queries/people.ts'
import { endSessionsOf } from './queries/sessions.ts'
import { requireOwner, type Shown } from './step-up.ts'

/** Contract §3: the link in a welcome mail works once, for seven days. */
const WELCOME_MINUTES = 7 * 24 * 60

/** A new link for a person who has no password yet. Only its hash is kept: the token exists in the mail alone. */
export async function welcomeToken(tx: Tx, secrets: Secrets, personId: string): Promise<string> {
  const token = secrets.newToken()
  await addMailedToken(tx, { hash: secrets.hash(token), personId, purpose: 'welcome', minutes: WELCOME_MINUTES })
  return token
}

/** The same for every address, at the same pace: whether it has an account is looked up by the worker. */
export async function askForReset(deps: Deps, given: { email: string; ip: string }): Promise<Outcome<null>> {
  const wait = await consumeLimit(deps.db, 'mailFromHere', given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  if (!(await consumeLimit(deps.db, 'resetTo', mailboxOf(given.email)))) {
    // Whom it is for is sealed: jobs are kept for days after they are done.
    const sealed = deps.secrets.seal(given.email).toString('base64url')
    await deps.jobs.enqueue(deps.db, 'account.reset-asked', { sealed, askId: randomUUID() })
  }
  return accepted(null)
}

/** Sets a password by a mailed link, and ends every session the person had. */
export async function setPasswordByLink(
  deps: Deps,
  passwords: Passwords,
  given: { token: string; password: string; ip: string },
): Promise<Outcome<{ email: string }>> {
  const wait = await consumeLimit(deps.db, 'mailedLink', given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const chosen = await choosePassword(passwords, given.password)
  if (!chosen.ok) return chosen

  const hash = deps.secrets.hash(given.token)
  const set = await transact(deps.db, async (tx) => {
    const link = await spendMailedToken(tx, hash)
    const before = link && (await personById(tx, link.person_id))
    if (!link || !before) return refused('RESET_INVALID')
    const email = await setPassword(tx, link.person_id, chosen.value)
    // After the password: a log-in with the old one holds the row until its session is there to be ended.
    await endSessionsOf(tx, link.person_id, 'password-reset')
    if (before.password_hash) await tellChanged(deps, tx, link.person_id)
    return accepted({ email })
  })
  if (set.ok) await forgiveGuesses(deps, { email: set.value.email, ip: given.ip })
  return set
}

/** Another password for someone signed in who knows the old one, and has a code where a factor is on; every other session ends. */
export async function changeOwnPassword(
  deps: Deps,
  passwords: Passwords,
  given: Omit<Shown, 'password'> & { currentPassword: string; password: string },
): Promise<Outcome<null>> {
  const person = await personById(deps.db, given.personId)
  if (!person) return refused('TOKEN_INVALID')
  if (!person.password_hash)
    return refused('FIELD_INVALID', { fields: { currentPassword: 'This is not your password' } })
  const owner = await requireOwner(deps, passwords, { ...given, password: given.currentPassword })
  if (!owner.ok) return { ok: false, refusal: withField(owner.refusal) }
  const chosen = await choosePassword(passwords, given.password)
  if (!chosen.ok) return chosen

  return transact(deps.db, async (tx) => {
    const now = await lockPerson(tx, person.id)
    if (now?.password_hash !== person.password_hash)
      return refused('TOKEN_INVALID', { reason: 'the password was changed meanwhile' })
    await setPassword(tx, person.id, chosen.value)
    await endSessionsOf(tx, person.id, 'password-change', given.sessionId)
    await tellChanged(deps, tx, person.id)
    return accepted(null)
  })
}

/** The owner's password is this call's `currentPassword`. */
function withField(refusal: Refusal): Refusal {
  const { password, ...others } = refusal.fields ?? {}
  return password ? { ...refusal, fields: { ...others, currentPassword: password } } : refusal
}

async function tellChanged(deps: Deps, tx: Tx, personId: string): Promise<void> {
  const news = { personId, changeId: randomUUID(), at: deps.clock().toISOString() }
  await deps.jobs.enqueue(tx, 'account.password-changed', news)
}
