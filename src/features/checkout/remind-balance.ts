/** Reminds of balances that are due, and pauses access where nobody paid. Run each hour. Price rule 6. */
import { nextReminder } from '#domain/balance.ts'
import { toDecimal } from '#domain/money.ts'
import { inZone } from '#domain/schedule.ts'
import { getCohortWithTitle } from '#features/catalog/catalogue.ts'
import { post } from '#features/mailing/post.ts'
import type { Deps } from '#http/deps.ts'
import { logFault } from '#platform/db/away.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { noteBalance } from './balance.ts'
import { balancePaidMail, balanceReminderMail } from './mail/balance.tsx'
import { hasOpenDispute } from './queries/disputes.ts'
import { dueBalances, lockOrder, noteReminder, orderById } from './queries/orders.ts'
import { paymentsOf } from './queries/payments.ts'
import { payable } from './standing.ts'

const IN_ONE_ROUND = 200

export async function remindOfBalances(deps: Deps): Promise<void> {
  for (const orderId of await dueBalances(deps.db, deps.clock(), IN_ONE_ROUND)) {
    await remind(deps, orderId).catch((error) => logFault(deps.log, error, 'no reminder of a balance', { orderId }))
  }
}

/** Under the order's lock, so that a payment that comes at the same moment is heard. */
async function remind(deps: Deps, orderId: string): Promise<void> {
  const facts = await factsOf(deps, orderId)
  if (!facts) return
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'complete' || !order.balance_due_at || order.balance_paid_at) return
    if (await hasOpenDispute(tx, orderId)) return
    const owed = payable(order, await paymentsOf(tx, orderId), deps.clock())
    if (!owed) return noteBalance(deps, tx, orderId)
    const next = nextReminder(order.balance_due_at, order.balance_reminders, deps.clock())
    if (!next) return
    await noteReminder(tx, orderId, next.number, next.isLast)
    const amount = `${owed.amount.currency} ${toDecimal(owed.amount)}`
    await post(tx, deps.jobs, {
      dedupeKey: `balance:${orderId}:${next.number}`,
      to: order.email,
      ...balanceReminderMail({ ...facts, amount }, next.isLast),
    })
  })
}

/** Says thank you, once. */
export async function writeBalancePaid(deps: Deps, orderId: string): Promise<void> {
  const facts = await factsOf(deps, orderId)
  const isPaid = (await paymentsOf(deps.db, orderId)).some(
    ({ purpose, state }) => purpose === 'balance' && state === 'complete',
  )
  // It may have ended by a cancellation: then there is nothing to thank for.
  if (!facts || !isPaid) return
  await transact(deps.db, async (tx) => {
    await post(tx, deps.jobs, { dedupeKey: `balance-paid:${orderId}`, to: facts.email, ...balancePaidMail(facts) })
  })
}

async function factsOf(deps: Deps, orderId: string) {
  const order = await orderById(deps.db, orderId)
  if (!order?.balance_due_at) return null
  const course = await getCohortWithTitle(deps, order.course_code)
  return {
    email: order.email,
    name: order.name,
    orderNumber: `U-${order.number}`,
    courseTitle: course?.title ?? order.course_code,
    dueAt: inZone(order.balance_due_at, order.timezone_id).displayText,
    orderUrl: new URL(`/order/${order.id}`, deps.config.publicUrl).href,
    supportAddress: deps.config.supportAddress,
  }
}
