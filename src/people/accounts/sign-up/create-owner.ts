/** Makes the first owner of an installation, who has proved to be its operator by the link of the set-up. */
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { Tx } from '#platform/db/db.ts'
import { getOrCreatePerson, personById, setPassword, setRoles } from '../queries/people.ts'
import { endPersonSessions } from '../queries/sessions.ts'

type Owner = { email: string; name: string; timezoneId: string | null; passwordHash: string }

/** An account of that address gets the password, and its sessions end. Returns the person's id. */
export async function createOwner(
  deps: Pick<Deps, 'origin'>,
  tx: Tx,
  { passwordHash, ...person }: Owner,
): Promise<string> {
  const { id } = await getOrCreatePerson(tx, { ...person, phoneNumber: null })
  await setPassword(tx, id, passwordHash)
  await endPersonSessions(tx, id, 'password-reset')
  const { roles } = (await personById(tx, id))!
  await setRoles(tx, id, [...new Set([...roles, 'community-admin'])])
  await recordEvent(deps, tx, {
    actor: { kind: 'admin', id },
    action: 'role-given',
    object: { kind: 'account', id },
    details: { role: 'owner' },
  })
  return id
}
