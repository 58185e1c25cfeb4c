/** The worker writes the e-mails to people who asked for news about a course. docs/contract §25. */

import { getCourseAvailability } from '#catalogue/catalog/catalogue.ts'
import { type LoadedCourse, loadCourses } from '#catalogue/catalog/courses.ts'
import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import {
  addInterestLink,
  addNotice,
  getInterest,
  lockInterest,
  type NoticeKind,
} from '#catalogue/leads/queries/interests.ts'
import { CLOSING_HOURS, getClosingFrom, isClosingReminderDue } from '#domain/closing-soon.ts'
import { plainName } from '#domain/contact.ts'
import type { Deps } from '#http/deps.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { hasMail } from '#people/mailing/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { describeCohort } from './describe-cohort.ts'
import { createConfirmationMail, createNewsMail } from './mail/news.ts'
import { type DueCursor, type DueNotice, isEnrolled, listDueNotices } from './queries.ts'

const BATCH = 200

/** Asks the person to confirm the address. */
export async function writeConfirmation(deps: Deps, event: { interestId: string; mailId: string }): Promise<void> {
  const interest = await getInterest(deps.db, event.interestId)
  if (!interest || interest.kind === 'curriculum' || interest.confirmed_at || interest.left_at) return
  const { kind, course_code: courseCode, email, name } = interest
  const course = await getCourseAvailability(deps, courseCode)
  const title = await getCourseTitle(deps.db, courseCode)
  if (!course || !title || course.isExcluded || course.isWithdrawn) return
  const dedupeKey = `interest:${event.mailId}` as const
  await transact(deps.db, async (tx) => {
    if (await hasMail(tx, dedupeKey)) return
    const links = await createLinks(deps, tx, interest.id)
    const mail = createConfirmationMail({
      kind,
      title,
      name: plainName(name),
      ...links,
      sender: deps.site.current,
    })
    await enqueueMail(tx, deps.jobs, { dedupeKey, to: email, ...mail })
  })
}

/** Writes every e-mail that is due: enrolment opened, a new date, and enrolment that closes soon. A repeat writes none. */
export async function writeDueNews(deps: Deps): Promise<void> {
  const now = deps.clock()
  const courses = new Map<string, LoadedCourse | null>()
  for (const kind of ['opened', 'dated', 'closing'] as const) {
    let after: DueCursor = null
    do {
      const due: DueNotice[] = await listDueNotices(deps.db, kind, {
        now,
        after,
        limit: BATCH,
        excluded: deps.config.excludedCourseCodes,
        closingUntil: new Date(now.getTime() + CLOSING_HOURS * 3_600_000),
      })
      const timely = due.filter((notice) => kind !== 'closing' || isReminderTime(notice, now))
      await handleEach(
        deps.log,
        timely,
        (notice) => writeNews(deps, { ...notice, kind, now }, courses),
        ({ interestId, cohortCode }) => ['news of a cohort was not written', { interestId, cohortCode, kind }],
      )
      after = due.length === BATCH ? due.at(-1)! : null
    } while (after)
  }
}

const isReminderTime = ({ closesAt, timezoneId, courseZone }: DueNotice, now: Date): boolean =>
  closesAt !== null && now >= getClosingFrom(closesAt) && isClosingReminderDue(closesAt, timezoneId ?? courseZone, now)

type NewNotice = { interestId: string; cohortCode: string; kind: NoticeKind; now: Date }

/** Writes one e-mail, unless the person turned the news off, has a seat, or got it before. */
export async function writeNews(
  deps: Deps,
  notice: NewNotice,
  courses: Map<string, LoadedCourse | null>,
): Promise<void> {
  const { interestId, cohortCode, kind, now } = notice
  const course = courses.get(cohortCode) ?? (await loadCourses(deps.db, [cohortCode], now)).get(cohortCode) ?? null
  courses.set(cohortCode, course)
  const reader = await getInterest(deps.db, interestId)
  // Before the transaction, so that the lock is held shortly.
  const cohort = course && reader && (await describeCohort(deps, course, reader.timezone_id, now))
  if (!cohort || (kind === 'closing' && cohort.status === 'full')) return
  // Without a payment provider nothing opens or closes yet. The e-mail follows once there is one.
  if (kind !== 'dated' && cohort.status === 'coming-soon') return
  await transact(deps.db, async (tx) => {
    const interest = await lockInterest(tx, interestId)
    if (!interest?.confirmed_at || interest.left_at) return
    if (await isEnrolled(tx, interest.email, cohortCode)) return
    if (!(await addNotice(tx, { interestId, cohortCode, kind, at: now }))) return
    const { leaveUrl, headers } = await createLinks(deps, tx, interestId)
    const mail = createNewsMail({ kind, cohort, name: plainName(interest.name), leaveUrl, sender: deps.site.current })
    await enqueueMail(tx, deps.jobs, {
      dedupeKey: `news:${kind}:${interestId}:${cohortCode}`,
      to: interest.email,
      timezoneId: cohort.zone,
      usefulUntil: cohort.closesAt,
      headers,
      ...mail,
    })
  })
}

type Links = { confirmUrl: string; leaveUrl: string; headers: Record<string, string> }

/**
 * The token is in the fragment, so that it never reaches a server log or a Referer header. Only the address for mail
 * clients has it in the path (RFC 8058); the request log names the route.
 */
async function createLinks(deps: Deps, tx: Tx, interestId: string): Promise<Links> {
  const token = deps.secrets.newToken()
  await addInterestLink(tx, deps.secrets.hash(token), interestId)
  const createLink = (path: string) => `${new URL(path, deps.config.publicUrl).href}#token=${token}`
  const oneClickUrl = new URL(`/api/v1/course-news/one-click/${token}`, deps.config.staticDataApiUrl).href
  return {
    confirmUrl: createLink('/course-news'),
    leaveUrl: createLink('/course-news?leave=1'),
    headers: { 'List-Unsubscribe': `<${oneClickUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
