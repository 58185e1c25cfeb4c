/** Makes an account whose address needs no proof: the demo's own people. Known people keep their name. */
import type { Db } from '#platform/db/db.ts'
import type { Passwords } from './passwords.ts'
import { personByEmail, personForEmail, setPassword, setRoles } from './queries/people.ts'
import { endSessionsOf } from './queries/sessions.ts'

export type Account = { email: string; name: string; roles: string[]; timezoneId: string }

export async function makeAccount(db: Db, passwords: Passwords, account: Account, password: string): Promise<void> {
  const known = await personByEmail(db, account.email)
  if (known && (await passwords.matches(known.password_hash, password))) return

  const passwordHash = await passwords.make(password)
  await db.transaction().execute(async (tx) => {
    const { id } = await personForEmail(tx, { ...account, phoneNumber: null })
    await setPassword(tx, id, passwordHash)
    await setRoles(tx, id, account.roles)
  })
}

/** For an account that is there and has another password: sessions that began with that one end. Nobody is made. */
export async function changeAccountPassword(
  db: Db,
  passwords: Passwords,
  email: string,
  password: string,
): Promise<void> {
  const known = await personByEmail(db, email)
  if (!known || (await passwords.matches(known.password_hash, password))) return

  const passwordHash = await passwords.make(password)
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, known.id, passwordHash)
    await endSessionsOf(tx, known.id, 'password-reset')
  })
}
