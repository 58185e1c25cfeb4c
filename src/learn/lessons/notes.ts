/** A person's own notes on lessons. Each verb answers the notes of the lesson. docs/contract §16. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { requireOpenLesson, requireSeenLesson } from './lesson-access.ts'
import { countNotes, getNoteLesson, insertNote, listLessonNotes, removeNote, updateNote } from './queries/notes.ts'
import { lockLearner } from './queries/progress.ts'
import type { NoteView } from './wire/notes.ts'

type Notes = { notes: NoteView[] }

/** Notes on a lesson, at most. docs/contract §16. */
const MAX_NOTES = 200

export async function loadNotes(deps: Deps, member: ActingPerson, lessonId: string): Promise<Outcome<Notes>> {
  const seen = await requireSeenLesson(deps, deps.db, member, lessonId)
  return seen.ok ? accepted({ notes: await listNoteViews(deps, member.personId, lessonId) }) : seen
}

/** A note needs an open lesson. The person's row is locked, so that parallel notes cannot pass the limit. */
export async function addLessonNote(
  deps: Deps,
  member: ActingPerson,
  input: { lessonId: string; text: string; atSeconds?: number | null | undefined },
): Promise<Outcome<Notes>> {
  const { personId } = member
  const { lessonId } = input
  const open = await requireOpenLesson(deps, deps.db, member, lessonId)
  if (!open.ok) return open
  const written = await inOneTransaction(deps.db, async (tx) => {
    await lockLearner(tx, personId)
    if ((await countNotes(tx, personId, lessonId)) >= MAX_NOTES) return refused('NOTES_LIMITED')
    await insertNote(tx, { ...input, personId, atSeconds: input.atSeconds ?? null })
    return accepted(null)
  })
  return written.ok ? accepted({ notes: await listNoteViews(deps, personId, lessonId) }) : written
}

export async function changeLessonNote(
  deps: Deps,
  member: ActingPerson,
  input: { noteId: string; text: string; atSeconds?: number | null | undefined },
): Promise<Outcome<Notes>> {
  return changeOwnNote(deps, member, input.noteId, () => updateNote(deps.db, { ...input, personId: member.personId }))
}

export async function deleteLessonNote(
  deps: Deps,
  member: ActingPerson,
  { noteId }: { noteId: string },
): Promise<Outcome<Notes>> {
  return changeOwnNote(deps, member, noteId, () => removeNote(deps.db, member.personId, noteId))
}

/** A note of another person gets the 404 of an unknown one. */
async function changeOwnNote(
  deps: Deps,
  member: ActingPerson,
  noteId: string,
  change: () => Promise<void>,
): Promise<Outcome<Notes>> {
  const { personId } = member
  const lessonId = await getNoteLesson(deps.db, personId, noteId)
  if (!lessonId) return refused('NOTE_NOT_FOUND')
  const seen = await requireSeenLesson(deps, deps.db, member, lessonId)
  if (!seen.ok) return seen.refusal.code === 'LESSON_NOT_FOUND' ? refused('NOTE_NOT_FOUND') : seen
  await change()
  return accepted({ notes: await listNoteViews(deps, personId, lessonId) })
}

export async function listNoteViews({ db }: Pick<Deps, 'db'>, personId: string, lessonId: string): Promise<NoteView[]> {
  const rows = await listLessonNotes(db, personId, lessonId)
  return rows.map(({ id, at_seconds, text, created_at, updated_at }) => ({
    noteId: id,
    atSeconds: at_seconds,
    text,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  }))
}
