/**
 * Decides who may read an order: the browser that placed it, its signed-in buyer, or a community admin. An unpaid order
 * has a buyer only if a signed-in person placed it. docs/contract §5.
 */
import { belongsToAddress } from '#domain/orders/order.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { personById } from '#people/accounts/queries/people.ts'
import { getOrder, type Order, orderOfToken } from './queries/orders.ts'

export type Follower = 'token' | 'buyer' | 'admin'

type Followed = { order: Order; follower: Follower }

/** Null for an unknown order and for an order that the caller may not read. */
export async function getFollowedOrder(deps: Deps, actor: Actor, orderId: string): Promise<Followed | null> {
  if (actor.kind === 'guest') {
    if (!actor.checkoutToken) return null
    const own = await orderOfToken(deps.db, orderId, deps.secrets.hash(actor.checkoutToken))
    return own ? { order: own, follower: 'token' } : null
  }
  const order = await getOrder(deps.db, orderId)
  if (!order) return null
  if (actor.audience === 'admin' && actor.roles.includes('community-admin')) return { order, follower: 'admin' }
  const person = await personById(deps.db, actor.personId)
  if (!person?.email_verified_at) return null
  const isTheirs = belongsToAddress(order.state) ? person.email === order.email : person.id === order.person_id
  return isTheirs ? { order, follower: 'buyer' } : null
}
