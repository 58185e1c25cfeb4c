/** Stores the seconds that a player reports. docs/contract §12. */
import { type CourseAccess, canReportProgress } from '#domain/learning/access.ts'
import { findLessonCompletion } from '#domain/learning/completion.ts'
import type { Release } from '#domain/learning/release.ts'
import { addWatched, getLengthSeconds, getWatchedPercent, type WatchedRange } from '#domain/learning/watched.ts'
import { accepted, type Outcome, type Refusal } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { repeatConflicts, transact } from '#platform/db/transaction.ts'
import { completeLessons } from './complete-course.ts'
import { type CourseFacts, getAccess, type LessonFacts, type SessionFacts } from './course-facts.ts'
import { noteLastSeen } from './last-seen.ts'
import { decideReleases, getAccessRefusal, getReleaseRefusal } from './lesson-access.ts'
import { loadFactsOfCourses } from './load-course-facts.ts'
import { listAssetLengths, type StoredReports, storeReports, type WatchReport } from './queries/progress.ts'

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

type CourseCase = { facts: CourseFacts; access: CourseAccess; releases: ReadonlyMap<string, Release> }
/** A report whose file belongs to the course of its lesson. */
type Target = { report: WatchedReport; course: CourseCase; lesson: LessonFacts; lengthSeconds: number }
/** A report that counts, with what its completion depends on. */
type CountedReport = {
  courseCode: string
  report: WatchReport
  lesson: LessonFacts
  lengthSeconds: number
  /** False for a file that the lesson no longer has: its seconds are stored, and complete nothing. */
  isCurrent: boolean
  session: SessionFacts | null
  recordingCounts: boolean
}

/**
 * Stores the union of all reports, starts and completes lessons, and completes the course. Reports of lessons that are
 * not open do not count; if none counts, the answer is the refusal of the first. Nothing is stored for a teacher.
 */
export async function reportWatchedSeconds(
  deps: Deps,
  member: ActingPerson,
  reports: readonly WatchedReport[],
): Promise<Outcome<ReportResult>> {
  const targets = await findTargets(deps, member, reports)
  const cases = new Set(targets.flatMap((target) => target?.course ?? []))
  for (const { facts, access } of cases) await noteLastSeen(deps, facts, access)
  const counted: CountedReport[] = []
  let refusal: Refusal | null = null
  for (const target of targets) {
    const result = checkReport(deps, target)
    if ('code' in result) refusal ??= result
    else if (result.counted) counted.push(result.counted)
  }
  const isTeacher = [...cases].some(({ facts }) => facts.isTeacher)
  if (counted.length === 0 && refusal && !isTeacher) return { ok: false, refusal }
  if (counted.length === 0) return accepted({ lessons: [], renewed: [] })
  return accepted(await storeCounted(deps, member.personId, counted))
}

/** In the order of the reports. Null: no such lesson, or no such file in its course. */
async function findTargets(
  deps: Deps,
  member: ActingPerson,
  reports: readonly WatchedReport[],
): Promise<(Target | null)[]> {
  const now = deps.clock()
  const lessonIds = [...new Set(reports.map(({ lessonId }) => lessonId))]
  const all = await loadFactsOfCourses(deps.db, member, { lessonIds })
  const cases = [...all.values()].map((facts) => {
    const access = getAccess(facts, now)
    return { facts, access, releases: decideReleases(facts, access, now) }
  })
  const found = reports.map((report) => {
    const isReported = ({ lessonId }: LessonFacts) => lessonId === report.lessonId
    const course = cases.find(({ facts }) => facts.lessons.some(isReported))
    const lesson = course?.facts.lessons.find(isReported)
    return course && lesson ? { report, course, lesson, lengthSeconds: findLength(course.facts, lesson, report) } : null
  })
  const unknown = found.flatMap((one) => (one && one.lengthSeconds === null ? one.report : []))
  const lengths = unknown.length > 0 ? await listAssetLengths(deps.db, unknown) : []
  return found.map((one) => {
    if (!one) return null
    const { lessonId, assetId } = one.report
    const row = lengths.find(({ lesson_id, asset_id }) => lesson_id === lessonId && asset_id === assetId)
    const lengthSeconds = one.lengthSeconds ?? (row ? getLengthSeconds(row.duration_ms) : null)
    return lengthSeconds === null ? null : { ...one, lengthSeconds }
  })
}

/** Null for a file that neither the lesson nor a session has now, such as a replaced one. */
function findLength(facts: CourseFacts, lesson: LessonFacts, report: WatchedReport): number | null {
  if (lesson.assetId === report.assetId) return lesson.durationSeconds
  return findRecordedSession(facts, report)?.recording?.lengthSeconds ?? null
}

