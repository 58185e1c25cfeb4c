/** The portal's home: the lesson to continue, what is due, the next session and the courses. docs/contract §16. */

import { type CourseAccess, canSeeOutline } from '#domain/learning/access.ts'
import type { Release } from '#domain/learning/release.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { getSecondsLeft, isWatched } from '#domain/learning/watched.ts'
import { money, toWire } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import { createImageSources } from '#media/pictures/public-image.ts'
import { findMaster } from '#media/queries/masters.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import {
  type CourseFacts,
  getAccess,
  getDecidingEnrolment,
  isPlaced,
  type LearnerEnrolmentFacts,
  type LessonFacts,
  type SessionFacts,
} from './course-facts.ts'
import { decideReleases } from './lesson-access.ts'
import { loadFactsOfCourses } from './load-course-facts.ts'
import { listBalancesDue, listNewCertificates } from './queries/due.ts'
import { listCoursesOfPerson } from './queries/people.ts'
import {
  findLessonSession,
  getCalendarUrl,
  getLessonPercent,
  getPlayed,
  toAccessView,
  toCourseView,
  toProgressView,
  toSessionView,
} from './views.ts'
import type { LearnHome } from './wire/course.ts'

type CourseCase = { facts: CourseFacts; access: CourseAccess; releases: ReadonlyMap<string, Release> }

const HOUR_MS = 3_600_000
/** A session is due in the day before it, and a certificate is new for two weeks. */
const SESSION_DUE_HOURS = 24
const NEW_CERTIFICATE_DAYS = 14

/** The same number of statements for any number of courses. */
export async function loadLearnHome(deps: Deps, member: ActingPerson): Promise<LearnHome> {
  const { personId } = member
  const now = deps.clock()
  const certificatesFrom = new Date(now.getTime() - NEW_CERTIFICATE_DAYS * 24 * HOUR_MS)
  const [codes, balances, certificates] = await Promise.all([
    listCoursesOfPerson(deps.db, personId),
    listBalancesDue(deps.db, personId),
    listNewCertificates(deps.db, personId, certificatesFrom),
  ])
  const cases = toCases(await loadFactsOfCourses(deps.db, member, { codes }), now)
  const sessions = listJoinableSessions(cases, now)
  const next = findContinue(cases, now)
  return {
    continue: next && toContinue(next, await createPosterUrl(deps, next)),
    due: [
      ...balances.map(toDueBalance),
      ...sessions
        .filter(({ startsAt }) => new Date(startsAt).getTime() - now.getTime() <= SESSION_DUE_HOURS * HOUR_MS)
        .map((session) => ({ kind: 'session' as const, ...session })),
      ...certificates.map(({ id, course_code, course_title, issued_at }) => ({
        kind: 'certificate' as const,
        coursePrefixCode: course_code,
        courseTitle: course_title,
        certificateId: id,
        issuedAt: issued_at.toISOString(),
      })),
    ],
    nextSession: sessions[0] ?? null,
    courses: cases.map((course) => toCourse(deps, course, now)),
  }
}

function toDueBalance(balance: Awaited<ReturnType<typeof listBalancesDue>>[number]) {
  const {
    order_id: orderId,
    offer_code: offerCode,
    balance_due_at: dueAt,
    card_brand: brand,
    card_last4: last4,
  } = balance
  return {
    kind: 'balance' as const,
    coursePrefixCode: balance.course_code,
    courseTitle: balance.title,
    dueAt: dueAt.toISOString(),
    amount: toWire(money(balance.left_minor, balance.currency)),
    payUrl: offerCode ? `/checkout/${offerCode}?order=${orderId}` : `/order/${orderId}`,
    isPaused: balance.paused_at !== null,
    savedCard: brand && last4 ? { brand, last4, chargeAt: (balance.charge_at ?? dueAt).toISOString() } : null,
  }
}

/** Courses whose outline the person sees; the one used last comes first. */
function toCases(all: ReadonlyMap<string, CourseFacts>, now: Date): CourseCase[] {
  return [...all.values()]
    .map((facts) => {
      const access = getAccess(facts, now)
      return { facts, access, releases: decideReleases(facts, access, now) }
    })
    .filter(({ access }) => canSeeOutline(access.state))
    .toSorted((a, b) => getLastUse(b).localeCompare(getLastUse(a)))
}

/** The day of the last call in the course, else of the enrolment. */
function getLastUse({ facts, access }: CourseCase): string {
  const enrolment = getDecidingEnrolment(facts, access)
  return enrolment ? `${enrolment.lastSeenOn ?? ''} ${enrolment.enrolledAt.toISOString()}` : ''
}

function toCourse(deps: Deps, { facts, access }: CourseCase, now: Date): LearnHome['courses'][number] {
  const enrolment = getDecidingEnrolment(facts, access)
  const cohort = enrolment?.cohort
  const course = toCourseView(facts)
  return {
    ...course,
    courseCode: cohort?.cohortCode ?? course.coursePrefixCode,
    calendarUrl: getCalendarUrl(deps, cohort),
    startsAt: cohort?.startsAt?.toISOString() ?? null,
    endsAt: cohort?.endsAt?.toISOString() ?? null,
    timezoneId: cohort?.timezoneId ?? null,
    cancelledSessions: enrolment ? listCancelledSessions(enrolment, now) : [],
    access: toAccessView(facts, access),
    progress: toProgressView(facts, access),
    completedAt: facts.completion?.completedAt.toISOString() ?? null,
    certificateId: facts.certificateId,
    url: getRoomPath(course.coursePrefixCode),
  }
}

