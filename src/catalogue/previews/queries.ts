/** The statements of preview links. */
import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { PreviewKind } from './wire.ts'

type NewLink = {
  tokenHash: Buffer
  courseCode: string
  kind: PreviewKind
  personId: string
  createdAt: Date
  expiresAt: Date
}

/** primary key */
export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  await tx
    .insertInto('preview_link')
    .values({
      token_hash: link.tokenHash,
      course_code: link.courseCode,
      kind: link.kind,
      created_by: link.personId,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** preview_link_pkey. Whether the link is there, which then cannot be deleted before the end of the transaction. */
export async function keepLink(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const link = tx.selectFrom('preview_link').select('course_code').where('token_hash', '=', tokenHash)
  return (await link.forKeyShare().executeTakeFirst()) !== undefined
}

/** preview_link_course; all but the newest `kept` of a kind */
export async function deleteOldLinks(tx: Tx, courseCode: string, kind: PreviewKind, kept: number): Promise<void> {
  await sql`delete from preview_link where token_hash in (select token_hash from preview_link
    where course_code = ${courseCode} and kind = ${kind} order by expires_at desc, token_hash offset ${kept})`.execute(
    tx,
  )
}

/** preview_link_course */
export async function deleteLinks(tx: Tx, courseCode: string): Promise<number> {
  const rows = await tx
    .deleteFrom('preview_link')
    .where('course_code', '=', courseCode)
    .returning('token_hash')
    .execute()
  return rows.length
}

/** preview_link_course; the shared ones that work */
export function countLinks(db: Db, courseCode: string, now: Date) {
  return db
    .selectFrom('preview_link')
    .select((count) => [
      count.fn.countAll<number>().as('count'),
      count.fn.max<Date | null>('expires_at').as('lastExpiresAt'),
    ])
    .where('course_code', '=', courseCode)
    .where('kind', '=', 'shared')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
}

/** primary key; the course of a link that works */
export async function findLinkedCourse(db: Db, tokenHash: Buffer, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('preview_link')
    .select('course_code')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.course_code ?? null
}

/** primary key of course, cohort_course; what a page needs besides the texts of the draft */
export function findCourseRow(db: Db, courseCode: string) {
  return db
    .selectFrom('course')
    .leftJoin('refund_terms', 'refund_terms.delivery_type', 'course.delivery_type')
    .select([
      'course.course_code',
      'course.position',
      'course.delivery_type',
      'course.withdrawn_at',
      'course.refund_policy',
      'course.has_group_discount',
      'refund_terms.note as refund_note',
    ])
    .select(
      sql<number>`(select coalesce(sum(enrolled), 0)::int from cohort
      where cohort.course_code = course.course_code)`.as('enrolled'),
    )
    .where('course.course_code', '=', courseCode)
    .executeTakeFirst()
}

/** primary key of creator; the profiles with these slugs, in the given order */
export async function listProfiles(db: Db, slugs: readonly string[]) {
  const rows = await db
    .selectFrom('creator')
    .leftJoin('asset as photo', (join) =>
      join.onRef('photo.id', '=', 'creator.photo_asset_id').on('photo.state', '=', 'ready'),
    )
    .select(['slug', 'name', 'initials', 'quote', 'biography', 'page_slug', 'links', 'photo_focal_x', 'photo_focal_y'])
    .select('photo.id as photo_id')
    .where('slug', '=', anyOf(slugs))
    .execute()
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  return slugs.flatMap((slug) => bySlug.get(slug) ?? [])
}
