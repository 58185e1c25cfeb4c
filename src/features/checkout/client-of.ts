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
 * `limitKey`: whose limit on unpaid orders a new order counts against.
 */
export type Holder = {
  client: Buffer
  from: Buffer | null
  isSignedIn: boolean
  isKeyed: boolean
  limitKey: Buffer | null
}

export function holderOf(
  deps: Pick<Deps, 'secrets' | 'config'>,
  actor: Actor,
  clientKey: string | undefined,
  ip: string,
): Holder {
  const isSignedIn = actor.kind === 'person'
  const told = clientKey ? `key ${clientKey}` : isSignedIn ? `person ${actor.personId}` : `address ${ip}`
  return {
    client: deps.secrets.mac('order client', told),
    from: networkOf(deps, ip),
    isSignedIn,
    isKeyed: clientKey !== undefined,
    limitKey: limitKeyOf(deps, actor, ip),
  }
}

/**
 * The client that a limit counts: the person signed in, else the network address. A client key is free to make, so no
 * limit counts by it. Null where the address tells nobody from another.
 */
export function limitKeyOf(deps: Pick<Deps, 'secrets' | 'config'>, actor: Actor, ip: string): Buffer | null {
  return actor.kind === 'person' ? deps.secrets.mac('limited person', actor.personId) : networkOf(deps, ip)
}

/** Outside production the machine itself stands for many clients: a proxy that names nobody, tests, measurements. */
function networkOf({ secrets, config }: Pick<Deps, 'secrets' | 'config'>, ip: string): Buffer | null {
  return config.mode !== 'production' && isLoopback(ip) ? null : secrets.mac('order address', ip)
}
