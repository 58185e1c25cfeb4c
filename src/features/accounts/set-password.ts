/** Mailed links, and the password they let their owner choose. Opening one proves the address. */

import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { passwordFault } from '#domain/password.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { spend } from '#platform/limits.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Passwords } from './passwords.ts'
import { addMailedToken, endSessionsOf, setPassword, spendMailedToken } from './queries.ts'

/** Contract §3: the link in a welcome mail works once, for seven days. */
const WELCOME_HOURS = 7 * 24

/** A new link for a person who has no password yet. Only its hash is kept: the token exists in the mail alone. */
export async function welcomeToken(tx: Tx, secrets: Secrets, personId: string): Promise<string> {
  const token = secrets.newToken()
  await addMailedToken(tx, { hash: secrets.hash(token), personId, purpose: 'welcome', hours: WELCOME_HOURS })
  return token
}

/** Sets a password by a mailed link, and ends every session the person had. */
export async function setPasswordByLink(
  deps: Deps,
  passwords: Passwords,
  given: { token: string; password: string; ip: string },
): Promise<Outcome<{ email: string }>> {
  const wait = await spend(deps.db, 'mailedLink', given.ip)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const fault = passwordFault(given.password)
  if (fault) return refused('PASSWORD_WEAK', { fields: { password: fault } })

  const passwordHash = await passwords.make(given.password)
  return transact(deps.db, async (tx) => {
    const link = await spendMailedToken(tx, deps.secrets.hash(given.token))
    if (!link) return refused('RESET_INVALID')
    await endSessionsOf(tx, link.person_id)
    return accepted({ email: await setPassword(tx, link.person_id, passwordHash) })
  })
}
