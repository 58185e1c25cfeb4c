/** The learning data of one person, for the account export and the deletion of an account. */
import { deleteExtensions, listExtensionsForExport } from '#learn/enrolments/queries/extensions.ts'
import type { Db, Tx } from '#platform/db/db.ts'

/** person_id leads each primary key or index; the sections of the export */
export async function listLearningForExport(db: Db, personId: string) {
  const [progress, completions, watched, notes, attendance, accessExtensions] = await Promise.all([
    db
      .selectFrom('lesson_progress')
      .innerJoin('lesson', 'lesson.id', 'lesson_progress.lesson_id')
      .select(['course_code', 'lesson.key as lesson', 'title', 'started_at', 'completed_at', 'completed_by'])
      .where('person_id', '=', personId)
      .orderBy('started_at')
      .execute(),
    db
      .selectFrom('course_completion')
      .select(['course_code', 'completed_at'])
      .where('person_id', '=', personId)
      .orderBy('completed_at')
      .execute(),
    db
      .selectFrom('watch')
      .innerJoin('lesson', 'lesson.id', 'watch.lesson_id')
      .select(['course_code', 'lesson.key as lesson', 'ranges', 'position_seconds', 'updated_at'])
      .where('person_id', '=', personId)
      .orderBy('updated_at')
      .execute(),
    db
      .selectFrom('lesson_note')
      .innerJoin('lesson', 'lesson.id', 'lesson_note.lesson_id')
      .select(['course_code', 'lesson.key as lesson', 'at_seconds', 'text', 'created_at', 'updated_at'])
      .where('person_id', '=', personId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('attendance')
      .innerJoin('cohort_session', 'cohort_session.id', 'attendance.session_id')
      .select(['cohort_code', 'title', 'starts_at', 'joined_at', 'verdict', 'verdict_at'])
      .where('person_id', '=', personId)
      .orderBy('starts_at')
      .execute(),
    listExtensionsForExport(db, personId),
  ])
  return { progress, completions, watched, notes, attendance, accessExtensions }
}

/** Deletes progress, watched ranges, notes, playback and the reasons of longer access. Attendance and completion stay with the anonymous person. */
export async function forgetLearner(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('play_grant').where('person_id', '=', personId).execute()
  await tx.deleteFrom('watch').where('person_id', '=', personId).execute()
  await tx.deleteFrom('lesson_progress').where('person_id', '=', personId).execute()
  await tx.deleteFrom('lesson_note').where('person_id', '=', personId).execute()
  await tx.deleteFrom('opened_digest').where('person_id', '=', personId).execute()
  await deleteExtensions(tx, personId)
}
