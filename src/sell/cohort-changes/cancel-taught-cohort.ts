/** Cancels the dates of a cohort for the creator of its course, with the effects listed first. docs/contract §37. */
import {
  findCourseOfCohort,
  hasOtherCohorts,
  lockCohort,
  updateCohort,
} from '#catalogue/catalog/queries/edit-cohort.ts'
import { followSessions } from '#catalogue/catalog/queries/edit-session.ts'
import { catalogueRemovers, tryRemove } from '#catalogue/catalog/queries/import.ts'
import { getCourseLife } from '#catalogue/catalog/queries/published-course.ts'
import { putSessionTimes } from '#catalogue/catalog/queries/put-sessions.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { noteCohortChange } from '#catalogue/drafts/change-cohort.ts'
import { add, type Money, money, zero } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { changeWithEffects, type Effect, type Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { getOrder } from '#sell/orders/queries/orders.ts'
import { cancelCohortIn } from '#sell/payments/cancel-cohort.ts'
import { type CancelledSeats, getCancelledSeats } from '#sell/refunds/cancelled-seats.ts'
import { listMoneyOfCancelled } from '#sell/refunds/queries/cohort-money.ts'
import {
  listCancelledBalances,
  listEndedWaiting,
  listOpenOrdersOfCancelled,
  listOrdersWithSeatsElsewhere,
  listPeopleWhoseSeatsEnded,
} from './queries/cancelled-cohort.ts'
import { formatCount } from './words.ts'

type CancelInput = Confirmation & { cohortCode: string; reason?: string | undefined }

/**
 * The refunds follow by jobs, as for an admin. A preview needs no reason. Dates of a course that was never published are
 * deleted instead: nobody saw them, so no reason is asked either.
 */
export async function cancelTaughtCohort(
  deps: Deps,
  person: ActingPerson,
  { cohortCode, reason = '', ...confirmation }: CancelInput,
): Promise<Outcome<Effects>> {
  return changeWithEffects(deps.db, { change: { cancel: cohortCode }, ...confirmation }, async (tx) => {
    const courseCode = await findCourseOfCohort(tx, cohortCode)
    if (courseCode === null) return refused('COHORT_NOT_FOUND')
    const permitted = await requirePermission(tx, person, 'course.close', courseCode)
    if (!permitted.ok) return permitted.refusal.code === 'COURSE_NOT_FOUND' ? refused('COHORT_NOT_FOUND') : permitted
    await lockCourse(tx, courseCode)
    const life = await getCourseLife(tx, courseCode)
    if (life?.published_at === null) {
      const deleted = await deleteUnseenDates(deps, tx, person, { courseCode, cohortCode })
      if (deleted) return accepted(deleted)
    }
    if (!confirmation.preview && reason === '')
      return refused('FIELD_INVALID', { fields: { reason: 'Reason is required' } })
    const actor = { kind: person.audience, id: person.personId }
    const cancelled = await cancelCohortIn(deps, tx, actor, { cohortCode, reason: reason || 'Preview' })
    if (!cancelled.ok) return refused('COHORT_CANCELLED')
    return accepted(await listCancelEffects(tx, cohortCode))
  })
}

/**
 * The only dates of a draft lose their sessions alone, because its price and its seats belong to them. Null: something
 * refers to them, such as a free seat.
 */
async function deleteUnseenDates(
  deps: Deps,
  tx: Tx,
  person: ActingPerson,
  { courseCode, cohortCode }: { courseCode: string; cohortCode: string },
): Promise<Effect[] | null> {
  const cohort = await lockCohort(tx, cohortCode)
  if (!cohort || cohort.state === 'cancelled' || cohort.taken > 0) return null
  const isOnly = !(await hasOtherCohorts(tx, courseCode, cohortCode))
  if (isOnly) {
    await updateCohort(tx, cohortCode, { state: 'announced', enrol_closes_at: null })
    await putSessionTimes(tx, { ...cohort, sessions: [] })
    await followSessions(tx, cohortCode)
  } else if (await tryRemove(tx, () => catalogueRemovers.cohorts(tx, cohortCode))) return null
  await noteCohortChange(deps, tx, person, { courseCode, cohortCode, fields: ['deleted'] })
  const message = isOnly
    ? 'The sessions are deleted. Nobody has seen them. Price and seats stay for the next dates.'
    : 'The dates are deleted with their price. Nobody has seen them.'
  return [{ code: 'enrolment-ends', count: 1, message }]
}

/** What the cancellation has ended in this transaction, and what its jobs will do. Never empty. */
async function listCancelEffects(tx: Tx, cohortCode: string): Promise<Effect[]> {
  const parts = await listParts(tx, cohortCode)
  const orders = await listMoneyOfSeats(tx, cohortCode, parts)
  const sums = orders.map(({ id, currency, minor }) => ({ id, amount: money(minor, currency) }))
  const disputed = listSums(
    orders.map(({ id, currency, disputed_minor }) => ({ id, amount: money(disputed_minor, currency) })),
  )
  const balances = await listBalancesOfSeats(tx, cohortCode, parts)
  return [
    { code: 'enrolment-ends', count: 1, message: 'Nobody can enrol in these dates any more. This can’t be undone.' },
    ...create(
      'seats-end',
      await listPeopleWhoseSeatsEnded(tx, cohortCode),
      (count) => `${formatCount(count, 'learner loses', 'learners lose')} the seat.`,
    ),
    ...create(
      'buyers-emailed',
      orders.map(({ id }) => id),
      (count) => `${count === 1 ? 'The buyer of 1 order gets' : `The buyers of ${count} orders get`} an e-mail.`,
    ),
    ...listSums(sums.filter(({ id }) => !parts.has(id))).map(({ ids, amount }) => ({
      code: 'refunded',
      count: ids.length,
      ids,
      amount,
      message: `${formatCount(ids.length, 'order is', 'orders are')} refunded in full, regardless of the refund policy. Together:`,
    })),
    ...listSums(sums.filter(({ id }) => parts.has(id))).map(({ ids, amount }) => ({
      code: 'refunded',
      count: ids.length,
      ids,
      amount,
      message: `${formatCount(ids.length, 'order was', 'orders were')} partly moved to other dates. Only the seats in these dates are refunded, in full. Together:`,
    })),
    ...disputed.map(({ ids, amount }) => ({
      code: 'disputed',
      count: ids.length,
      ids,
      amount,
      message: `${formatCount(ids.length, 'order is', 'orders are')} not refunded while a bank disputes the payment. Together:`,
    })),
    ...balances.map(({ ids, amount }) => ({
      code: 'balances-end',
      count: ids.length,
      ids,
      amount,
      message: `${formatCount(ids.length, 'deposit', 'deposits')}: this no longer has to be paid for these dates:`,
    })),
    ...create(
      'checkouts-end',
      await listOpenOrdersOfCancelled(tx, cohortCode),
      (count) =>
        `${formatCount(count, 'open checkout closes', 'open checkouts close')}. What is paid meanwhile is refunded.`,
    ),
    ...create(
      'waitlist-ends',
      (await listEndedWaiting(tx, cohortCode)).map(String),
      (count) => `${formatCount(count, 'person on the waitlist gets', 'people on the waitlist get')} an e-mail.`,
    ),
  ]
}

/** An order whose other seats have moved to other dates gets back its part. */
async function listMoneyOfSeats(tx: Tx, cohortCode: string, parts: Parts): ReturnType<typeof listMoneyOfCancelled> {
  const orders = await listMoneyOfCancelled(tx, cohortCode)
  return orders.map((order) => {
    const part = parts.get(order.id)
    if (!part) return order
    const minor = part.lines.reduce((sum, { amount }) => sum + amount.minor, 0)
    return order.disputed_minor > 0 ? { ...order, minor: 0, disputed_minor: minor } : { ...order, minor }
  })
}

async function listBalancesOfSeats(tx: Tx, cohortCode: string, parts: Parts) {
  const balances = await listCancelledBalances(tx, cohortCode)
  return listSums(
    balances.map(({ id, currency, minor }) => ({
      id,
      amount:
        parts
          .get(id)
          ?.lines.map(({ unpaid }) => unpaid)
          .reduce(add, zero(currency)) ?? money(minor, currency),
    })),
  )
}

type Parts = ReadonlyMap<string, CancelledSeats>

/** By order, those with seats in other cohorts. */
async function listParts(tx: Tx, cohortCode: string): Promise<Parts> {
  const parts = new Map<string, CancelledSeats>()
  for (const orderId of await listOrdersWithSeatsElsewhere(tx, cohortCode)) {
    const order = await getOrder(tx, orderId)
    if (order) parts.set(orderId, await getCancelledSeats(tx, order, cohortCode))
  }
  return parts
}

/** By currency, without orders that have nothing. */
function listSums(orders: readonly { id: string; amount: Money }[]): { ids: string[]; amount: Money }[] {
  const groups = Map.groupBy(
    orders.filter(({ amount }) => amount.minor > 0),
    ({ amount }) => amount.currency,
  )
  return [...groups.values()].map((group) => ({
    ids: group.map(({ id }) => id),
    amount: group.map(({ amount }) => amount).reduce(add),
  }))
}

function create(code: string, ids: readonly string[], say: (count: number) => string): Effect[] {
  return ids.length === 0 ? [] : [{ code, count: ids.length, ids, message: say(ids.length) }]
}
