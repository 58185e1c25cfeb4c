/** Creates an account whose address needs no confirmation, for the demo accounts. Existing people keep their name. */
import type { Db } from '#platform/db/db.ts'
import type { Passwords } from '../password/passwords.ts'
import { getOrCreatePerson, personByEmail, setPassword, setRoles } from '../queries/people.ts'
import { endPersonSessions } from '../queries/sessions.ts'

export type VerifiedAccount = { email: string; name: string; roles: string[]; timezoneId: string }

export async function createVerifiedAccount(
  db: Db,
  passwords: Passwords,
  account: VerifiedAccount,
  password: string,
): Promise<void> {
  const existingPerson = await personByEmail(db, account.email)
  if (existingPerson && (await passwords.matches(existingPerson.password_hash, password))) return

  const passwordHash = await passwords.createHash(password)
  await db.transaction().execute(async (tx) => {
    const { id } = await getOrCreatePerson(tx, { ...account, phoneNumber: null })
    await setPassword(tx, id, passwordHash)
    await setRoles(tx, id, account.roles)
  })
}

/** Changes the password of an existing account and ends its sessions. Creates no account. */
export async function changeAccountPassword(
  db: Db,
  passwords: Passwords,
  email: string,
  password: string,
): Promise<void> {
  const existingPerson = await personByEmail(db, email)
  if (!existingPerson || (await passwords.matches(existingPerson.password_hash, password))) return

  const passwordHash = await passwords.createHash(password)
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, existingPerson.id, passwordHash)
    await endPersonSessions(tx, existingPerson.id, 'password-reset')
  })
}
