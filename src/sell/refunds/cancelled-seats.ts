/** What the cancellation of dates gives back for an order. Seats of the order that moved to other dates keep their part. */
import { add, type Money, money, smaller, zero } from '#domain/money/money.ts'
import { splitByWeights } from '#domain/money/split.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { listOrderLines } from '#sell/orders/queries/order-lines.ts'
import { getOrder, type Order } from '#sell/orders/queries/orders.ts'
import { listSeatsElsewhere } from '#sell/orders/queries/seat-cohorts.ts'
import { getLineBalances, getRefundableMinor } from './apply-refund.ts'
import { type CohortMoney, listPaidForCohort, listPartlySeatedOrders } from './queries/cohort-money.ts'
import { hasOpenDispute } from './queries/disputes.ts'

/** What a cancellation of the cohort would refund, by currency. Of an order with seats elsewhere, only the part of its own. */
export async function getPaidForCohort(db: Db, cohortCode: string): Promise<CohortMoney[]> {
  const partIds = await listPartlySeatedOrders(db, cohortCode)
  const sums = [...(await listPaidForCohort(db, cohortCode, partIds))]
  for (const id of partIds) {
    const order = await getOrder(db, id)
    if (!order) continue
    const { lines } = await getCancelledSeats(db, order, cohortCode)
    const minor = lines.reduce((sum, { amount }) => sum + amount.minor, 0)
    const isDisputed = await hasOpenDispute(db, id)
    const { currency } = order
    sums.push({ currency, minor: isDisputed ? 0 : minor, disputed_minor: isDisputed ? minor : 0 })
  }
  return [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    minor: group.reduce((sum, one) => sum + one.minor, 0),
    disputed_minor: group.reduce((sum, one) => sum + one.disputed_minor, 0),
  }))
}

type Line = Awaited<ReturnType<typeof listOrderLines>>[number]
type CancelledLine = { line: Line; amount: Money; unpaid: Money }
export type CancelledSeats = {
  lines: CancelledLine[]
  /** Some seats of the order have other dates. */
  isPart: boolean
}

/** All that is left of the lines whose seats had these dates. A bank took back the amount that was lost to a dispute. */
export async function getCancelledSeats(db: Db | Tx, order: Order, cohortCode: string): Promise<CancelledSeats> {
  const elsewhere = (await listSeatsElsewhere(db, order.id, cohortCode)).map(({ seat }) => seat)
  const all = await listOrderLines(db, order.id)
  const balances = await getLineBalances(db, order, all)
  const lines = all.filter(({ position }) => !elsewhere.includes(position + 1))
  const refundable = lines.map(({ id }) => balances.get(id)!.refundable)
  const left = smaller(
    refundable.reduce(add, zero(order.currency)),
    money(await getRefundableMinor(db, order), order.currency),
  )
  const shares = splitByWeights(
    left,
    refundable.map(({ minor }) => minor),
  )
  return {
    lines: lines.map((line, at) => ({ line, amount: shares[at]!, unpaid: balances.get(line.id)!.unpaid })),
    isPart: elsewhere.length > 0,
  }
}
