/** The changes of an import that would undo what the studio changed at live rows. docs/contract §44. */
import type { Tx } from '#platform/db/db.ts'
import type { CatalogueRows } from '../catalogue-rows.ts'
import { lockPromoCodes } from '../queries/promo-codes.ts'
import { listStudioChanges } from '../queries/studio-changes.ts'
import type { Content } from './content.ts'
import { describeFields, describeRow } from './describe-changes.ts'
import type { Change } from './differences.ts'

/** The fields of a course that the studio changes at once. Its other fields are texts, which have versions. */
const LIVE_COURSE_FIELDS = new Set(['refund_policy', 'has_group_discount', 'withdrawn_at'])

/** One fault for each such row. It names the row, the day, and the values that the files would write. */
export async function findStudioChanges(
  tx: Tx,
  changes: readonly Change[],
  stored: CatalogueRows,
  content: Content,
): Promise<string[]> {
  const listCodes = (kind: Change['kind']) => changes.filter((one) => one.kind === kind).map(({ code }) => code)
  // Courses, with their cohorts and offers, are locked already.
  await lockPromoCodes(tx, listCodes('promoCodes'))
  const changedAt = new Map((await listStudioChanges(tx)).map((row) => [`${row.kind} ${row.code}`, row.changed_at]))
  const courseByCohort = new Map(stored.cohorts.map((row) => [row.cohort_code, row.course_code]))
  const cohortByOffer = new Map(stored.offers.map((row) => [row.offer_code, row.cohort_code]))
  const getCourseCode = ({ kind, code }: Change) => {
    if (kind === 'courses') return code
    return courseByCohort.get(kind === 'offers' ? (cohortByOffer.get(code) ?? '') : code)
  }
  return changes.flatMap((change) => {
    const at = changedAt.get(`${change.kind} ${change.code}`)
    const fields = change.fields.filter(({ name }) => change.kind !== 'courses' || LIVE_COURSE_FIELDS.has(name))
    if (!at || change.changeType === 'new' || (change.changeType === 'changed' && fields.length === 0)) return []
    const undoing =
      change.changeType === 'removed'
        ? 'the files do not name it'
        : `the files would undo that (${describeFields({ ...change, fields }).join('; ')})`
    const message = `was changed in the studio on ${at.toISOString().slice(0, 10)}, and ${undoing}. Write it into the files, or add \`--over-studio\``
    const row = describeRow(change)
    const courseCode = getCourseCode(change)
    const isInFiles = content.courses.some(({ file }) => file.code === courseCode)
    return isInFiles ? content.formatFault(courseCode!, [], `${row} ${message}`) : `${row} ${message}`
  })
}
