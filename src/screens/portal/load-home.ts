/** Loads a learner's home page, with the same number of statements for any number of courses. */

import { listOwnNews } from '#catalogue/interests/own-news.ts'
import { money, toWire } from '#domain/money/money.ts'
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { loadLearnHome } from '#learn/lessons/learn-home.ts'
import { getProfile } from '#people/accounts/profile/profile.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { loadStudioHome } from '#screens/studio/load-home.ts'
import { getCreditAccountId } from '#sell/ledger/book.ts'
import { getOwedBalance } from '#sell/ledger/queries.ts'
import { listOwnPlaces } from '#sell/waitlist/own-places.ts'
import { listOpenOrders } from './queries.ts'
import { CREDIT_CURRENCY, toResumeUrl } from './signed-up-info.ts'
import type { LearnerHome } from './wire.ts'

export async function loadLearnerHome(deps: Deps, member: ActingPerson): Promise<Outcome<LearnerHome>> {
  const { personId } = member
  const [profile, learning, openOrders, credit, waitlistEntries, interests] = await Promise.all([
    getProfile(deps, personId),
    loadLearnHome(deps, member),
    listOpenOrders(deps.db, personId),
    getOwedBalance(deps.db, getCreditAccountId(personId, CREDIT_CURRENCY)),
    listOwnPlaces(deps, personId),
    listOwnNews(deps, personId),
  ])
  if (!profile.ok) return profile
  const isTeacher = profile.value.roles.includes('creator')
  return accepted({
    profile: profile.value,
    learning,
    credit: credit > 0 ? toWire(money(credit, CREDIT_CURRENCY)) : null,
    waiting: { waitlistEntries, interests },
    unpaidOrders: openOrders.map((order) => ({ orderId: order.id, title: order.title, resumeUrl: toResumeUrl(order) })),
    studio: isTeacher ? await loadStudioHome(deps, member) : null,
  })
}
