/**
 * Which client an unpaid order is of. It alone may end the order by placing another for the same run (by its
 * key whatever address it gives, else of the same address); whoever else gives that address has an order of
 * their own, and of two that are paid one goes back. Told by the key that the
 * browser made for its checkout, else by the log-in, else by the network address; kept as hashes while the
 * order is open and no longer.
 */
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { isLoopback } from '#platform/client-address.ts'

/**
 * `from` is the network address alone: by it unpaid seats are counted. Null where it tells nobody from another.
 * `isKeyed`: told by a key of its own, so nobody else is taken for it, whatever address it gives.
 */
export type Holder = { client: Buffer; from: Buffer | null; isSignedIn: boolean; isKeyed: boolean }

export function holderOf(
  { secrets, config }: Pick<Deps, 'secrets' | 'config'>,
  actor: Actor,
  clientKey: string | undefined,
  ip: string,
): Holder {
  const isSignedIn = actor.kind === 'person'
  const told = clientKey ? `key ${clientKey}` : isSignedIn ? `person ${actor.personId}` : `address ${ip}`
  return {
    client: secrets.mac('order client', told),
    // Whoever works at this machine tries a demo as many people. In production it is one client like any other.
    from: config.mode !== 'production' && isLoopback(ip) ? null : secrets.mac('order address', ip),
    isSignedIn,
    isKeyed: clientKey !== undefined,
  }
}
