/**
 * Reminds of balances that are due, and pauses access where nobody paid. Run each hour. While the site takes no payments
 * or is held, nobody could pay, so reminders and pauses wait. Price rule 6.
 */

import { takesPayments } from '#catalogue/catalog/awaits-payments.ts'
import { formatWithEstimate } from '#catalogue/catalog/local-pricing.ts'
import { add, formatWithSymbol, money } from '#domain/money/money.ts'
import { nextReminder } from '#domain/orders/balance.ts'
import { toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { hasUsableSeat } from '#learn/enrolments/queries.ts'
import { type AccessChange, accessChangedJob } from '#learn/lessons/queue.ts'
import { writeAccessChange } from '#learn/lessons/write-access-mails.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { isInstallationHeld } from '#platform/backup/hold.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { noteBalance } from '#sell/orders/balance.ts'
import { payable } from '#sell/orders/get-order-balance.ts'
import { getOrderedCourse } from '#sell/orders/ordered-course.ts'
import { getMandate } from '#sell/orders/queries/card-mandates.ts'
import { dueBalances, getOrder, lockOrder, noteReminder } from '#sell/orders/queries/orders.ts'
import { listOrderPayments } from '#sell/orders/queries/payments.ts'
import { hasOpenDispute } from '#sell/refunds/queries/disputes.ts'
import { balancePaidMail, balanceReminderMail } from './mail/balance.tsx'

const IN_ONE_ROUND = 200

export async function remindOfBalances(deps: Deps): Promise<void> {
  if (!takesPayments(deps) || (await isInstallationHeld(deps.db))) return
  await handleEach(
    deps.log,
    await dueBalances(deps.db, deps.clock(), IN_ONE_ROUND),
    (orderId) => remind(deps, orderId),
    (orderId) => ['no reminder of a balance', { orderId }],
  )
}

/** Under the order's lock, so that a payment that comes at the same moment is heard. */
async function remind(deps: Deps, orderId: string): Promise<void> {
  const facts = await loadFacts(deps, orderId)
  if (!facts) return
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'complete' || !order.balance_due_at || order.balance_paid_at) return
    if ((await hasOpenDispute(tx, orderId)) || (await isChargedLater(tx, orderId))) return
    const owed = payable(order, await listOrderPayments(tx, orderId), deps.clock())
    if (!owed) return noteBalance(deps, tx, orderId)
    const next = nextReminder(order.balance_due_at, order.balance_reminders, deps.clock())
    if (!next) return
    const pausedAt = await noteReminder(tx, orderId, next.number, next.isLast)
    if (pausedAt) await enqueuePause(deps, tx, orderId, pausedAt)
    const amount = formatWithSymbol(owed.amount)
    const amountDue = await formatWithEstimate({ db: tx }, owed.amount, order.timezone_id)
    await enqueueMail(tx, deps.jobs, {
      dedupeKey: `balance:${orderId}:${next.number}`,
      timezoneId: order.timezone_id,
      to: order.email,
      ...balanceReminderMail({ ...facts, amount, amountDue }, next.isLast),
    })
  })
}

/** The saved card is still to be charged. Then no reminder asks the buyer to pay. */
async function isChargedLater(tx: Tx, orderId: string): Promise<boolean> {
  const mandate = await getMandate(tx, orderId)
  return mandate !== undefined && mandate.ended_at === null && mandate.provider !== null
}

/** The buyer gets the e-mail about the balance, and the friends one about their access. */
async function enqueuePause({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, orderId: string, pausedAt: Date): Promise<void> {
  const change: AccessChange = { orderId, kind: 'locked', since: pausedAt.toISOString(), isOver: false }
  await jobs.enqueue(tx, accessChangedJob, change, { key: `${orderId} locked ${change.since}` })
}

/**
 * Says thank you, once. The friends hear that their lessons are open again.
 *
 * @param pausedAt since when the order was paused. Null: it was not.
 */
export async function writeBalancePaid(deps: Deps, orderId: string, pausedAt: string | null = null): Promise<void> {
  if (pausedAt) await writeAccessChange(deps, { orderId, kind: 'locked', since: pausedAt, isOver: true })
  const facts = await loadFacts(deps, orderId)
  const payments = (await listOrderPayments(deps.db, orderId)).filter(
    ({ purpose, state }) => purpose === 'balance' && state === 'complete',
  )
  // A cancellation or a dispute may have ended the seats, or freeze them: then nothing is paid in full.
  if (!facts || payments.length === 0 || !(await hasUsableSeat(deps.db, orderId))) return
  const amount = formatWithSymbol(payments.map((one) => money(one.amount_minor, one.currency)).reduce(add))
  await transact(deps.db, async (tx) => {
    await enqueueMail(tx, deps.jobs, {
      dedupeKey: `balance-paid:${orderId}`,
      to: facts.email,
      ...balancePaidMail({ ...facts, amount }),
    })
  })
}

async function loadFacts(deps: Deps, orderId: string) {
  const order = await getOrder(deps.db, orderId)
  if (!order?.balance_due_at) return null
  const course = await getOrderedCourse(deps, order)
  return {
    email: order.email,
    name: order.name,
    orderNumber: `U-${order.number}`,
    courseTitle: course.title,
    dueAt: toZoneTime(order.balance_due_at, order.timezone_id).displayText,
    orderUrl: new URL(`/order/${order.id}`, deps.config.publicUrl).href,
    sender: deps.site.current,
  }
}
