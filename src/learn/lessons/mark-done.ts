/** A learner marks a lesson done, and takes the mark back. docs/contract §12. */
import { canMarkDone, canUndoDone, findLessonCompletion } from '#domain/learning/completion.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { completeLessons } from './complete-course.ts'
import type { LessonFacts } from './course-facts.ts'
import { type LessonCase, requireOpenLesson } from './lesson-access.ts'
import { getLessonContent } from './queries/lesson.ts'
import { lockLearner, replaceLessonCompletion } from './queries/progress.ts'
import { getLessonRules } from './read-lesson.ts'
import { findLessonSession, toLessonProgress } from './views.ts'
import type { LessonProgressView } from './wire/lesson.ts'

type Marked = { progress: LessonProgressView }

/** A repeat changes nothing. A teacher has no progress. */
export async function markDone(deps: Deps, member: ActingPerson, lessonId: string): Promise<Outcome<Marked>> {
  const open = await requireOpenLesson(deps, deps.db, member, lessonId)
  if (!open.ok) return open
  const { facts, lesson } = open.value
  const { allowMark } = await loadRules(deps, lesson)
  if (facts.isTeacher || !canMarkDone(lesson.kind, allowMark)) return refused('NOT_MARKABLE')
  const course = { personId: member.personId, courseCode: facts.course.courseCode }
  await inOneTransaction(deps.db, async (tx) =>
    accepted(await completeLessons(deps, tx, course, [{ lessonId: lesson.lessonId, completedBy: 'marked' }])),
  )
  return loadProgress(deps, member, lessonId)
}

/** Only the own mark is taken back. A lesson that was also watched stays complete. */
export async function undoDone(deps: Deps, member: ActingPerson, lessonId: string): Promise<Outcome<Marked>> {
  const undone = await inOneTransaction(deps.db, async (tx) => {
    await lockLearner(tx, member.personId)
    const open = await requireOpenLesson(deps, tx, member, lessonId)
    if (!open.ok) return open
    if (!canUndoDone(open.value.lesson.completedBy)) return refused('NOT_MARKABLE')
    const { watchedPercent } = await loadRules(deps, open.value.lesson)
    const remaining = findRemainingCompletion(open.value, watchedPercent, deps.clock())
    await replaceLessonCompletion(tx, member.personId, lessonId, remaining)
    return accepted(null)
  })
  return undone.ok ? loadProgress(deps, member, lessonId) : undone
}

function findRemainingCompletion({ facts, lesson }: LessonCase, watchedPercent: number, now: Date) {
  const { kind, durationSeconds, ranges } = lesson
  return findLessonCompletion({
    kind,
    watchedPercent,
    media: durationSeconds === null ? null : { ranges, lengthSeconds: durationSeconds },
    attendance: null,
    recordingCounts: facts.course.recordingCounts,
    isMarkedDone: false,
    now,
  })
}

async function loadRules({ db }: Pick<Deps, 'db'>, lesson: LessonFacts) {
  const row = await getLessonContent(db, lesson.lessonId)
  return getLessonRules(lesson, row?.content)
}

async function loadProgress(deps: Deps, member: ActingPerson, lessonId: string): Promise<Outcome<Marked>> {
  const open = await requireOpenLesson(deps, deps.db, member, lessonId)
  if (!open.ok) return open
  const { facts, access, lesson } = open.value
  return accepted({ progress: toLessonProgress(lesson, findLessonSession(facts, access, lesson)) })
}