/** Ahead, cancelled since the seat came to these dates, and not replaced. */
function listCancelledSessions(
  { enrolledAt, movedAt, sessions }: Pick<LearnerEnrolmentFacts, 'enrolledAt' | 'movedAt' | 'sessions'>,
  now: Date,
) {
  const since = movedAt ?? enrolledAt
  const held = new Set(sessions.flatMap(({ lessonId, cancelledAt }) => (cancelledAt === null ? [lessonId] : [])))
  return sessions
    .filter(({ cancelledAt, startsAt }) => cancelledAt !== null && cancelledAt > since && startsAt > now)
    .filter(({ lessonId }) => !held.has(lessonId))
    .map(({ title, startsAt }) => ({ title, startsAt: startsAt.toISOString() }))
}

function findContinue(cases: readonly CourseCase[], now: Date): Continuable | null {
  const open = cases.filter(({ access }) => access.state === 'open')
  const all = open.flatMap((course) => listContinuable(course, now))
  const reported = all.filter(({ reportedAt }) => reportedAt !== null)
  const [latest] = reported.toSorted((a, b) => b.reportedAt!.getTime() - a.reportedAt!.getTime())
  return latest ?? all[0] ?? null
}

type Continuable = {
  course: CourseFacts['course']
  lesson: LessonFacts
  session: SessionFacts | null
  reportedAt: Date | null
}

/** Open lessons that are not complete, in course order. A live lesson is one by its recording. */
function listContinuable({ facts, access, releases }: CourseCase, now: Date): Continuable[] {
  return facts.lessons
    .filter(
      (lesson) => isPlaced(lesson) && lesson.completedAt === null && releases.get(lesson.lessonId)?.state === 'open',
    )
    .map((lesson) => {
      const session = findLessonSession(facts, access, lesson)
      return { course: facts.course, lesson, session, reportedAt: session ? session.reportedAt : lesson.reportedAt }
    })
    .filter(({ lesson, session }) => lesson.kind !== 'live' || isRecordingLeft(session, facts.course, now))
}

/** A recording that counts is left until it completes its lesson; one that does not count, if it was begun. */
function isRecordingLeft(session: SessionFacts | null, { recordingCounts }: CourseFacts['course'], now: Date): boolean {
  if (!session?.recording?.isReady || session.endsAt > now) return false
  const { lengthSeconds } = session.recording
  if (recordingCounts) return true
  return session.reportedAt !== null && (lengthSeconds === null || !isWatched(session.ranges, lengthSeconds))
}

/** The signed address of the poster of the video or recording. Null without one: the page shows the course's picture. */
async function createPosterUrl({ db, secrets }: Deps, { lesson, session }: Continuable): Promise<string | null> {
  const assetId = lesson.kind === 'live' ? session?.recording?.assetId : lesson.assetId
  const master = assetId ? await findMaster(db, assetId) : undefined
  return assetId && master ? createImageSources(secrets, { ...master, assetId }, 'wide').src : null
}

function toContinue(
  { course, lesson, session, reportedAt }: Continuable,
  posterUrl: string | null,
): NonNullable<LearnHome['continue']> {
  const { lengthSeconds, positionSeconds } = getPlayed(lesson, session)
  const secondsLeft = lengthSeconds === null ? null : getSecondsLeft(positionSeconds, lengthSeconds)
  return {
    coursePrefixCode: course.courseCode,
    courseTitle: course.title,
    lessonId: lesson.lessonId,
    lessonKey: lesson.key,
    sessionId: session?.sessionId ?? null,
    kind: lesson.kind,
    title: lesson.title,
    minutesLeft: Math.max(1, Math.ceil((secondsLeft ?? lesson.minutes * 60) / 60)),
    secondsLeft,
    positionSeconds,
    progressPercent: getLessonPercent(lesson, session),
    isStarted: lesson.startedAt !== null || reportedAt !== null,
    posterUrl,
  }
}

/** Sessions that can still be joined: the next one first, and last those whose end has passed. */
function listJoinableSessions(cases: readonly CourseCase[], now: Date): NonNullable<LearnHome['nextSession']>[] {
  return cases
    .filter(({ access }) => access.state === 'open')
    .flatMap(({ facts, access }) =>
      (getDecidingEnrolment(facts, access)?.sessions ?? []).map((session) => ({
        ...toSessionView(session, facts, now),
        coursePrefixCode: facts.course.courseCode,
        courseTitle: facts.course.title,
      })),
    )
    .filter(({ state }) => state === 'early' || state === 'open')
    .toSorted((a, b) => Number(hasEnded(a, now)) - Number(hasEnded(b, now)) || a.startsAt.localeCompare(b.startsAt))
}

function hasEnded({ endsAt }: { endsAt: string }, now: Date): boolean {
  return new Date(endsAt) <= now
}
