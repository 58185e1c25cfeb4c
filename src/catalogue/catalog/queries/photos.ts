/** The statements of the photos that pages of courses show. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/**
 * asset_hash; the picture of a published course whose hash begins with these digits, if the published version shows it.
 * The picture of a trailer is found by the hash of the film.
 * A picture that only a draft has is not found. One that is not processed yet is.
 */
export async function findPublicPhoto(db: Db, courseCode: string, hash: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select asset.id from asset join public_course using (course_code) cross join encode(sha256, 'hex') as digits
    where course_code = ${courseCode} and left(digits, 16) = ${hash}
      and case asset.kind
        when 'image' then digits in (definition #>> '{cover,sha256}', definition #>> '{sharePhoto,sha256}')
          or definition #> '{studentWork,works}'
            @> jsonb_build_array(jsonb_build_object('photo', jsonb_build_object('sha256', digits)))
        when 'video' then digits = definition ->> 'trailer' and withdrawn_at is null
          and not coalesce(definition -> 'hiddenParts' ? 'trailer', false)
        else false end
    order by state <> 'ready', created_at, id limit 1`.execute(db)
  return rows[0]?.id ?? null
}
