/**
 * Gives rewards once the refund window has passed, and takes them back when the friend's seat ends. Each referral is
 * decided under the lock of its row, so that a repeat changes nothing. docs/decisions/0042.
 */
import { type Money, money } from '#domain/money/money.ts'
import { getRefundWindowEnd, getReward, REFERRAL_TRANSITIONS, settleDebts } from '#domain/orders/referral.ts'
import type { Deps } from '#http/deps.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleAllDue } from '#platform/jobs/handle-each.ts'
import { bookReward, takeRewardBack } from '#sell/ledger/credit.ts'
import { getOrder } from '#sell/orders/queries/orders.ts'
import { getOrderRefundWindows } from '#sell/refunds/refund-window.ts'
import { rewardMail, takenBackMail } from './mail/reward.ts'
import {
  findByReferred,
  getFacts,
  listDue,
  lockDebts,
  lockReferral,
  moveReferral,
  payDebt,
  postpone,
  type ReferralFacts,
  type ReferralRow,
} from './queries.ts'

const BATCH = 100
const DAY_MS = 24 * 60 * 60 * 1000

/** Decides every referral whose time has come. */
export async function decideDueReferrals(deps: Deps): Promise<void> {
  const now = deps.clock()
  await handleAllDue(
    deps.log,
    (after) => listDue(deps.db, now, { after, limit: BATCH }),
    (id) => transact(deps.db, (tx) => decide(deps, tx, id, now)),
    (referralId) => ['a referral was not decided', { referralId }],
  )
}

/** Looks at the referrals of people whose seats ended. */
export async function reviewReferrals(deps: Deps, personIds: readonly string[]): Promise<void> {
  for (const id of await findByReferred(deps.db, personIds))
    await transact(deps.db, async (tx) => {
      const referral = await lockReferral(tx, id)
      const facts = referral && (await getFacts(tx, referral))
      const next = referral && REFERRAL_TRANSITIONS[referral.state]['seat-ended']
      if (!facts || facts.hasSeat || !next) return
      if (next === 'reversed') await reverse(deps, tx, referral, facts)
      else await moveReferral(tx, id, next)
    })
}

async function decide(deps: Deps, tx: Tx, id: string, now: Date): Promise<void> {
  const referral = await lockReferral(tx, id)
  const facts = referral?.state === 'pending' ? await getFacts(tx, referral) : undefined
  if (!referral || !facts) return
  const reward = getReward(money(referral.reward_minor, referral.currency), facts.paidMinor)
  if (!facts.hasSeat || facts.isReferrerDeleted) return moveReferral(tx, id, 'cancelled')
  const startsAt = await getFirstSession(tx, referral.order_id, now)
  const windowEnd = getRefundWindowEnd({ firstSessionAt: startsAt, boughtAt: facts.boughtAt }, facts)
  if (windowEnd > now) return postpone(tx, id, windowEnd)
  if (facts.isFrozen || facts.isBalanceDue) return postpone(tx, id, new Date(now.getTime() + DAY_MS))
  if (facts.isOwnPayment) return moveReferral(tx, id, 'refused')
  if (reward.minor === 0) return moveReferral(tx, id, 'cancelled')
  await give(deps, tx, referral, facts, reward)
}

/** The one that the refund window of the order is about. */
async function getFirstSession(tx: Tx, orderId: string, now: Date): Promise<Date | null> {
  const order = await getOrder(tx, orderId)
  return order ? (await getOrderRefundWindows(tx, order, now)).firstSessionAt : null
}

async function give(deps: Deps, tx: Tx, referral: ReferralRow, facts: ReferralFacts, reward: Money): Promise<void> {
  const { id, referrer_id, currency } = referral
  const debts = await lockDebts(tx, referrer_id, currency)
  const { credited, paid } = settleDebts(
    reward,
    debts.map(({ debt_minor }) => money(debt_minor, currency)),
  )
  for (const [at, part] of paid.entries()) if (part.minor > 0) await payDebt(tx, debts[at]!.id, part.minor)
  await moveReferral(tx, id, 'rewarded', { reward_minor: reward.minor, credited_minor: credited.minor })
  await bookReward(tx, id, referrer_id, credited)
  if (credited.minor === 0) return
  await enqueueMail(tx, deps.jobs, {
    dedupeKey: `referral-reward:${id}`,
    to: facts.referrerEmail,
    ...rewardMail({ publicUrl: deps.config.publicUrl, sender: deps.site.current }, { ...facts, credited }),
  })
}

async function reverse(deps: Deps, tx: Tx, referral: ReferralRow, facts: ReferralFacts): Promise<void> {
  const { id, referrer_id, currency } = referral
  const reward = money(referral.reward_minor, currency)
  const taken = await takeRewardBack(tx, id, referrer_id, reward)
  const debt = money(reward.minor - taken.minor, currency)
  await moveReferral(tx, id, 'reversed', { taken_back_minor: taken.minor, debt_minor: debt.minor })
  if (facts.isReferrerDeleted) return
  await enqueueMail(tx, deps.jobs, {
    dedupeKey: `referral-reversed:${id}`,
    to: facts.referrerEmail,
    ...takenBackMail({ publicUrl: deps.config.publicUrl, sender: deps.site.current }, { ...facts, taken, debt }),
  })
}
