/** Chooses whether people who enrol together pay less for a course. docs/contract §39. */
import { putGroupDiscount } from '#catalogue/catalog/queries/published-course.ts'
import { noteStudioChange } from '#catalogue/catalog/queries/studio-changes.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { courseChangedJob } from '#catalogue/catalog/queue.ts'
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'

/** Counts for quotes from now on. Running quotes and orders keep their price. */
export function changeGroupDiscount(
  deps: Deps,
  person: ActingPerson,
  { courseCode, hasGroupDiscount }: { courseCode: string; hasGroupDiscount: boolean },
): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'price.edit', courseCode)
    if (!permitted.ok) return permitted
    await lockCourse(tx, courseCode)
    await putGroupDiscount(tx, { course_code: courseCode, has_group_discount: hasGroupDiscount })
    await noteStudioChange(tx, 'courses', courseCode)
    await deps.jobs.enqueue(tx, courseChangedJob, { courseCode }, { key: courseCode })
    await recordEvent(deps, tx, {
      actor: { kind: person.audience, id: person.personId },
      action: 'group-discount-changed',
      object: { kind: 'course', id: courseCode },
      details: { discount: hasGroupDiscount ? 'on' : 'off' },
    })
    return accepted(null)
  })
}
