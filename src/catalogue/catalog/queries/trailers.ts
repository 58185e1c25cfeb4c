/** The statements of trailers: the film in the head of a course's page. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export type TrailerFile = {
  assetId: string
  durationMs: number | null
  width: number | null
  height: number | null
  uploadedAt: Date
  /** A picture of it was made. */
  hasPoster: boolean
}

/** asset_hash, then the primary key of rendition; by course code. Without films that are not ready. */
export async function listTrailers(
  db: Db,
  courses: readonly { courseCode: string; sha256: string }[],
): Promise<Map<string, TrailerFile>> {
  if (courses.length === 0) return new Map()
  const { rows } = await sql<TrailerFile & { courseCode: string }>`
    select distinct on (course_code) course_code as "courseCode", id as "assetId", duration_ms as "durationMs", width, height,
      created_at as "uploadedAt", exists (select from rendition where asset_id = asset.id and name = 'poster') as "hasPoster"
    from asset
    join unnest(${courses.map(({ courseCode }) => courseCode)}::text[], ${courses.map(({ sha256 }) => sha256)}::text[])
      as trailer (course_code, digits) using (course_code)
    where sha256 = decode(digits, 'hex') and kind = 'video' and state = 'ready'
    order by course_code, created_at, id`.execute(db)
  return new Map(rows.map(({ courseCode, ...file }) => [courseCode, file]))
}

/** primary keys; whether the page of a published course shows the film. `courseCode` null: whichever course has the file */
export async function isPublishedTrailer(db: Db, assetId: string, courseCode: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from asset join public_course as course using (course_code)
    where asset.id = ${assetId} and asset.kind = 'video' and encode(asset.sha256, 'hex') = course.definition ->> 'trailer'
      and (${courseCode}::text is null or course.course_code = ${courseCode}) and course.withdrawn_at is null
      and not coalesce(course.definition -> 'hiddenParts' ? 'trailer', false)`.execute(db)
  return rows.length > 0
}
