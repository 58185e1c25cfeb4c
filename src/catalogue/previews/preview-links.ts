/** Makes, counts and ends the links that show the draft of a course. docs/contract §36. */
import { getCourseLife } from '#catalogue/catalog/queries/published-course.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { countLinks, deleteLinks, deleteOldLinks, insertLink } from './queries.ts'
import type { PreviewKind, PreviewLink } from './wire.ts'

const HOUR_MS = 60 * 60 * 1000
const LIFE_MS: Readonly<Record<PreviewKind, number>> = { shared: 7 * 24 * HOUR_MS, frame: HOUR_MS }
/** Links of one course and kind that work at the same time. A further one ends the oldest. */
const MAX_LINKS = 20

/** Only the hash of the token is stored, so a link cannot be shown again. */
export async function createPreviewLink(
  deps: Deps,
  person: ActingPerson,
  { courseCode, kind }: { courseCode: string; kind: PreviewKind },
): Promise<Outcome<PreviewLink>> {
  const token = deps.secrets.newToken()
  const createdAt = deps.clock()
  const expiresAt = new Date(createdAt.getTime() + LIFE_MS[kind])
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'course.edit', courseCode)
    if (!permitted.ok) return permitted
    await lockCourse(tx, courseCode)
    // Under the lock, because a draft can be deleted meanwhile.
    if (!(await getCourseLife(tx, courseCode))) return refused('COURSE_NOT_FOUND')
    await deleteOldLinks(tx, courseCode, kind, MAX_LINKS - 1)
    const tokenHash = deps.secrets.hash(token)
    await insertLink(tx, { tokenHash, courseCode, kind, personId: person.personId, createdAt, expiresAt })
    return accepted({ path: `/draft/${token}`, expiresAt: expiresAt.toISOString() })
  })
}

export async function countPreviewLinks(
  deps: Deps,
  person: ActingPerson,
  courseCode: string,
): Promise<Outcome<{ count: number; lastExpiresAt: string | null }>> {
  const permitted = await requirePermission(deps.db, person, 'course.edit', courseCode)
  if (!permitted.ok) return permitted
  const { count, lastExpiresAt } = await countLinks(deps.db, courseCode, deps.clock())
  return accepted({ count, lastExpiresAt: lastExpiresAt?.toISOString() ?? null })
}

/** Those of every person, so that one click is enough after a link was given to the wrong people. */
export async function endPreviewLinks(deps: Deps, person: ActingPerson, courseCode: string): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requirePermission(tx, person, 'course.edit', courseCode)
    if (!permitted.ok) return permitted
    const count = await deleteLinks(tx, courseCode)
    if (count === 0) return accepted(null)
    await recordEvent(deps, tx, {
      actor: { kind: person.audience, id: person.personId },
      action: 'previews-ended',
      object: { kind: 'course', id: courseCode },
      details: { count },
    })
    return accepted(null)
  })
}
