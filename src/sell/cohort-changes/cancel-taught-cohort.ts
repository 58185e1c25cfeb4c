/** Cancels the dates of a cohort for the creator of its course, with the effects listed first. docs/contract §37. */
import { findCourseOfCohort } from '#catalogue/catalog/queries/edit-cohort.ts'
import { lockCourse } from '#catalogue/catalog/queries/versions.ts'
import { type Money, money } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { changeWithEffects, type Effect, type Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { cancelCohortIn } from '#sell/payments/cancel-cohort.ts'
import { listPaidForCancelled } from '#sell/refunds/queries/cohort-money.ts'
import {
  listCancelledBalances,
  listCancelledOrders,
  listEndedWaiting,
  listPeopleWhoseSeatsEnded,
} from './queries/cancelled-cohort.ts'
import { formatCount } from './words.ts'

type CancelInput = Confirmation & { cohortCode: string; reason?: string | undefined }

/** The refunds follow by jobs, as for an admin. A preview needs no reason. */
export async function cancelTaughtCohort(
  deps: Deps,
  person: ActingPerson,
  { cohortCode, reason = '', ...confirmation }: CancelInput,
): Promise<Outcome<Effects>> {
  if (!confirmation.preview && reason === '')
    return refused('FIELD_INVALID', { fields: { reason: 'Reason is required' } })
  return changeWithEffects(deps.db, { change: { cancel: cohortCode }, ...confirmation }, async (tx) => {
    const courseCode = await findCourseOfCohort(tx, cohortCode)
    if (courseCode === null) return refused('COHORT_NOT_FOUND')
    const permitted = await requirePermission(tx, person, 'course.close', courseCode)
    if (!permitted.ok) return permitted.refusal.code === 'COURSE_NOT_FOUND' ? refused('COHORT_NOT_FOUND') : permitted
    await lockCourse(tx, courseCode)
    const actor = { kind: person.audience, id: person.personId }
    const cancelled = await cancelCohortIn(deps, tx, actor, { cohortCode, reason: reason || 'Preview' })
    if (!cancelled.ok) return refused('COHORT_CANCELLED')
    return accepted(await listCancelEffects(tx, cohortCode))
  })
}

/** What the cancellation has ended in this transaction, and what its jobs will do. Never empty. */
async function listCancelEffects(tx: Tx, cohortCode: string): Promise<Effect[]> {
  const orders = await listCancelledOrders(tx, cohortCode)
  const complete = orders.filter(({ state }) => state === 'complete').map(({ id }) => id)
  const open = orders.filter(({ state }) => state === 'open').map(({ id }) => id)
  const paid = await listPaidForCancelled(tx, cohortCode)
  const balances = await listCancelledBalances(tx, cohortCode)
  const waiting = (await listEndedWaiting(tx, cohortCode)).map(String)
  const people = await listPeopleWhoseSeatsEnded(tx, cohortCode)
  return [
    { code: 'enrolment-ends', count: 1, message: 'Nobody can enrol in these dates any more. This can’t be undone.' },
    ...create('seats-end', people, (count) => `${formatCount(count, 'learner loses', 'learners lose')} the seat.`),
    ...paid.flatMap(({ currency, minor }) =>
      withAmount(
        'refunded',
        complete,
        money(minor, currency),
        (orders) =>
          `${orders} refunded in full, regardless of the refund policy, and ${complete.length === 1 ? 'the buyer gets' : 'the buyers get'} an e-mail. Together:`,
      ),
    ),
    ...paid.flatMap(({ currency, disputed_minor }) =>
      withAmount('disputed', complete, money(disputed_minor, currency), () => 'Not refunded while banks dispute it:'),
    ),
    ...balances.flatMap(({ currency, minor, ids }) =>
      withAmount(
        'balances-end',
        ids,
        money(minor, currency),
        () => `${formatCount(ids.length, 'deposit', 'deposits')}: the rest no longer has to be paid:`,
      ),
    ),
    ...create(
      'checkouts-end',
      open,
      (count) => `${formatCount(count, 'open checkout closes', 'open checkouts close')}. Nothing is charged.`,
    ),
    ...create(
      'waitlist-ends',
      waiting,
      (count) => `${formatCount(count, 'person on the waitlist gets', 'people on the waitlist get')} an e-mail.`,
    ),
  ]
}

function create(code: string, ids: readonly string[], say: (count: number) => string): Effect[] {
  return ids.length === 0 ? [] : [{ code, count: ids.length, ids, message: say(ids.length) }]
}

function withAmount(code: string, ids: readonly string[], amount: Money, say: (orders: string) => string): Effect[] {
  if (amount.minor === 0) return []
  const orders = formatCount(ids.length, 'order is', 'orders are')
  return [{ code, count: ids.length, ids, amount, message: say(orders) }]
}
