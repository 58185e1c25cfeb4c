/** The browser's calls of the lesson endpoints. */
import type { Client, SignedInAudience } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import * as course from './wire/course.ts'
import { joinSession } from './wire/join.ts'
import * as learners from './wire/learners.ts'
import * as lesson from './wire/lesson.ts'
import * as note from './wire/notes.ts'
import { playLesson, playPreview } from './wire/play.ts'

export const callLearnHome = (client: Client, auth: SignedInAudience) => client.call(course.learnHome, { auth })

export const callCourseRoom = (client: Client, auth: SignedInAudience, code: string) =>
  client.call(course.courseRoom, { auth, params: { course: code }, query: {} })

export const callSearchCourse = (client: Client, auth: SignedInAudience, code: string, q: string) =>
  client.call(course.searchCourse, { auth, params: { course: code }, query: { q } })

export const callCoursePeople = (client: Client, auth: SignedInAudience, code: string) =>
  client.call(course.listCoursePeople, { auth, params: { course: code } })

export const callLesson = (client: Client, auth: SignedInAudience, lessonId: string) =>
  client.call(lesson.readLesson, { auth, params: { lessonId } })

export const callJoinSession = (client: Client, auth: SignedInAudience, sessionId: string) =>
  client.call(joinSession, { auth, params: { sessionId } })

export const callReportWatched = (
  client: Client,
  auth: SignedInAudience,
  body: RequestBody<typeof lesson.reportWatched>,
) => client.call(lesson.reportWatched, { auth, body })

export const callMarkLessonDone = (client: Client, auth: SignedInAudience, lessonId: string) =>
  client.call(lesson.markLessonDone, { auth, params: { lessonId } })

export const callUndoLessonDone = (client: Client, auth: SignedInAudience, lessonId: string) =>
  client.call(lesson.undoLessonDone, { auth, params: { lessonId } })

export const callNotes = (client: Client, auth: SignedInAudience, lessonId: string) =>
  client.call(note.listNotes, { auth, params: { lessonId } })

export const callAddNote = (
  client: Client,
  auth: SignedInAudience,
  lessonId: string,
  body: RequestBody<typeof note.addNote>,
) => client.call(note.addNote, { auth, params: { lessonId }, body })

export const callChangeNote = (
  client: Client,
  auth: SignedInAudience,
  noteId: string,
  body: RequestBody<typeof note.changeNote>,
) => client.call(note.changeNote, { auth, params: { noteId }, body })

export const callDeleteNote = (client: Client, auth: SignedInAudience, noteId: string) =>
  client.call(note.deleteNote, { auth, params: { noteId } })

export const callPlayLesson = (client: Client, auth: SignedInAudience, lessonId: string) =>
  client.call(playLesson, { auth, params: { lessonId } })

export const callLearners = (client: Client, auth: SignedInAudience, course: string, after?: string) =>
  client.call(learners.listLearners, { auth, params: { course }, query: after ? { after } : {} })

export const callLessonFigures = (client: Client, auth: SignedInAudience, course: string, lessonId: string) =>
  client.call(learners.readLessonFigures, { auth, params: { course, lessonId } })

export const callExtendAccess = (
  client: Client,
  auth: SignedInAudience,
  enrolmentId: string,
  body: RequestBody<typeof learners.extendLearnerAccess>,
  idempotencyKey: string,
) => client.call(learners.extendLearnerAccess, { auth, params: { enrolmentId }, body, idempotencyKey })

export const callPlayPreview = (client: Client, courseCode: string, assetId: string) =>
  client.call(playPreview, { params: { course: courseCode }, body: { assetId } })
