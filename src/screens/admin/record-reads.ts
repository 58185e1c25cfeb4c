/** Records each time an admin reads customer data. It is recorded before the response is sent, without search words. */

import type { Deps } from '#http/deps.ts'
import type { Person } from '#http/handle.ts'
import { recordEvent, recordRead } from '#people/audit-log/record.ts'
import { getStaleBefore, toOrderCriteria } from './list-orders.ts'
import { countOrders } from './queries/orders.ts'
import type { MailFilterQuery } from './wire/mails.ts'
import type { OrderFilterQuery } from './wire/orders.ts'
import type { PeopleFilterQuery } from './wire/people.ts'

const toActor = ({ personId }: Person) => ({ kind: 'admin', id: personId }) as const
const ORDERS_OBJECT = { kind: 'orders', id: null } as const

export async function recordListing(deps: Deps, actor: Person, filter: OrderFilterQuery): Promise<void> {
  await recordRead(deps, {
    actor: toActor(actor),
    action: 'orders-listed',
    object: ORDERS_OBJECT,
    details: toLoggedFilter(filter),
  })
}

/** Every export is recorded as a separate event. */
export async function recordExport(deps: Deps, actor: Person, filter: OrderFilterQuery): Promise<void> {
  const count = await countOrders(deps.db, toOrderCriteria(filter), getStaleBefore(deps.clock()))
  const details = { ...toLoggedFilter(filter), count }
  await recordEvent(deps, deps.db, { actor: toActor(actor), action: 'orders-exported', object: ORDERS_OBJECT, details })
}

export async function recordOrderRead(deps: Deps, actor: Person, orderId: string): Promise<void> {
  const object = { kind: 'order', id: orderId } as const
  await recordRead(deps, { actor: toActor(actor), action: 'order-viewed', object })
}

/** An address is not recorded, only that there was one. */
export async function recordMailListing(deps: Deps, actor: Person, filter: MailFilterQuery): Promise<void> {
  const { email, view, kind } = filter
  await recordRead(deps, {
    actor: toActor(actor),
    action: 'mails-listed',
    object: { kind: 'mail', id: null },
    details: { ...(email && { search: true }), ...(view && { state: view }), ...(kind && { kind }) },
  })
}

export async function recordMailRead(deps: Deps, actor: Person, mailId: string): Promise<void> {
  await recordRead(deps, { actor: toActor(actor), action: 'mail-viewed', object: { kind: 'mail', id: mailId } })
}

export async function recordPeopleListing(deps: Deps, actor: Person, { q, role }: PeopleFilterQuery): Promise<void> {
  await recordRead(deps, {
    actor: toActor(actor),
    action: 'people-listed',
    object: { kind: 'people', id: null },
    details: { ...(q && { search: true }), ...(role && { role }) },
  })
}

export async function recordPersonRead(deps: Deps, actor: Person, personId: string): Promise<void> {
  await recordRead(deps, { actor: toActor(actor), action: 'person-viewed', object: { kind: 'account', id: personId } })
}

/** Search words may be a buyer's name, so the log only records that there was a search. */
function toLoggedFilter({ q, status, since, courseCode, only }: OrderFilterQuery) {
  return {
    ...(q && { search: true }),
    ...(status && { status }),
    ...(since && { since }),
    ...(courseCode && { courseCode }),
    ...(only && { only }),
  }
}
