/**
 * Logs a learner in by an e-mailed link. The link works once, for 15 minutes. It is weaker than a password: it asks for
 * the second factor, is no step-up, and never logs an admin in. docs/contract §3.
 */
import { randomUUID } from 'node:crypto'
import { toMailbox } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { adoptUnverifiedPerson } from '../queries/identity.ts'
import { consumeLogInLink, findLogInLink } from '../queries/links.ts'
import { lockPerson } from '../queries/people.ts'
import { endPersonSessions } from '../queries/sessions.ts'
import { deleteSignUps } from '../queries/sign-ups.ts'
import { accountLogInLinkRequestedJob } from '../queue.ts'
import { requireSecondFactor } from '../second-factor/require-second-factor.ts'
import { type CreatedSession, createSession } from './create-session.ts'
import type { Device } from './device.ts'
import { readDeviceCookie } from './known-device.ts'

/** Answers the same way, in the same time, for every address. The worker checks whether it has an account. */
export async function requestLogInLink(deps: Deps, input: { email: string; ip: string }): Promise<Outcome<null>> {
  const waitSeconds = await consumeLimit(deps.db, 'emailPerClient', input.ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  if (!(await consumeLimit(deps.db, 'logInLinkPerRecipient', toMailbox(input.email))))
    await enqueueLogInLink(deps, deps.db, input.email)
  return accepted(null)
}

/** For an admin, who is told when the address had its links of this hour. */
export async function limitLogInLinks(deps: Pick<Deps, 'db'>, email: string): Promise<Outcome<null>> {
  const waitSeconds = await consumeLimit(deps.db, 'logInLinkPerRecipient', toMailbox(email))
  return waitSeconds ? refused('RATE_LIMITED', { retryAfter: waitSeconds }) : accepted(null)
}

/** The address is sealed, because finished jobs are stored for days. */
export function enqueueLogInLink(deps: Deps, db: Db | Tx, email: string): Promise<void> {
  const sealed = deps.secrets.seal(email).toString('base64url')
  return deps.jobs.enqueue(db, accountLogInLinkRequestedJob, { sealed, askId: randomUUID() })
}

/** The account of a link, so that its page names it before the log-in. Changes nothing. */
export async function readLogInLink(
  deps: Deps,
  { token, ip }: { token: string; ip: string },
): Promise<Outcome<{ email: string; expiresAt: string }>> {
  const waitSeconds = await consumeLimit(deps.db, 'emailedLink', ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const link = await findLogInLink(deps.db, deps.secrets.hash(token))
  if (!link) return refused('VERIFICATION_INVALID')
  return accepted({ email: link.email, expiresAt: link.expires_at.toISOString() })
}

/** A wrong code of the second factor leaves the link as it was. */
export async function logInByLink(
  deps: Deps,
  { token, otp, ip, device }: { token: string; otp?: string | undefined; ip: string; device: Device },
): Promise<Outcome<CreatedSession>> {
  const waitSeconds = await consumeLimit(deps.db, 'emailedLink', ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const hash = deps.secrets.hash(token)
  const link = await findLogInLink(deps.db, hash)
  if (!link || isAdmin(link)) return refused('VERIFICATION_INVALID', { reason: link ? 'an admin' : 'used or expired' })
  const knownSourceId = readDeviceCookie(deps.secrets, device.cookies, link.email)
  const secondFactor = await requireSecondFactor(deps, link, { audience: 'learner', otp, ip, knownSourceId })
  if (!secondFactor.ok) return secondFactor

  return transact(deps.db, async (tx) => {
    const person = await lockPerson(tx, link.id)
    if (!person || isAdmin(person) || !(await consumeLogInLink(tx, hash)))
      return refused('VERIFICATION_INVALID', { reason: 'used in the meantime' })
    // Earlier sessions and sign-ups of an address that nobody had proved may be a stranger's.
    if (await adoptUnverifiedPerson(tx, person.id)) {
      await endPersonSessions(tx, person.id, 'password-reset')
      await deleteSignUps(tx, person.email)
    }
    return accepted(await createSession(deps, tx, person, 'learner', device, false))
  })
}

function isAdmin({ roles }: { roles: readonly string[] }): boolean {
  return roles.includes('community-admin')
}
