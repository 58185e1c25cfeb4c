/** Loads the learners of a course and the figures of one lesson for its teachers. */

import type { Client, SignedInAudience } from '#http/client.ts'
import { callLearners, callLessonFigures } from '#learn/lessons/calls.ts'
import type { CourseLearners, LessonFiguresView } from '#learn/lessons/wire/learners.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'

/** Null: there is no such course, or the person does not teach it. */
export async function loadLearners(
  client: Client,
  as: SignedInAudience,
  courseCode: string,
  after: string | null,
): Promise<CourseLearners | null> {
  const response = await callLearners(client, as, courseCode, after ?? undefined)
  return response.errorCode === 'COURSE_NOT_FOUND' ? null : requireBody(response).data
}

/** The figures of the chosen lesson, else of the first one that is watched. Null: the course has no lesson. */
export async function loadFigures(
  client: Client,
  as: SignedInAudience,
  courseCode: string,
  lessons: CourseLearners['lessons'],
  chosenId: string | null,
): Promise<LessonFiguresView | null> {
  const lesson =
    lessons.find(({ lessonId }) => lessonId === chosenId) ??
    lessons.find(({ kind }) => kind === 'video' || kind === 'audio') ??
    lessons[0]
  if (!lesson) return null
  return requireBody(await callLessonFigures(client, as, courseCode, lesson.lessonId)).data
}
