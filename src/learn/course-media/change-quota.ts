/** Changes how many bytes the original files of a course may take. Only operators do it, by a command. docs/contract §23. */

import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { getCourseStorage, putQuota } from '#media/queries/uploads.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { transact } from '#platform/db/transaction.ts'

/**
 * Files stay, also above the new quota; new uploads are refused then.
 *
 * @param quotaBytes more than 0; null is the setting of the site
 */
export async function changeQuota(
  deps: Pick<Deps, 'db' | 'config' | 'origin'>,
  courseCode: string,
  quotaBytes: number | null,
): Promise<Outcome<{ usedBytes: number; quotaBytes: number }>> {
  const standard = deps.config.media.courseQuotaBytes
  return transact(deps.db, async (tx) => {
    if ((await getCourseTitle(tx, courseCode)) === null) return refused('COURSE_NOT_FOUND')
    const before = await getCourseStorage(tx, courseCode, standard)
    await putQuota(tx, courseCode, quotaBytes)
    const after = await getCourseStorage(tx, courseCode, standard)
    await recordEvent(deps, tx, {
      actor: { kind: 'operator' },
      action: 'quota-changed',
      object: { kind: 'course', id: courseCode },
      details: { bytesBefore: before.quotaBytes, bytes: after.quotaBytes },
    })
    return accepted(after)
  })
}
