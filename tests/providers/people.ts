/** The accounts before and after a social log-in. */
import { sql } from 'kysely'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import type { ProviderName } from '#platform/identity/provider.ts'
import type { World } from '../world/world.ts'

/** Every row that a log-in could leave. */
export async function counts({ db }: World): Promise<Record<string, number>> {
  const person = await sql<Record<string, number>>`select
    (select count(*)::int from person) as people, (select count(*)::int from session) as sessions,
    (select count(*)::int from identity) as identities, (select count(*)::int from identity_proof) as proofs,
    (select count(*)::int from mail) as mails`.execute(db)
  return person.rows[0]!
}

/** The addresses of everybody whom the provider's word opens. */
export async function getFamilyName({ db }: World, provider: ProviderName, subject: string): Promise<string[]> {
  const rows = await db
    .selectFrom('identity')
    .innerJoin('person', 'person.id', 'identity.person_id')
    .select('person.email')
    .where('identity.provider', '=', provider)
    .where('identity.subject', '=', subject)
    .execute()
  return rows.map((row) => row.email)
}

/** Bought without an account: no password, no proved address. */
export function guestPerson({ db }: World, email: string): Promise<{ id: string }> {
  return db.insertInto('person').values({ email, name: 'A Guest' }).returning('id').executeTakeFirstOrThrow()
}

/** With a password behind a proved address. */
export async function accountPerson({ db }: World, email: string, roles: string[]): Promise<void> {
  const person = { email, name: 'A Learner', roles, timezoneId: 'UTC' }
  await createVerifiedAccount(db, createPasswords(), person, 'a long enough password')
}
