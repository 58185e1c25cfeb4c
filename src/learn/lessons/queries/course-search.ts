/** The statements that search the lessons of a course. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export type SearchRow = { lesson_id: string; starts_ms: number | null; text: string }

/** caption_cue_words; captions of lesson files with every word of the phrase, in course order */
export async function searchCues(
  db: Db,
  lessonIds: readonly string[],
  phrase: string,
  limit: number,
): Promise<SearchRow[]> {
  const { rows } = await sql<SearchRow>`
    select lesson.id as lesson_id, caption_cue.starts_ms, caption_cue.text
      from lesson
      join caption_track on caption_track.asset_id = lesson.asset_id and caption_track.kind <> 'chapters'
      join caption_cue on caption_cue.track_id = caption_track.id
      where lesson.id = any(${lessonIds}::uuid[])
        and caption_cue.words @@ search_query(${phrase})
        -- Each character of a script without spaces is a word of its own: those of one word stand side by side.
        and not exists (
          select from regexp_split_to_table(${phrase}, '\\s+') as typed
            where strpos(' ' || caption_cue.search_text, ' ' || fold_search_text(typed)) = 0)
      order by array_position(${lessonIds}::uuid[], lesson.id), caption_cue.starts_ms
      limit ${limit}`.execute(db)
  return rows
}

type TextRow = { lesson_id: string; markdown: string | null; summary: string; is_named: boolean }

/** primary key of lesson; titles, summaries and texts that contain the folded phrase, in course order */
export async function searchTexts(db: Db, lessonIds: readonly string[], phrase: string): Promise<TextRow[]> {
  const { rows } = await sql<TextRow>`
    select lesson.id as lesson_id, content ->> 'markdown' as markdown, lesson.summary, is_named
      from lesson,
        lateral (select strpos(fold_search_text(lesson.title || ' ' || lesson.summary), ${phrase}) > 0 as is_named) as named
      where lesson.id = any(${lessonIds}::uuid[])
        and strpos(lesson.search_text, ${phrase}) > 0
      order by array_position(${lessonIds}::uuid[], lesson.id)`.execute(db)
  return rows
}
