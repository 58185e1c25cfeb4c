/** Stores the seconds that a player reports. docs/contract §12. */
import { type CourseAccess, canReportProgress } from '#domain/learning/access.ts'
import { findLessonCompletion } from '#domain/learning/completion.ts'
import type { Release } from '#domain/learning/release.ts'
import { addWatched, getLengthSeconds, getWatchedPercent, type WatchedRange } from '#domain/learning/watched.ts'
import { accepted, type Outcome, type Refusal } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { completeLessons } from './complete-course.ts'
import { type CourseFacts, getAccess, type LessonFacts, type SessionFacts } from './course-facts.ts'
import { noteLastSeen } from './last-seen.ts'
import { decideReleases, getAccessRefusal, getReleaseRefusal } from './lesson-access.ts'
import { loadFactsOfCourses } from './load-course-facts.ts'
import { addWatchedRanges, listReportTargets, renewGrants, startLessons, type WatchReport } from './queries/progress.ts'
import { getLessonRules } from './read-lesson.ts'

export type WatchedReport = {
  lessonId: string
  assetId: string
  ranges: readonly WatchedRange[]
  position: number
  /** The age of the position. */
  secondsAgo?: number
}
type ReportResult = {
  lessons: { lessonId: string; percent: number; completedAt: string | null }[]
  renewed: { grantId: string; aliveUntil: string }[]
}

/** Minutes that a playback grant lives on after a report. docs/contract §12. */
const GRANT_MINUTES = 10

type Target = Awaited<ReturnType<typeof listReportTargets>>[number]
type CourseCase = { facts: CourseFacts; access: CourseAccess; releases: ReadonlyMap<string, Release> }
/** A report that counts, with what its completion depends on. */
type CountedReport = {
  courseCode: string
  report: WatchReport
  lesson: LessonFacts
  lengthSeconds: number
  /** False for a file that the lesson no longer has: its seconds are stored, and complete nothing. */
  isCurrent: boolean
  watchedPercent: number
  session: SessionFacts | null
  recordingCounts: boolean
}

/**
 * Stores the union of all reports, starts and completes lessons, and completes the course, in one transaction. Reports
 * of lessons that are not open do not count; if none counts, the answer is the refusal of the first. Nothing is stored
 * for a teacher.
 */
export async function reportWatchedSeconds(
  deps: Deps,
  member: ActingPerson,
  reports: readonly WatchedReport[],
): Promise<Outcome<ReportResult>> {
  const targets = await listReportTargets(deps.db, reports)
  const cases = await loadCases(deps, member, targets)
  for (const { facts, access } of cases.values()) await noteLastSeen(deps, facts, access)
  const counted: CountedReport[] = []
  let refusal: Refusal | null = null
  for (const report of reports) {
    const target = targets.find((one) => one.lesson_id === report.lessonId && one.asset_id === report.assetId)
    const result = checkReport(deps, report, target, target && cases.get(target.course_code))
    if ('code' in result) refusal ??= result
    else if (result.counted) counted.push(result.counted)
  }
  const isTeacher = [...cases.values()].some(({ facts }) => facts.isTeacher)
  if (counted.length === 0 && refusal && !isTeacher) return { ok: false, refusal }
  if (counted.length === 0) return accepted({ lessons: [], renewed: [] })
  return inOneTransaction(deps.db, async (tx) => accepted(await storeReports(deps, tx, member.personId, counted)))
}

async function loadCases(
  deps: Deps,
  member: ActingPerson,
  targets: readonly Target[],
): Promise<Map<string, CourseCase>> {
  const courseCodes = [...new Set(targets.map(({ course_code }) => course_code))]
  const now = deps.clock()
  const all = await loadFactsOfCourses(deps.db, member, courseCodes)
  return new Map(
    [...all].map(([courseCode, facts]) => {
      const access = getAccess(facts, now)
      return [courseCode, { facts, access, releases: decideReleases(facts, access, now) }]
    }),
  )
}

