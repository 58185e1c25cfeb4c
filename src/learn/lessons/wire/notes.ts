/** The endpoints of a person's own notes. docs/contract §16. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'
import { LessonParams } from './parts.ts'

export const NoteView = z
  .object({
    noteId: z.string(),
    /** The second of the video that the note is about. */
    atSeconds: z.number().nullable(),
    text: z.string(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Note' })
export type NoteView = z.infer<typeof NoteView>

const NoteText = z
  .string({ error: 'A note needs some text' })
  .transform((text) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ''))
  .transform((text) => text.trim())
  .pipe(z.string().min(1, { error: 'A note needs some text' }).max(5000, { error: 'Please shorten your note' }))

const Second = z.number().int().min(0).max(360_000)
/** All notes of the lesson, after the change. */
const answers = { 200: z.object({ data: z.object({ notes: z.array(NoteView) }) }) }
const ACCESS_REFUSALS = ['ENROLMENT_UNCONFIRMED', 'ACCESS_ENDED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'] as const

export const listNotes = endpoint({
  host: 'community',
  method: 'GET',
  path: 'lessons/:lessonId/notes',
  summary: 'The person’s own notes on a lesson',
  actor: 'person',
  params: LessonParams,
  answers,
  refusals: ['LESSON_NOT_FOUND', ...ACCESS_REFUSALS],
})

export const addNote = endpoint({
  host: 'community',
  method: 'POST',
  path: 'lessons/:lessonId/notes',
  summary: 'Add a note to a lesson',
  actor: 'person',
  params: LessonParams,
  body: z.object({ text: NoteText, atSeconds: Second.nullable().optional() }),
  answers,
  refusals: [
    'LESSON_NOT_FOUND',
    'FIELD_INVALID',
    'NOTES_LIMITED',
    'LESSON_NOT_OPEN',
    'ACCESS_FROZEN',
    'ACCESS_OVER',
    'BALANCE_DUE',
    ...ACCESS_REFUSALS,
  ],
})

const NoteParams = z.object({ noteId: z.uuid() })

export const changeNote = endpoint({
  host: 'community',
  method: 'PATCH',
  path: 'notes/:noteId',
  summary: 'Change an own note',
  actor: 'person',
  params: NoteParams,
  body: z.object({ text: NoteText, atSeconds: Second.nullable().optional() }),
  answers,
  refusals: ['NOTE_NOT_FOUND', 'FIELD_INVALID', ...ACCESS_REFUSALS],
})

export const deleteNote = endpoint({
  host: 'community',
  method: 'DELETE',
  path: 'notes/:noteId',
  summary: 'Delete an own note',
  actor: 'person',
  params: NoteParams,
  answers,
  refusals: ['NOTE_NOT_FOUND', ...ACCESS_REFUSALS],
})
