/** The published versions of a course. docs/contract §36. */
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { listVersionRows } from './queries.ts'
import type { Version } from './wire.ts'

const PAGE_LENGTH = 50

/** Newest first. `next` is the number before which the next page begins; null at the end. */
export async function listVersions(
  deps: Deps,
  person: ActingPerson,
  { courseCode, before }: { courseCode: string; before: number | null },
): Promise<Outcome<{ versions: Version[]; next: number | null }>> {
  const permitted = await requirePermission(deps.db, person, 'course.read', courseCode)
  if (!permitted.ok) return permitted
  const rows = await listVersionRows(deps.db, courseCode, { before, limit: PAGE_LENGTH + 1 })
  const versions = rows
    .slice(0, PAGE_LENGTH)
    .map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt.toISOString() }))
  return accepted({ versions, next: rows.length > PAGE_LENGTH ? versions.at(-1)!.number : null })
}
