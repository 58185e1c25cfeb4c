/**
 * The hold after a restore: a row of `restore_hold`. Until an operator removes it, no e-mail leaves, and no provider is
 * asked to take or return money. Every process asks here, in the two interfaces through which both can leave, so that no
 * path forgets it. See `docs/contract` §41.
 */
import type { Db, Tx } from '../db/db.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Gateway } from '../payments/gateway.ts'
import { createGateways, type Gateways } from '../payments/gateways.ts'
import { HeldError } from './held-error.ts'

export type Hold = { backupAt: Date; restoredAt: Date }

/** The one row, by primary key. Null: nothing is held. */
export async function getHold(db: Db): Promise<Hold | null> {
  const row = await db.selectFrom('restore_hold').select(['backup_at', 'restored_at']).executeTakeFirst()
  return row ? { backupAt: row.backup_at, restoredAt: row.restored_at } : null
}

export async function removeHold(db: Db | Tx): Promise<void> {
  await db.deleteFrom('restore_hold').execute()
}

export type IsHeld = () => Promise<boolean>

/** Jobs that would let a person's time run out unheard, or delete files, wait while this is true. */
export const isInstallationHeld = async (db: Db): Promise<boolean> => (await getHold(db)) !== null

/** Asked each time: the database of a running process may be emptied and restored under it. */
export function createHoldCheck(db: Db): IsHeld {
  return () => isInstallationHeld(db)
}

/** The same mailer, which leaves each e-mail waiting during a hold. */
export function holdMailer(mailer: Mailer, isHeld: IsHeld): Mailer {
  return {
    ...mailer,
    isHeld,
    send: async (email, handOver) =>
      (await isHeld()) ? { is: 'deferred', reason: new HeldError().message } : mailer.send(email, handOver),
  }
}

/** The same gateways, which during a hold only answer questions: the restored copy may be a second one beside the original. */
export function holdGateways(gateways: Gateways, isHeld: IsHeld): Gateways {
  const held = new Map(gateways.all.map((gateway) => [gateway.provider, holdGateway(gateway, isHeld)]))
  const find = (gateway: Gateway | null) => (gateway ? (held.get(gateway.provider) ?? null) : null)
  return createGateways({ card: find(gateways.forMethod('card')), paypal: find(gateways.forMethod('paypal')) }, [
    ...held.values(),
  ])
}

function holdGateway(gateway: Gateway, isHeld: IsHeld): Gateway {
  const unlessHeld =
    <Args extends unknown[], Value>(act: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      if (await isHeld()) throw new HeldError()
      return act(...args)
    }
  const { capture, savedCards } = gateway
  return {
    ...gateway,
    createIntent: unlessHeld((order) => gateway.createIntent(order)),
    cancelIntent: unlessHeld((intentId) => gateway.cancelIntent(intentId)),
    capture: capture && unlessHeld((order) => capture(order)),
    refund: unlessHeld((order) => gateway.refund(order)),
    ...(savedCards && {
      savedCards: {
        ...savedCards,
        charge: unlessHeld((...args: Parameters<typeof savedCards.charge>) => savedCards.charge(...args)),
        detach: unlessHeld((...args: Parameters<typeof savedCards.detach>) => savedCards.detach(...args)),
      },
    }),
  }
}
