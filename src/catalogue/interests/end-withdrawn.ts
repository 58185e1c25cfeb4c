/** Ends requests for news about a course that will not run again, with one e-mail to confirmed people. docs/contract §25. */

import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import { leaveInterest, lockInterest } from '#catalogue/leads/queries/interests.ts'
import { plainName } from '#domain/contact.ts'
import type { Deps } from '#http/deps.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleAllDue } from '#platform/jobs/handle-each.ts'
import { createWithdrawnMail } from './mail/news.ts'
import { listRequestsOfWithdrawnCourses } from './queries.ts'

const BATCH = 500

/** A repeat sends nothing. Excluded courses get no e-mail. */
export async function endWithdrawnRequests(deps: Deps): Promise<void> {
  await handleAllDue(
    deps.log,
    (after) => listRequestsOfWithdrawnCourses(deps.db, { after, limit: BATCH }),
    (interestId) => endRequest(deps, interestId),
    (interestId) => ['a request for news was not ended', { interestId }],
  )
}

async function endRequest(deps: Deps, interestId: string): Promise<void> {
  const { excludedCourseCodes, publicUrl } = deps.config
  await transact(deps.db, async (tx) => {
    const interest = await lockInterest(tx, interestId)
    if (!interest || interest.left_at) return
    await leaveInterest(tx, interestId, deps.clock())
    const title = await getCourseTitle(tx, interest.course_code)
    if (!title || !interest.confirmed_at || excludedCourseCodes.includes(interest.course_code)) return
    const mail = createWithdrawnMail({
      name: plainName(interest.name),
      title,
      homeUrl: publicUrl,
      sender: deps.site.current,
    })
    const { email: to, timezone_id: timezoneId } = interest
    await enqueueMail(tx, deps.jobs, { dedupeKey: `interest-closed:${interestId}`, to, timezoneId, ...mail })
  })
}
