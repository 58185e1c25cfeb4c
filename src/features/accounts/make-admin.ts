/** Makes somebody a community admin: the only way to the first one, for there is no default account. */
import { recordEvent } from '#features/audit-log/record.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { personById, personForEmail, setRoles } from './queries/people.ts'
import { welcomeToken } from './set-password.ts'

/** The address where a password is chosen, once; null for somebody who has one and keeps it. */
export async function makeAdmin(
  deps: Pick<Deps, 'db' | 'secrets' | 'config' | 'origin'>,
  given: { email: string; name: string },
): Promise<string | null> {
  return transact(deps.db, async (tx) => {
    const { id, hasPassword } = await personForEmail(tx, { ...given, phoneNumber: null, timezoneId: null })
    const { roles } = (await personById(tx, id))!
    await setRoles(tx, id, [...new Set([...roles, 'community-admin'])])
    await recordEvent(deps, tx, {
      actor: { kind: 'operator' },
      action: 'role-given',
      object: { kind: 'account', id },
      details: { role: 'community-admin' },
    })
    if (hasPassword) return null
    const token = await welcomeToken(tx, deps.secrets, id)
    return `${new URL('/set-password', deps.config.publicUrl).href}#token=${token}`
  })
}
