/** The statements of a teacher's own profile. */
import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'

/** unique creator.person_id */
export async function findProfileSlug(db: Db | Tx, personId: string): Promise<string | null> {
  const row = await db.selectFrom('creator').select('slug').where('person_id', '=', personId).executeTakeFirst()
  return row?.slug ?? null
}

/**
 * Primary key, creator_page. False when the slug is taken, also as an address that a teacher's page has or had, or when
 * the person has a profile by now.
 */
export async function insertProfile(
  tx: Tx,
  profile: { slug: string; name: string; initials: string; personId: string },
): Promise<boolean> {
  const { personId: person_id, ...row } = profile
  await lockPage(tx, row.slug)
  if (await isPageTaken(tx, row.slug, row.slug)) return false
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

/** unique creator.person_id; the slugs of the teachers who have deleted their accounts */
export async function listErasedCreators(tx: Tx): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('creator')
    .innerJoin('person', 'person.id', 'creator.person_id')
    .select('slug')
    .where('deleted_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** The address of a teacher's page without its first part. */
const pageSlug = sql<string>`coalesce(page_slug, slug)`

const selectProfiles = (db: Db | Tx) =>
  db
    .selectFrom('creator')
    .leftJoin('asset as photo', 'photo.id', 'creator.photo_asset_id')
    .select(['slug', 'name', 'initials', 'quote', 'biography', 'links', 'creator.version', 'person_id as personId'])
    .select(['photo_asset_id as photoId', 'photo_focal_x as focalX', 'photo_focal_y as focalY'])
    .select(['photo.state as photoState', 'photo.fault as photoFault', pageSlug.as('pageSlug')])

/** primary key */
export async function findProfile(db: Db | Tx, slug: string) {
  return (await selectProfiles(db).where('slug', '=', slug).executeTakeFirst()) ?? null
}
export type Profile = NonNullable<Awaited<ReturnType<typeof findProfile>>>

/** Primary key. Locks the row until the transaction ends. */
export async function lockProfile(tx: Tx, slug: string): Promise<Profile | null> {
  return (await selectProfiles(tx).where('slug', '=', slug).forUpdate('creator').executeTakeFirst()) ?? null
}

/** creator_page and primary key; the profile whose page has this address, or had it before */
export async function findProfileByPage(db: Db, page: string): Promise<Profile | null> {
  const current = await selectProfiles(db).where(pageSlug, '=', page).executeTakeFirst()
  if (current) return current
  const former = await db
    .selectFrom('creator_redirect')
    .select('creator_slug')
    .where('page_slug', '=', page)
    .executeTakeFirst()
  return former ? findProfile(db, former.creator_slug) : null
}

/** One decision at a time about who has this address of a teacher's page. Statements after it read what was decided. */
export async function lockPage(tx: Tx, page: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('teacher page'), hashtext(${page}))`.execute(tx)
}

/** creator_page, primary key; whether another teacher has the address, or had it */
export async function isPageTaken(tx: Tx, page: string, slug: string): Promise<boolean> {
  const { rows } = await sql`select from creator where coalesce(page_slug, slug) = ${page} and slug <> ${slug}
    union all select from creator_redirect where page_slug = ${page} and creator_slug <> ${slug} limit 1`.execute(tx)
  return rows.length > 0
}

type ProfileTexts = {
  name: string
  initials: string
  quote: string | null
  biography: string[]
  links: string[]
  photoId: string | null
  focalX: number
  focalY: number
}

/** Primary key. The address before leads to the new one from now on. */
export async function updateProfile(tx: Tx, before: Profile, page: string, texts: ProfileTexts): Promise<void> {
  const { photoId: photo_asset_id, focalX: photo_focal_x, focalY: photo_focal_y, ...row } = texts
  const { slug } = before
  await tx
    .updateTable('creator')
    .set({ ...row, photo_asset_id, photo_focal_x, photo_focal_y, page_slug: page, version: before.version + 1 })
    .where('slug', '=', slug)
    .execute()
  if (page === before.pageSlug) return
  await tx.deleteFrom('creator_redirect').where('page_slug', '=', page).execute()
  await tx
    .insertInto('creator_redirect')
    .values({ page_slug: before.pageSlug, creator_slug: slug })
    .onConflict((on) => on.column('page_slug').doUpdateSet({ creator_slug: slug, since: sql`now()` }))
    .execute()
}

/** course_creator_slug; the listed courses of the teacher that can be seen, in the order of the site */
export async function listCoursesOfTeacher(db: Db, slug: string): Promise<string[]> {
  const rows = await db
    .selectFrom('course_creator')
    .innerJoin('public_course as course', 'course.course_code', 'course_creator.course_code')
    .select('course.course_code as code')
    .where('creator_slug', '=', slug)
    .where('course.listed', '=', true)
    .where('course.withdrawn_at', 'is', null)
    .orderBy('course.position')
    .orderBy('course.course_code')
    .execute()
  return rows.map(({ code }) => code)
}

/** unique creator.photo_asset_id; whether the picture is the photo of a profile */
export async function isProfilePhoto(db: Db, assetId: string): Promise<boolean> {
  const row = await db.selectFrom('creator').select('slug').where('photo_asset_id', '=', assetId).executeTakeFirst()
  return row !== undefined
}
