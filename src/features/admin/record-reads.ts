/** Records what admins read of customers' data: before the answer is sent, and without the words that were searched for. */
import { recordEvent, recordRead } from '#features/audit-log/record.ts'
import type { Deps } from '#http/deps.ts'
import type { Person } from '#http/handle.ts'
import { staleAt, wantedBy } from './list-orders.ts'
import { countOrders } from './queries/orders.ts'
import type { Filter } from './wire/orders.ts'

const actorOf = ({ personId }: Person) => ({ kind: 'admin', id: personId }) as const
const ORDERS = { kind: 'orders', id: null } as const

export async function recordListing(deps: Deps, actor: Person, filter: Filter): Promise<void> {
  await recordRead(deps, { actor: actorOf(actor), action: 'orders-listed', object: ORDERS, details: shown(filter) })
}

/** Each export is an event of its own. */
export async function recordExport(deps: Deps, actor: Person, filter: Filter): Promise<void> {
  const count = await countOrders(deps.db, wantedBy(filter), staleAt(deps.clock()))
  const details = { ...shown(filter), count }
  await recordEvent(deps, deps.db, { actor: actorOf(actor), action: 'orders-exported', object: ORDERS, details })
}

export async function recordOrderRead(deps: Deps, actor: Person, orderId: string): Promise<void> {
  const object = { kind: 'order', id: orderId } as const
  await recordRead(deps, { actor: actorOf(actor), action: 'order-viewed', object })
}

/** The words of a search may be a buyer's name, so only that there were some is recorded. */
function shown({ q, status, since, courseCode, only }: Filter) {
  return {
    ...(q && { search: true }),
    ...(status && { status }),
    ...(since && { since }),
    ...(courseCode && { courseCode }),
    ...(only && { only }),
  }
}
