/** Writes one e-mail a day to each person whose lessons a date rule opened. docs/contract §22. */
import { decideEnrolmentAccess } from '#domain/learning/access.ts'
import { getOpenedDigest, OPENED_HOURS, type OpenedDigest } from '#domain/learning/opened-digest.ts'
import { getOpeningByDate, getOpeningDate, type OpeningRule } from '#domain/learning/release.ts'
import { isTimeZone } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { enqueueOptionalMail } from '#people/mailing/enqueue-optional-mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { type CourseFacts, getAccess, getReleaseFacts, isPlaced, type LessonFacts } from './course-facts.ts'
import { asLearner } from './is-teacher.ts'
import { decideReleases } from './lesson-access.ts'
import { loadFactsOfCourses } from './load-course-facts.ts'
import { lessonsOpenedMail, type OpenedLesson } from './mail/opened-mail.ts'
import { type DateRuleRow, listDateRules, putOpenedDigest } from './queries/mail-facts.ts'

/** Runs each hour. A second run on the person's day writes nothing; later openings wait for the next day. */
export async function writeOpenedEmails(deps: Deps): Promise<void> {
  const now = deps.clock()
  const after = new Date(now.getTime() - OPENED_HOURS * 3_600_000)
  const rows = await listDateRules(deps.db, { after, now })
  await handleEach(
    deps.log,
    Map.groupBy(rows, (row) => row.person_id),
    ([, own]) => writeToPerson(deps, own, now),
    ([personId]) => ['no e-mail about opened lessons', { personId }],
  )
}

/** @param rows at least one, all of one person */
async function writeToPerson(deps: Deps, rows: readonly DateRuleRow[], now: Date): Promise<void> {
  const [{ person_id: id, email, name, person_timezone_id, timezone_id, announced_until }] = rows as [DateRuleRow]
  const zone = person_timezone_id && isTimeZone(person_timezone_id) ? person_timezone_id : timezone_id
  const digest = getOpenedDigest(announced_until, zone, now)
  if (!digest) return
  const courseCodes = new Set(rows.filter((row) => isIn(getRowOpening(row), digest)).map((row) => row.course_code))
  const facts = await loadFactsOfCourses(deps.db, asLearner(id), { codes: [...courseCodes] })
  const lessons = [...facts.values()].flatMap((course) => listOpened(course, digest))
  if (lessons.length === 0) return
  const content = lessonsOpenedMail(deps, name, lessons)
  await transact(deps.db, async (tx) => {
    await enqueueOptionalMail(deps, tx, {
      kind: 'lesson.opened',
      person: { id, email },
      about: digest.day,
      content,
      timezoneId: zone,
    })
    await putOpenedDigest(tx, id, digest.until)
  })
}

const isIn = (opensAt: Date | null, { after, until }: OpenedDigest): boolean =>
  opensAt !== null && opensAt > after && opensAt <= until

function getRowOpening(row: DateRuleRow): Date | null {
  const rule: OpeningRule =
    row.release_at === null
      ? { kind: 'after-days', days: row.release_days! }
      : { kind: 'on-date', localStart: row.release_at.slice(0, 16) }
  return getOpeningDate(rule, {
    delivery: row.delivery_type,
    timezoneId: row.timezone_id,
    enrolledAt: row.enrolled_at,
    firstSessionAt: row.starts_at,
  })
}

/** Lessons that were closed at the start of the digest, are open now, and were opened by a date in between. */
function listOpened(facts: CourseFacts, digest: OpenedDigest): OpenedLesson[] {
  const { after, until: now } = digest
  const access = getAccess(facts, now)
  if (access.state !== 'open') return []
  const open = facts.enrolments.filter((enrolment) => decideEnrolmentAccess(enrolment, now).state === 'open')
  const since = new Date(Math.max(after.getTime(), Math.min(...open.map(({ enrolledAt }) => enrolledAt.getTime()))))
  const [before, today] = [decideReleases(facts, access, since), decideReleases(facts, access, now)]
  const modules = new Map(facts.modules.map((module) => [module.moduleId, module]))
  const isByDate = (lesson: LessonFacts) =>
    isPlaced(lesson) &&
    open.some((enrolment) => {
      const opensAt = getOpeningByDate(lesson, modules.get(lesson.moduleId)!, getReleaseFacts(facts, enrolment))
      return isIn(opensAt, { ...digest, after: since })
    })
  return facts.lessons
    .filter(({ lessonId }) => before.get(lessonId)?.state === 'closed' && today.get(lessonId)?.state === 'open')
    .filter(isByDate)
    .map(({ key: lessonKey, title }) => ({
      courseCode: facts.course.courseCode,
      courseTitle: facts.course.title,
      lessonKey,
      title,
    }))
}
