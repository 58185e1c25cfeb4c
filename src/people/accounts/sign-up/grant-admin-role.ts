/** Makes a person a community admin. Only this creates the first admin, because there is no default account. */

import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { transact } from '#platform/db/transaction.ts'
import { createWelcomeToken } from '../password/set-password.ts'
import { getOrCreatePerson, personById, setRoles } from '../queries/people.ts'

/** Returns the one-time link to choose a password and log in as an admin, or null when the person already has one. */
export async function grantAdminRole(
  deps: Pick<Deps, 'db' | 'secrets' | 'config' | 'origin'>,
  input: { email: string; name: string },
): Promise<string | null> {
  return transact(deps.db, async (tx) => {
    const { id, hasPassword } = await getOrCreatePerson(tx, { ...input, phoneNumber: null, timezoneId: null })
    const { roles } = (await personById(tx, id))!
    await setRoles(tx, id, [...new Set([...roles, 'community-admin'])])
    await recordEvent(deps, tx, {
      actor: { kind: 'operator' },
      action: 'role-given',
      object: { kind: 'account', id },
      details: { role: 'community-admin' },
    })
    if (hasPassword) return null
    const token = await createWelcomeToken(tx, deps.secrets, id)
    return `${new URL('/set-password?admin=1', deps.config.publicUrl).href}#token=${token}`
  })
}
