/** Whose promo codes are: those of a person name only courses in which the person may make codes. docs/contract §39. */
import { listCoursesOfCodes } from '#catalogue/catalog/queries/promo-codes.ts'
import { isAdminRole, type Roles } from '#domain/permission.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Db, Tx } from '#platform/db/db.ts'

/** `codes`: the ones of own courses. `isWhole`: no other course that still exists is named. Admins own all. */
export type OwnScope = { courseCodes: string[]; codes: string[]; isWhole: boolean }

export async function readOwnScope(
  db: Db | Tx,
  person: ActingPerson,
  { site }: Roles,
  codes: readonly string[],
): Promise<OwnScope> {
  const found = await listCoursesOfCodes(db, codes)
  const courseCodes = [...new Set(found.map(({ courseCode }) => courseCode))]
  if (isAdminRole(site)) return { courseCodes, codes: [...codes], isWhole: true }
  const own: string[] = []
  for (const course of courseCodes) if ((await requirePermission(db, person, 'code.edit', course)).ok) own.push(course)
  return {
    courseCodes: own,
    codes: found.filter(({ courseCode }) => own.includes(courseCode)).map(({ code }) => code),
    isWhole: own.length === courseCodes.length,
  }
}
