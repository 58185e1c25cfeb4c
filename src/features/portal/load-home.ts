/** Loads a learner's home page, with the same number of statements for any number of courses. */
import { money, toWire } from '#domain/money/money.ts'
import { accepted, type Outcome } from '#domain/outcome.ts'
import { getProfile } from '#features/accounts/profile/profile.ts'
import { listOwnNews } from '#features/interests/own-news.ts'
import { getCreditAccountId } from '#features/ledger/book.ts'
import { getOwedBalance } from '#features/ledger/queries.ts'
import { loadLearnHome } from '#features/lessons/learn-home.ts'
import type { ActingPerson } from '#features/roles/queries.ts'
import { listOwnPlaces } from '#features/waitlist/own-places.ts'
import type { Deps } from '#http/deps.ts'
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
  return accepted({
    profile: profile.value,
    learning,
    credit: credit > 0 ? toWire(money(credit, CREDIT_CURRENCY)) : null,
    waiting: { waitlistEntries, interests },
    unpaidOrders: openOrders.map((order) => ({ orderId: order.id, title: order.title, resumeUrl: toResumeUrl(order) })),
  })
}
