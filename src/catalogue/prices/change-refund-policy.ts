/** Chooses the refund rule of a course. Each order keeps the figures of its sale. docs/contract §39. */
import { putRefundPolicy } from '#catalogue/catalog/queries/published-course.ts'
import { noteStudioChange } from '#catalogue/catalog/queries/studio-changes.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { courseChangedJob } from '#catalogue/catalog/queue.ts'
import type { RefundPolicy } from '#domain/orders/refund-policy.ts'
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'

export function changeRefundPolicy(
  deps: Deps,
  person: ActingPerson,
  { courseCode, policy }: { courseCode: string; policy: RefundPolicy },
): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'price.edit', courseCode)
    if (!permitted.ok) return permitted
    await lockCourse(tx, courseCode)
    await putRefundPolicy(tx, { course_code: courseCode, refund_policy: policy })
    await noteStudioChange(tx, 'courses', courseCode)
    await deps.jobs.enqueue(tx, courseChangedJob, { courseCode }, { key: courseCode })
    await recordEvent(deps, tx, {
      actor: { kind: person.audience, id: person.personId },
      action: 'refund-policy-changed',
      object: { kind: 'course', id: courseCode },
      details: { policy },
    })
    return accepted(null)
  })
}
