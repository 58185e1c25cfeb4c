/** Queues the e-mails about the charge of a saved card, in the transaction of the step that they are about. */
import { formatWithEstimate } from '#catalogue/catalog/local-pricing.ts'
import { formatWithSymbol, type Money } from '#domain/money/money.ts'
import { formatDay } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import type { Tx } from '#platform/db/db.ts'
import { payable } from '#sell/orders/get-order-balance.ts'
import { getOrderedCourse } from '#sell/orders/ordered-course.ts'
import type { CardMandate } from '#sell/orders/queries/card-mandates.ts'
import { noteReminder, type Order } from '#sell/orders/queries/orders.ts'
import { listOrderPayments } from '#sell/orders/queries/payments.ts'
import { type CardFacts, chargeFailedMail, chargeNoticeMail } from '../mail/saved-card.tsx'

/** Names amount, day and card, and how to change or stop the charge. */
export async function enqueueChargeNotice(
  deps: Deps,
  tx: Tx,
  order: Order,
  mandate: CardMandate,
  amount: Money,
): Promise<void> {
  if (!mandate.charge_at) return
  const facts = await createFacts(deps, tx, order, mandate, amount)
  await enqueueMail(tx, deps.jobs, {
    dedupeKey: `charge-notice:${order.id}`,
    to: order.email,
    ...chargeNoticeMail(facts, formatDay(mandate.charge_at, order.timezone_id)),
  })
}

/** It stands for the first reminder of an overdue balance. */
export async function enqueueChargeFailedMail(deps: Deps, tx: Tx, order: Order, mandate: CardMandate): Promise<void> {
  const due = payable(order, await listOrderPayments(tx, order.id), deps.clock())
  if (!due) return
  if (order.balance_reminders === 0) await noteReminder(tx, order.id, 1, false)
  const facts = await createFacts(deps, tx, order, mandate, due.amount)
  await enqueueMail(tx, deps.jobs, {
    dedupeKey: `charge-failed:${order.id}`,
    to: order.email,
    ...chargeFailedMail(facts, mandate.failure_code),
  })
}

async function createFacts(deps: Deps, tx: Tx, order: Order, mandate: CardMandate, amount: Money): Promise<CardFacts> {
  const course = await getOrderedCourse(deps, order)
  const locate = (path: string) => new URL(path, deps.config.publicUrl).href
  return {
    name: order.name,
    orderNumber: `U-${order.number}`,
    courseTitle: course.title,
    amount: formatWithSymbol(amount),
    amountDue: await formatWithEstimate({ db: tx }, amount, order.timezone_id),
    card: `${mandate.card_brand} ending ${mandate.card_last4}`,
    orderUrl: locate(`/order/${order.id}`),
    settingsUrl: locate('/portal/settings#saved-cards'),
    sender: deps.site.current,
  }
}