/** The counted report, null for a teacher's, or the reason why it does not count. */
function checkReport(
  deps: Deps,
  report: WatchedReport,
  target: Target | undefined,
  course: CourseCase | undefined,
): { counted: CountedReport | null } | Refusal {
  const lesson = course?.facts.lessons.find(({ lessonId }) => lessonId === report.lessonId)
  const release = course?.releases.get(report.lessonId)
  if (!target || !course || !lesson || !release || course.access.state === 'none') return { code: 'LESSON_NOT_FOUND' }
  if (!canReportProgress(course.access, deps.clock())) return getAccessRefusal(deps, course) ?? { code: 'ACCESS_OVER' }
  const closed = getReleaseRefusal({ release })
  if (closed) return release.state === 'withdrawn' ? { code: 'LESSON_NOT_FOUND' } : closed
  if (course.facts.isTeacher) return { counted: null }
  const session = findRecordedSession(course.facts, report)
  const isPlayable = lesson.kind === 'video' || lesson.kind === 'audio'
  if (!isPlayable && !session) return { code: 'LESSON_NOT_FOUND' }
  const lengthSeconds = getLengthSeconds(target.duration_ms)
  return {
    counted: {
      courseCode: target.course_code,
      report: {
        lessonId: report.lessonId,
        assetId: report.assetId,
        ranges: addWatched([], report.ranges, lengthSeconds),
        positionSeconds: Math.min(report.position, lengthSeconds),
        secondsAgo: report.secondsAgo ?? 0,
      },
      lesson,
      lengthSeconds,
      isCurrent: session !== null || lesson.assetId === report.assetId,
      watchedPercent: getLessonRules(lesson, target.content).watchedPercent,
      session,
      recordingCounts: course.facts.course.recordingCounts,
    },
  }
}

/** The session of one of the person's cohorts whose recording the report is about. */
function findRecordedSession({ enrolments }: CourseFacts, report: WatchedReport): SessionFacts | null {
  const sessions = enrolments.flatMap((enrolment) => enrolment.sessions)
  return (
    sessions.find(({ lessonId, recording }) => lessonId === report.lessonId && recording?.assetId === report.assetId) ??
    null
  )
}

async function storeReports(
  deps: Deps,
  tx: Tx,
  personId: string,
  counted: readonly CountedReport[],
): Promise<ReportResult> {
  const stored = await addWatchedRanges(tx, personId, mergeReports(counted))
  const lessonIds = [...new Set(counted.map(({ lesson }) => lesson.lessonId))]
  await startLessons(tx, personId, lessonIds)
  const getRanges = ({ report }: CountedReport) =>
    stored.find((row) => row.lessonId === report.lessonId && row.assetId === report.assetId)?.ranges ?? []
  const now = deps.clock()
  const isComplete = (one: CountedReport) =>
    one.lesson.completedAt === null && isPlayedThrough(one, getRanges(one), now)
  const completed = counted.filter(isComplete)
  for (const [courseCode, own] of Map.groupBy(completed, (one) => one.courseCode)) {
    const lessons = [...new Set(own.map(({ lesson }) => lesson.lessonId))]
    await completeLessons(
      deps,
      tx,
      { personId, courseCode },
      lessons.map((lessonId) => ({ lessonId, completedBy: 'watched' })),
    )
  }
  const assetIds = counted.map(({ report }) => report.assetId)
  const renewed = await renewGrants(tx, personId, assetIds, GRANT_MINUTES)
  const completedNow = new Set(completed.map(({ lesson }) => lesson.lessonId))
  return {
    lessons: lessonIds.map((lessonId) => {
      const one = counted.find(({ lesson, isCurrent }) => lesson.lessonId === lessonId && isCurrent)
      const completedAt = counted.find(({ lesson }) => lesson.lessonId === lessonId)!.lesson.completedAt
      return {
        lessonId,
        percent: one ? getWatchedPercent(getRanges(one), one.lengthSeconds) : 0,
        completedAt: (completedAt ?? (completedNow.has(lessonId) ? now : null))?.toISOString() ?? null,
      }
    }),
    renewed: renewed.map(({ id, alive_until }) => ({ grantId: id, aliveUntil: alive_until.toISOString() })),
  }
}

/** One row for each file. The position is the newest, and of two the last. */
function mergeReports(counted: readonly CountedReport[]): WatchReport[] {
  const groups = Map.groupBy(counted, ({ report }) => `${report.lessonId} ${report.assetId}`)
  return [...groups.values()].map((own) => {
    const last = own.toSorted((a, b) => b.report.secondsAgo - a.report.secondsAgo).at(-1)!
    const ranges = own.flatMap(({ report }) => report.ranges)
    return { ...last.report, ranges: addWatched([], ranges, last.lengthSeconds) }
  })
}

function isPlayedThrough(one: CountedReport, ranges: readonly WatchedRange[], now: Date): boolean {
  const { lesson, lengthSeconds, isCurrent, watchedPercent, session, recordingCounts } = one
  const completedBy = findLessonCompletion({
    kind: lesson.kind,
    watchedPercent,
    media: isCurrent ? { ranges, lengthSeconds } : null,
    attendance: session?.attendance ?? null,
    recordingCounts,
    isMarkedDone: false,
    now,
  })
  return completedBy === 'watched'
}
