/** The orders of a person, each as its own page shows it, with the refund that the policy gives today. docs/contract §5. */

import { readDefinition } from '#catalogue/catalog/files/definition.ts'
import { fromDecimal, toWire } from '#domain/money/money.ts'
import { getMoneyOutcome, type MoneyOutcome } from '#domain/orders/money-outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Person } from '#http/handle.ts'
import { viewOrder } from '#sell/checkout/place-order/view-order.ts'
import type { OrderView } from '#sell/checkout/wire/order.ts'
import { getBillCard } from '#sell/documents/order-bill.ts'
import { getPolicyRefund } from '#sell/refunds/policy-refund.ts'
import { listOwnOrders, listPurchasedCourses } from './queries/purchases.ts'
import type { Purchase } from './wire/purchases.ts'

const PAGE_SIZE = 10

type PurchasedCourse = Awaited<ReturnType<typeof listPurchasedCourses>>[number]

/** Runs at most 34 statements for each order, one order after another, each by key. */
export async function listPurchases(
  deps: Deps,
  actor: Person,
  after: string | null,
): Promise<{ purchases: Purchase[]; next: string | null }> {
  const rows = await listOwnOrders(deps.db, actor.personId, after, PAGE_SIZE + 1)
  const page = rows.slice(0, PAGE_SIZE)
  const orders: OrderView[] = []
  for (const { id } of page) {
    const viewed = await viewOrder(deps, actor, id)
    if (viewed.ok) orders.push(viewed.value)
  }
  // The dates of the seats: a seat may have moved since it was bought.
  const codes = [...new Set(orders.flatMap(({ courseCode }) => courseCode ?? []))]
  const courses = new Map((await listPurchasedCourses(deps.db, codes)).map((course) => [course.cohort_code, course]))
  const purchases: Purchase[] = []
  for (const order of orders) purchases.push(await toPurchase(deps, order, courses))
  return { purchases, next: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null }
}

async function toPurchase(
  deps: Deps,
  order: OrderView,
  courses: ReadonlyMap<string, PurchasedCourse>,
): Promise<Purchase> {
  const row = order.courseCode === null ? undefined : courses.get(order.courseCode)
  const course = row && !deps.config.excludedCourseCodes.includes(row.course_code) ? row : null
  const refund = await getPolicyRefund(deps.db, order.orderId, deps.clock())
  return {
    order,
    // An excluded course is named by its code, as in documents.
    title: order.gift ? 'Gift card' : (course?.title ?? order.courseCode ?? ''),
    course: course && toCourse(course),
    outcome: order.status === 'complete' ? getOutcome(order) : null,
    refund: refund && {
      amount: toWire(refund.amount),
      percent: refund.percent,
      until: refund.until.toISOString(),
      isMoved: refund.isMoved,
      waived: toWire(refund.waived),
      parts: refund.parts.map(({ payment, amount }) => ({
        method: payment.method,
        amount: toWire(amount),
        card: getBillCard(payment),
      })),
    },
  }
}

function toCourse(row: PurchasedCourse): NonNullable<Purchase['course']> {
  return {
    deliveryType: row.delivery_type as 'live' | 'on-demand',
    poster: `/art/${row.course_code}.svg`,
    hue: readDefinition(row.images ? { images: row.images } : {}).images.hue,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    timezoneId: row.timezone_id,
  }
}

/** Refunds on their way count as refunded, as in the admins' list. A delayed one came back. */
function getOutcome({ totals, refunds, disputed }: OrderView): MoneyOutcome {
  const toMinor = ({ amount, currency }: OrderView['totals']['paid']) => fromDecimal(amount, currency).minor
  const sent = refunds.filter(({ status }) => status !== 'delayed')
  const getDisputedMinor = (status: 'open' | 'lost') => (disputed?.status === status ? toMinor(disputed.amount) : 0)
  return getMoneyOutcome({
    paidMinor: toMinor(totals.paid),
    refundedMinor: sent.reduce((sum, { amount }) => sum + toMinor(amount), 0),
    disputedMinor: getDisputedMinor('open'),
    lostMinor: getDisputedMinor('lost'),
  })
}
