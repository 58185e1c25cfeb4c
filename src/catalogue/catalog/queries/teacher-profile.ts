/** The statements of a teacher's own profile. */
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'

/** unique creator.person_id */
export async function findProfileSlug(db: Db | Tx, personId: string): Promise<string | null> {
  const row = await db.selectFrom('creator').select('slug').where('person_id', '=', personId).executeTakeFirst()
  return row?.slug ?? null
}

/** Primary key. False when the slug is taken, or the person has a profile by now. */
export async function insertProfile(
  tx: Tx,
  profile: { slug: string; name: string; initials: string; personId: string },
): Promise<boolean> {
  const { personId: person_id, ...row } = profile
  const written = await tx
    .insertInto('creator')
    .values({ ...row, person_id })
    .onConflict((on) => on.doNothing())
    .returning('slug')
    .executeTakeFirst()
  return written !== undefined
}

/** primary key; those of the given slugs that are people's own profiles */
export async function listOwnProfiles(db: Db | Tx, slugs: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('creator')
    .select('slug')
    .where('slug', '=', anyOf(slugs))
    .where('person_id', 'is not', null)
    .execute()
  return rows.map(({ slug }) => slug)
}
