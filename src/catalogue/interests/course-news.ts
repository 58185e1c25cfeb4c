/** News about a course that a person asked for, through the link of an e-mail. docs/contract §25. */

import { getCourseAvailability } from '#catalogue/catalog/catalogue.ts'
import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import { confirmInterest, getInterestByLink, leaveInterest } from '#catalogue/leads/queries/interests.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import type { CourseNews } from './wire.ts'

type Input = { token: string; ip: string }
type Interest = NonNullable<Awaited<ReturnType<typeof getInterestByLink>>>

export async function readNews(deps: Deps, input: Input): Promise<Outcome<CourseNews>> {
  const interest = await getInterestByLink(deps.db, deps.secrets.hash(input.token))
  if (interest) return viewNews(deps, interest)
  const wait = await consumeLimit(deps.db, 'emailedLink', input.ip)
  return wait ? refused('RATE_LIMITED', { retryAfter: wait }) : refused('VERIFICATION_INVALID')
}

/** Confirms the address, or turns the news on again. A repeat changes nothing. */
export const confirmNews = (deps: Deps, input: Input): Promise<Outcome<CourseNews>> =>
  changeNews(deps, input, confirmInterest)

/** Turns the news off. A repeat changes nothing. */
export const leaveNews = (deps: Deps, input: Input): Promise<Outcome<CourseNews>> =>
  changeNews(deps, input, leaveInterest)

async function changeNews(
  deps: Deps,
  input: Input,
  change: (tx: Tx, id: string, at: Date) => Promise<void>,
): Promise<Outcome<CourseNews>> {
  await transact(deps.db, async (tx) => {
    const interest = await getInterestByLink(tx, deps.secrets.hash(input.token))
    if (interest && isNews(interest.kind)) await change(tx, interest.id, deps.clock())
  })
  return readNews(deps, input)
}

async function viewNews(deps: Deps, interest: Interest): Promise<Outcome<CourseNews>> {
  const { course_code: courseCode, kind, email, confirmed_at, left_at } = interest
  const [course, title] = await Promise.all([
    getCourseAvailability(deps, courseCode),
    getCourseTitle(deps.db, courseCode),
  ])
  if (!course || course.isExcluded || !title || !isNews(kind)) return refused('VERIFICATION_INVALID')
  const isOn = confirmed_at !== null && left_at === null
  const state = course.isWithdrawn ? 'closed' : left_at ? 'off' : isOn ? 'on' : 'unconfirmed'
  return accepted({ courseCode, title, kind, email, state })
}

const isNews = (kind: Interest['kind']): kind is CourseNews['kind'] => kind !== 'curriculum'
