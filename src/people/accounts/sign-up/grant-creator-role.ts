/** Lets a person make courses, and creates the account if there is none. */
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { allowCourseMaking } from '#people/roles/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { createWelcomeTokenIfNeeded } from '../password/set-password.ts'
import { getOrCreatePerson } from '../queries/people.ts'

/** Returns the one-time link to choose a password and log in, or null when the person already has one. */
export async function grantCreatorRole(
  deps: Pick<Deps, 'db' | 'secrets' | 'config' | 'origin'>,
  input: { email: string; name: string },
): Promise<string | null> {
  return transact(deps.db, async (tx) => {
    const { id } = await getOrCreatePerson(tx, { ...input, phoneNumber: null, timezoneId: null })
    await allowCourseMaking(tx, id)
    await recordEvent(deps, tx, {
      actor: { kind: 'operator' },
      action: 'role-given',
      object: { kind: 'account', id },
      details: { role: 'creator' },
    })
    const token = await createWelcomeTokenIfNeeded(tx, deps.secrets, id)
    return token && `${new URL('/set-password', deps.config.publicUrl).href}#token=${token}`
  })
}
