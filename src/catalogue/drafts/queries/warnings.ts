/** The statements behind the warnings before a draft is published. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** asset by course, unique (asset_id, language, kind); those of the given hashes whose oldest video, which is published, has no captions or subtitles */
export async function listUncaptionedVideos(
  db: Db | Tx,
  courseCode: string,
  hashes: readonly string[],
): Promise<string[]> {
  if (hashes.length === 0) return []
  const { rows } = await sql<{ sha256: string }>`select encode(sha256, 'hex') as sha256 from (
      select distinct on (sha256) id, sha256 from asset
      where course_code = ${courseCode} and kind = 'video' and state in ('stored', 'processing', 'ready')
        and encode(sha256, 'hex') = any(${[...hashes]}::text[])
      order by sha256, created_at, id) as oldest
    where not exists (select from caption_track
      where asset_id = oldest.id and kind in ('captions', 'subtitles'))`.execute(db)
  return rows.map((row) => row.sha256)
}

/** cohort_course, enrolment by cohort, primary key of course_completion; people with a seat who have not finished the course */
export async function countUnfinished(db: Db | Tx, courseCode: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct person_id)::int as count
    from enrolment join cohort using (cohort_code)
    where cohort.course_code = ${courseCode} and enrolment.state = 'active' and person_id is not null
      and not exists (select from course_completion as done
        where done.person_id = enrolment.person_id and done.course_code = cohort.course_code)`.execute(db)
  return rows[0]!.count
}

/** unique (course_code, key) of lesson, lesson_progress_lesson; those of the lessons that people have begun, and how many people */
export async function findBegun(db: Db | Tx, courseCode: string, keys: readonly string[]): Promise<Begun> {
  if (keys.length === 0) return { keys: [], people: 0 }
  const { rows } = await sql<Begun>`select coalesce(array_agg(distinct lesson.key), '{}') as keys,
      count(distinct lesson_progress.person_id)::int as people
    from lesson join lesson_progress on lesson_progress.lesson_id = lesson.id
    where lesson.course_code = ${courseCode} and lesson.key = any(${[...keys]}::text[])`.execute(db)
  return rows[0]!
}

export type Begun = { keys: string[]; people: number }
