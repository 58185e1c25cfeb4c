/** Loads the figures of one lesson for its teachers. */

import type { Client, SignedInAudience } from '#http/client.ts'
import { type LessonFiguresView, readLessonFigures, type TaughtLessons } from '#learn/lessons/wire/learners.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'

/** The figures of the chosen lesson, else of the first one that is watched. Null: the course has no lesson. */
export async function loadFigures(
  client: Client,
  as: SignedInAudience,
  courseCode: string,
  lessons: TaughtLessons['lessons'],
  chosenId: string | null,
): Promise<LessonFiguresView | null> {
  const lesson =
    lessons.find(({ lessonId }) => lessonId === chosenId) ??
    lessons.find(({ kind }) => kind === 'video' || kind === 'audio') ??
    lessons[0]
  if (!lesson) return null
  return requireBody(
    await client.call(readLessonFigures, { auth: as, params: { course: courseCode, lessonId: lesson.lessonId } }),
  ).data
}
