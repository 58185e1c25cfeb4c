/** Withdraws a course from sale, and reopens it. docs/contract §36. */
import { CourseDocument } from '#catalogue/catalog/publish/course-document.ts'
import { publishCourse } from '#catalogue/catalog/publish/publish-course.ts'
import { getCourseLife } from '#catalogue/catalog/queries/published-course.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { courseChangedJob } from '#catalogue/catalog/queue.ts'
import { findLastVersion } from '#catalogue/drafts/queries.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { countWithdrawalEffects } from './queries.ts'
import type { WithdrawalEffects } from './wire.ts'

export async function readWithdrawal(
  deps: Deps,
  person: ActingPerson,
  courseCode: string,
): Promise<Outcome<WithdrawalEffects>> {
  const permitted = await requirePermission(deps.db, person, 'course.close', courseCode)
  if (!permitted.ok) return permitted
  return accepted(await countWithdrawalEffects(deps.db, courseCode, deps.clock()))
}

/** A course that is withdrawn already keeps its day and its reason. */
export function withdrawCourse(
  deps: Deps,
  person: ActingPerson,
  { courseCode, reason }: { courseCode: string; reason: string },
): Promise<Outcome<null>> {
  return changeWithdrawal(deps, person, { courseCode, withdrawnAt: deps.clock(), note: `Withdrawn: ${reason}` })
}

/** People who were on a waitlist, or wanted news, ask again. */
export function reopenCourse(deps: Deps, person: ActingPerson, courseCode: string): Promise<Outcome<null>> {
  return changeWithdrawal(deps, person, { courseCode, withdrawnAt: null, note: 'Reopened' })
}

type Withdrawal = { courseCode: string; withdrawnAt: Date | null; note: string }

/** Publishes the last version with only this change: texts of the draft stay unpublished. */
async function changeWithdrawal(
  deps: Deps,
  person: ActingPerson,
  { courseCode, withdrawnAt, note }: Withdrawal,
): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'course.close', courseCode)
    if (!permitted.ok) return permitted
    await lockCourse(tx, courseCode)
    const life = await getCourseLife(tx, courseCode)
    if (!life) return refused('COURSE_NOT_FOUND')
    if ((life.withdrawn_at === null) === (withdrawnAt === null)) return accepted(null)
    const last = await findLastVersion(tx, courseCode)
    if (!last) return refused('VERSION_NOT_FOUND')
    const document = CourseDocument.parse(last.document)
    const about = { ...document.about, withdrawnAt: withdrawnAt?.toISOString() ?? null }
    const publishedBy = { kind: person.audience, id: person.personId }
    await publishCourse(tx, { courseCode, document: { ...document, about }, source: 'studio', publishedBy, note })
    await deps.jobs.enqueue(tx, courseChangedJob, { courseCode }, { key: courseCode })
    await recordEvent(deps, tx, {
      actor: publishedBy,
      action: withdrawnAt ? 'course-withdrawn' : 'course-reopened',
      object: { kind: 'course', id: courseCode },
    })
    return accepted(null)
  })
}
