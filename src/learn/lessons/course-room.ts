/** The course room: everything that a learner sees of one course. docs/contract §16. */
import type { CourseAccess } from '#domain/learning/access.ts'
import { chooseEarliestRelease, type Release } from '#domain/learning/release.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import {
  type CohortFacts,
  type CourseFacts,
  getAccess,
  getDecidingEnrolment,
  isPlaced,
  type LessonFacts,
} from './course-facts.ts'
import { noteLastSeen } from './last-seen.ts'
import { decideReleases, getOutlineRefusal } from './lesson-access.ts'
import { loadCourseFacts } from './load-course-facts.ts'
import { listCourseFiles } from './queries/course-facts.ts'
import {
  findLessonSession,
  getCalendarUrl,
  getLessonPercent,
  getPlayed,
  toAccessView,
  toCourseView,
  toProgressView,
  toReleaseView,
  toSessionView,
} from './views.ts'
import type { CourseRoom } from './wire/course.ts'

/** @param timezoneId the zone of local times; else the cohort's */
export async function loadCourseRoom(
  deps: Deps,
  member: ActingPerson,
  courseCode: string,
  timezoneId?: string,
): Promise<Outcome<CourseRoom>> {
  const [facts, files] = await Promise.all([
    loadCourseFacts(deps.db, member, courseCode),
    listCourseFiles(deps.db, courseCode),
  ])
  if (!facts) return refused('COURSE_NOT_FOUND')
  const now = deps.clock()
  const access = getAccess(facts, now)
  const refusal = getOutlineRefusal(access, 'COURSE_NOT_FOUND')
  if (refusal) return { ok: false, refusal }
  await noteLastSeen(deps, facts, access)
  const releases = decideReleases(facts, access, now)
  const isOpen = (lessonId: string) => access.state === 'open' && releases.get(lessonId)?.state === 'open'
  const enrolment = getDecidingEnrolment(facts, access)
  return accepted({
    course: toCourseView(facts),
    access: toAccessView(facts, access),
    cohort: enrolment && toCohortView(deps, enrolment.cohort),
    modules: toModules(facts, access, releases, now),
    withdrawn: facts.lessons
      .filter(({ state, startedAt }) => state === 'withdrawn' && startedAt !== null)
      .map(({ lessonId, key, title }) => ({ lessonId, key, title })),
    sessions: (enrolment?.sessions ?? []).map((session) => ({
      ...toSessionView(session, facts, now),
      ...toZoneTime(session.startsAt, timezoneId ?? enrolment!.cohort.timezoneId),
    })),
    files: files
      .filter(({ lesson_id }) => isOpen(lesson_id))
      .map(({ lesson_id, asset_id, label, bytes }) => ({ lessonId: lesson_id, assetId: asset_id, label, bytes })),
    progress: toProgressView(facts, access),
    completion: facts.completion && { completedAt: facts.completion.completedAt.toISOString() },
    certificateId: facts.certificateId,
    messageCount: facts.messageCount,
  })
}

function toCohortView(deps: Deps, cohort: CohortFacts) {
  const { cohortCode, name, timezoneId, startsAt, endsAt, isCancelled } = cohort
  return {
    courseCode: cohortCode,
    name,
    timezoneId,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    isCancelled,
    calendarUrl: getCalendarUrl(deps, cohort),
  }
}

function toModules(
  facts: CourseFacts,
  access: CourseAccess,
  releases: ReadonlyMap<string, Release>,
  now: Date,
): CourseRoom['modules'] {
  return facts.modules.map(({ moduleId, key, title, kind }) => {
    const lessons = facts.lessons.filter((lesson) => lesson.moduleId === moduleId && isPlaced(lesson))
    const own = lessons.map(({ lessonId }) => releases.get(lessonId)!)
    const published = own.filter(({ state }) => state !== 'planned')
    const release: Release = published.length > 0 ? chooseEarliestRelease(published, now) : { state: 'planned' }
    return {
      key,
      title,
      kind,
      release: toReleaseView(release),
      lessons: lessons.map((lesson) => toRoomLesson(facts, access, lesson, releases.get(lesson.lessonId)!)),
    }
  })
}

function toRoomLesson(facts: CourseFacts, access: CourseAccess, lesson: LessonFacts, release: Release) {
  const session = findLessonSession(facts, access, lesson)
  return {
    lessonId: lesson.lessonId,
    key: lesson.key,
    kind: lesson.kind,
    title: lesson.title,
    summary: lesson.summary,
    minutes: lesson.minutes,
    durationSeconds: lesson.durationSeconds,
    state: lesson.state === 'planned' ? ('planned' as const) : ('published' as const),
    release: toReleaseView(release),
    progressPercent: getLessonPercent(lesson, session),
    positionSeconds: getPlayed(lesson, session).positionSeconds,
    startedAt: lesson.startedAt?.toISOString() ?? null,
    completedAt: lesson.completedAt?.toISOString() ?? null,
    required: lesson.isRequired,
  }
}
