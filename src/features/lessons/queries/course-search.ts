/** The statements that search the lessons of a course. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export type SearchRow = { lesson_id: string; starts_ms: number | null; text: string }

/** caption_cue_words; captions of lesson files with every word, in course order. @param words letters and digits only */
export async function searchCues(
  db: Db,
  lessonIds: readonly string[],
  words: readonly string[],
  limit: number,
): Promise<SearchRow[]> {
  const { rows } = await sql<SearchRow>`
    select lesson.id as lesson_id, caption_cue.starts_ms, caption_cue.text
      from lesson
      join caption_track on caption_track.asset_id = lesson.asset_id and caption_track.kind <> 'chapters'
      join caption_cue on caption_cue.track_id = caption_track.id
      where lesson.id = any(${lessonIds}::uuid[])
        and caption_cue.words @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})
      order by array_position(${lessonIds}::uuid[], lesson.id), caption_cue.starts_ms
      limit ${limit}`.execute(db)
  return rows
}

type TextRow = { lesson_id: string; markdown: string | null; summary: string; is_named: boolean }

/** primary key of lesson; titles, summaries and texts that contain the phrase, in course order */
export async function searchTexts(db: Db, lessonIds: readonly string[], phrase: string): Promise<TextRow[]> {
  const { rows } = await sql<TextRow>`
    select lesson.id as lesson_id, content ->> 'markdown' as markdown, lesson.summary, is_named
      from lesson,
        lateral (select strpos(lower(lesson.title || ' ' || lesson.summary), lower(${phrase})) > 0 as is_named) as named
      where lesson.id = any(${lessonIds}::uuid[])
        and (is_named or strpos(lower(coalesce(content ->> 'markdown', '')), lower(${phrase})) > 0)
      order by array_position(${lessonIds}::uuid[], lesson.id)`.execute(db)
  return rows
}
