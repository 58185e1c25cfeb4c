/** The statements about notes. Each names the writer, so that nobody else's notes are read. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** lesson_note_own; by their moment in the video, then by time */
export function listLessonNotes(db: Db | Tx, personId: string, lessonId: string) {
  return db
    .selectFrom('lesson_note')
    .select(['id', 'at_seconds', 'text', 'created_at', 'updated_at'])
    .where('person_id', '=', personId)
    .where('lesson_id', '=', lessonId)
    .orderBy(sql`at_seconds asc nulls last`)
    .orderBy('id')
    .execute()
}

/** lesson_note_own */
export async function countNotes(tx: Tx, personId: string, lessonId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('lesson_note')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertNote(
  tx: Tx,
  note: { personId: string; lessonId: string; text: string; atSeconds: number | null },
): Promise<void> {
  await tx
    .insertInto('lesson_note')
    .values({ person_id: note.personId, lesson_id: note.lessonId, text: note.text, at_seconds: note.atSeconds })
    .execute()
}

/** primary key; the lesson of an own note, or null */
export async function getNoteLesson(db: Db, personId: string, noteId: string): Promise<string | null> {
  const row = await db
    .selectFrom('lesson_note')
    .select('lesson_id')
    .where('id', '=', noteId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.lesson_id ?? null
}

/** primary key; without `atSeconds` the moment stays */
export async function updateNote(
  db: Db,
  note: { personId: string; noteId: string; text: string; atSeconds?: number | null | undefined },
): Promise<void> {
  await db
    .updateTable('lesson_note')
    .set({
      text: note.text,
      ...(note.atSeconds !== undefined && { at_seconds: note.atSeconds }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', note.noteId)
    .where('person_id', '=', note.personId)
    .execute()
}

/** primary key */
export async function removeNote(db: Db, personId: string, noteId: string): Promise<void> {
  await db.deleteFrom('lesson_note').where('id', '=', noteId).where('person_id', '=', personId).execute()
}
