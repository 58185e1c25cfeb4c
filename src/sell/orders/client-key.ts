/**
 * Identifies the client of an unpaid order. Only the same client may replace the order by another one for the same
 * cohort. Another client with the same address gets an order of its own. A client is known by the key of its checkout,
 * else by the log-in, else by the network address. Their hashes are stored while the order is open.
 */
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { isLoopback } from '#platform/client-address.ts'

/**
 * `from`: the network address, by which unpaid seats are counted. Null if the address identifies nobody. `isKeyed`: the
 * client sent its own key. `limitKey`: the client whose limit on unpaid orders counts.
 */
export type Holder = {
  client: Buffer
  from: Buffer | null
  isSignedIn: boolean
  isKeyed: boolean
  limitKey: Buffer | null
}

export function identifyClient(
  deps: Pick<Deps, 'secrets' | 'config'>,
  actor: Actor,
  clientKey: string | undefined,
  ip: string,
): Holder {
  const isSignedIn = actor.kind === 'person'
  const label = clientKey ? `key ${clientKey}` : isSignedIn ? `person ${actor.personId}` : `address ${ip}`
  return {
    client: deps.secrets.mac('order client', label),
    from: hashNetwork(deps, ip),
    isSignedIn,
    isKeyed: clientKey !== undefined,
    limitKey: getLimitKey(deps, actor, ip),
  }
}

/**
 * The client that a limit counts: the signed-in person, else the network address. A client key is free to make, so no
 * limit counts by it. Null if the address identifies nobody.
 */
export function getLimitKey(deps: Pick<Deps, 'secrets' | 'config'>, actor: Actor, ip: string): Buffer | null {
  return actor.kind === 'person' ? deps.secrets.mac('limited person', actor.personId) : hashNetwork(deps, ip)
}

/**
 * Outside production the local machine stands for many clients: a proxy without client addresses, tests, measurements.
 */
function hashNetwork({ secrets, config }: Pick<Deps, 'secrets' | 'config'>, ip: string): Buffer | null {
  return config.mode !== 'production' && isLoopback(ip) ? null : secrets.mac('order address', ip)
}
