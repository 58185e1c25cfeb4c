/** Withdraws a course from sale, and reopens it. docs/contract §36. */
import { CourseDocument } from '#catalogue/catalog/publish/course-document.ts'
import { publishCourse } from '#catalogue/catalog/publish/publish-course.ts'
import { getCourseLife } from '#catalogue/catalog/queries/published-course.ts'
import { noteStudioChange } from '#catalogue/catalog/queries/studio-changes.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { courseChangedJob } from '#catalogue/catalog/queue.ts'
import { findLastVersion } from '#catalogue/drafts/queries.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { changeWithEffects, type Effect, type Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { listConcernedByWithdrawal } from './queries.ts'

type WithdrawInput = Confirmation & { courseCode: string; reason?: string | undefined }

/** A course that is withdrawn already keeps its day and its reason. A preview needs no reason. */
export async function withdrawCourse(
  deps: Deps,
  person: ActingPerson,
  { courseCode, reason = '', ...confirmation }: WithdrawInput,
): Promise<Outcome<Effects>> {
  if (!confirmation.preview && reason === '')
    return refused('FIELD_INVALID', { fields: { reason: 'Reason is required' } })
  const now = deps.clock()
  const withdrawal = { courseCode, withdrawnAt: now, note: `Withdrawn: ${reason}` }
  return changeWithEffects(deps.db, { change: { withdraw: courseCode }, ...confirmation }, async (tx) => {
    const changed = await changeWithdrawal(deps, tx, person, withdrawal)
    if (!changed.ok) return changed
    return accepted(changed.value ? listEffects(await listConcernedByWithdrawal(tx, courseCode, now)) : null)
  })
}

const people = (count: number, one: string, many: string) =>
  count === 1 ? `1 person ${one}` : `${count} people ${many}`

function listEffects(concerned: Awaited<ReturnType<typeof listConcernedByWithdrawal>>): Effect[] {
  const say: Record<keyof typeof concerned, (count: number) => string> = {
    openCheckouts: (count) =>
      count === 1 ? '1 open checkout may still finish.' : `${count} open checkouts may still finish.`,
    waiting: (count) => `${people(count, 'on the waitlist gets', 'on the waitlist get')} an e-mail.`,
    wantNews: (count) => `${people(count, 'who asked for news gets', 'who asked for news get')} an e-mail.`,
    learners: (count) => (count === 0 ? 'Nobody has a seat.' : `${people(count, 'keeps', 'keep')} access.`),
  }
  const page = 'The page stays, without a way to buy. The course leaves all lists.'
  const effects = (Object.keys(say) as (keyof typeof say)[]).map((code) => {
    const ids = concerned[code]
    return {
      code: CODES[code],
      count: ids.length,
      ids,
      message: say[code](ids.length),
      isPassing: code === 'openCheckouts',
    }
  })
  return [
    { code: 'sale-ends', count: 1, message: page },
    ...effects.filter(({ code, count }) => count > 0 || code === CODES.learners),
  ]
}

const CODES = {
  openCheckouts: 'checkouts-go-on',
  waiting: 'waitlist-ends',
  wantNews: 'news-ends',
  learners: 'access-stays',
} as const

/** People who were on a waitlist, or wanted news, ask again. */
export function reopenCourse(deps: Deps, person: ActingPerson, courseCode: string): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const changed = await changeWithdrawal(deps, tx, person, { courseCode, withdrawnAt: null, note: 'Reopened' })
    return changed.ok ? accepted(null) : changed
  })
}

type Withdrawal = { courseCode: string; withdrawnAt: Date | null; note: string }

/** Publishes the last version with only this change: texts of the draft stay unpublished. False: nothing to change. */
async function changeWithdrawal(
  deps: Deps,
  tx: Tx,
  person: ActingPerson,
  { courseCode, withdrawnAt, note }: Withdrawal,
): Promise<Outcome<boolean>> {
  const permitted = await requirePermission(tx, person, 'course.close', courseCode)
  if (!permitted.ok) return permitted
  await lockCourse(tx, courseCode)
  const life = await getCourseLife(tx, courseCode)
  if (!life) return refused('COURSE_NOT_FOUND')
  if ((life.withdrawn_at === null) === (withdrawnAt === null)) return accepted(false)
  const last = await findLastVersion(tx, courseCode)
  if (!last) return refused('VERSION_NOT_FOUND')
  const document = CourseDocument.parse(last.document)
  const about = { ...document.about, withdrawnAt: withdrawnAt?.toISOString() ?? null }
  const publishedBy = { kind: person.audience, id: person.personId }
  await publishCourse(tx, { courseCode, document: { ...document, about }, source: 'studio', publishedBy, note })
  await noteStudioChange(tx, 'courses', courseCode)
  await deps.jobs.enqueue(tx, courseChangedJob, { courseCode }, { key: courseCode })
  await recordEvent(deps, tx, {
    actor: publishedBy,
    action: withdrawnAt ? 'course-withdrawn' : 'course-reopened',
    object: { kind: 'course', id: courseCode },
  })
  return accepted(true)
}
