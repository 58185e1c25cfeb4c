/** Deletes a course that nobody but its teachers ever saw. docs/contract §36. */
import { catalogueRemovers, tryRemove } from '#catalogue/catalog/queries/import.ts'
import { getCourseLife } from '#catalogue/catalog/queries/published-course.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'

type DeleteInput = {
  courseCode: string
  /** As its person typed it. */
  typedCode: string
}

/**
 * With its dates, prices, files and roles. Refuses `COURSE_PUBLISHED`, and `COURSE_IN_USE` if an order or a request
 * refers to it. Its code is free again.
 */
export async function deleteDraft(
  deps: Deps,
  person: ActingPerson,
  { courseCode, typedCode }: DeleteInput,
): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'course.close', courseCode)
    if (!permitted.ok) return permitted
    if (typedCode !== courseCode) return refused('FIELD_INVALID', { fields: { code: `Please type ${courseCode}` } })
    await lockCourse(tx, courseCode)
    const life = await getCourseLife(tx, courseCode)
    if (!life) return refused('COURSE_NOT_FOUND')
    if (life.published_at) return refused('COURSE_PUBLISHED')
    const table = await tryRemove(tx, () => catalogueRemovers.courses(tx, courseCode))
    if (table) return refused('COURSE_IN_USE', { reason: `${table} refers to it` })
    await recordEvent(deps, tx, {
      actor: { kind: person.audience, id: person.personId },
      action: 'draft-deleted',
      object: { kind: 'course', id: courseCode },
    })
    return accepted(null)
  })
}
