/** Records in the audit log that a person read an order. */

import type { Deps } from '#http/deps.ts'
import type { Actor, Call } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { recordRead } from '#people/audit-log/record.ts'

/** Buyers who look at their own orders are not recorded. */
export async function recordReadByAdmin(
  deps: Deps,
  { actor, ...call }: Pick<Call, 'ip' | 'requestId'> & { actor: Actor },
  action: 'order-viewed' | 'invoice-downloaded',
  orderId: string,
): Promise<void> {
  if (actor.kind !== 'person' || actor.audience !== 'admin') return
  const object = { kind: 'order', id: orderId } as const
  await recordRead(withOrigin(deps, call), { actor: { kind: 'admin', id: actor.personId }, action, object })
}