/** The counted report, null for a teacher's, or the reason why it does not count. */
function checkReport(deps: Deps, target: Target | null): { counted: CountedReport | null } | Refusal {
  const release = target?.course.releases.get(target.lesson.lessonId)
  if (!target || !release || target.course.access.state === 'none') return { code: 'LESSON_NOT_FOUND' }
  const { report, course, lesson, lengthSeconds } = target
  if (!canReportProgress(course.access, deps.clock())) return getAccessRefusal(deps, course) ?? { code: 'ACCESS_OVER' }
  const closed = getReleaseRefusal({ release })
  if (closed) return release.state === 'withdrawn' ? { code: 'LESSON_NOT_FOUND' } : closed
  if (course.facts.isTeacher) return { counted: null }
  const session = findRecordedSession(course.facts, report)
  const isPlayable = lesson.kind === 'video' || lesson.kind === 'audio'
  if (!isPlayable && !session) return { code: 'LESSON_NOT_FOUND' }
  return {
    counted: {
      courseCode: course.facts.course.courseCode,
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

/**
 * By one statement, or in one transaction with the completion that follows. A report of another tab may have completed
 * a lesson between the facts and the statement; the transaction then stores the same union again.
 */
async function storeCounted(deps: Deps, personId: string, counted: readonly CountedReport[]): Promise<ReportResult> {
  const merged = mergeReports(counted)
  const now = deps.clock()
  const listCompleted = (rows: readonly Watched[]) => counted.filter((one) => isCompletedBy(one, rows, now))
  const expected = counted.map(({ report, lesson, session, lengthSeconds }) => {
    const known = session?.ranges ?? lesson.ranges
    const reported = merged.find((row) => isSameFile(row, report))!.ranges
    return { ...report, ranges: addWatched(known, reported, lengthSeconds) }
  })
  if (listCompleted(expected).length === 0) {
    const stored = await repeatConflicts(() => storeReports(deps.db, personId, merged, GRANT_MINUTES))
    if (listCompleted(stored.watched).length === 0) return toResult(counted, stored, [], now)
  }
  return transact(deps.db, async (tx) => {
    const stored = await storeReports(tx, personId, merged, GRANT_MINUTES)
    const completed = listCompleted(stored.watched)
    for (const [courseCode, own] of Map.groupBy(completed, (one) => one.courseCode)) {
      const lessonIds = [...new Set(own.map(({ lesson }) => lesson.lessonId))]
      const lessons = lessonIds.map((lessonId) => ({ lessonId, completedBy: 'watched' as const }))
      await completeLessons(deps, tx, { personId, courseCode }, lessons)
    }
    return toResult(counted, stored, completed, now)
  })
}

function toResult(
  counted: readonly CountedReport[],
  { watched, renewed }: StoredReports,
  completed: readonly CountedReport[],
  now: Date,
): ReportResult {
  const completedNow = new Set(completed.map(({ lesson }) => lesson.lessonId))
  const lessons = new Map(counted.map(({ lesson }) => [lesson.lessonId, lesson]))
  return {
    lessons: [...lessons.values()].map(({ lessonId, completedAt }) => {
      const one = counted.find(({ lesson, isCurrent }) => lesson.lessonId === lessonId && isCurrent)
      return {
        lessonId,
        percent: one ? getWatchedPercent(getRanges(one, watched), one.lengthSeconds) : 0,
        completedAt: (completedAt ?? (completedNow.has(lessonId) ? now : null))?.toISOString() ?? null,
      }
    }),
    renewed: renewed.map(({ grantId, aliveUntil }) => ({ grantId, aliveUntil: aliveUntil.toISOString() })),
  }
}

type Watched = Pick<WatchReport, 'lessonId' | 'assetId' | 'ranges'>

const isSameFile = (a: Pick<Watched, 'lessonId' | 'assetId'>, b: Pick<Watched, 'lessonId' | 'assetId'>) =>
  a.lessonId === b.lessonId && a.assetId === b.assetId

const getRanges = ({ report }: CountedReport, rows: readonly Watched[]) =>
  rows.find((row) => isSameFile(row, report))?.ranges ?? []

const isCompletedBy = (one: CountedReport, rows: readonly Watched[], now: Date) =>
  one.lesson.completedAt === null && isPlayedThrough(one, getRanges(one, rows), now)

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
  const { lesson, lengthSeconds, isCurrent, session, recordingCounts } = one
  const completedBy = findLessonCompletion({
    kind: lesson.kind,
    watchedPercent: lesson.watchedPercent,
    media: isCurrent ? { ranges, lengthSeconds } : null,
    attendance: session?.attendance ?? null,
    recordingCounts,
    isMarkedDone: false,
    now,
  })
  return completedBy === 'watched'
}
