/**
 * Who may see an order: the browser that placed it, its buyer signed in, or a community admin. Contract §5. An unpaid
 * order has a buyer only where somebody was signed in when it was placed.
 */
import { belongsToAddress, type State } from '#domain/order.ts'
import { personById } from '#features/accounts/queries/people.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { orderOfToken } from './queries/orders.ts'

export type Follower = 'token' | 'buyer' | 'admin'

export async function mayFollow(
  deps: Deps,
  actor: Actor,
  order: { id: string; email: string; state: State; person_id: string | null },
): Promise<Follower | null> {
  if (actor.kind === 'guest') {
    if (!actor.checkoutToken) return null
    return (await orderOfToken(deps.db, deps.secrets.hash(actor.checkoutToken))) === order.id ? 'token' : null
  }
  if (actor.audience === 'admin' && actor.roles.includes('community-admin')) return 'admin'
  const person = await personById(deps.db, actor.personId)
  if (!person?.email_verified_at) return null
  const isTheirs = belongsToAddress(order.state) ? person.email === order.email : person.id === order.person_id
  return isTheirs ? 'buyer' : null
}
