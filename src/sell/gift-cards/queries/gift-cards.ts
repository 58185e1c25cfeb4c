/** All statements about gift cards. Their balance is only in the ledger. */
import type { Insertable } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { GiftCard } from '#platform/db/types.gen.ts'

/** unique code_mac; null when a card with this code exists */
export async function addGiftCard(tx: Tx, card: Insertable<GiftCard>): Promise<string | null> {
  const row = await tx
    .insertInto('gift_card')
    .values(card)
    .onConflict((conflict) => conflict.column('code_mac').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** unique code_mac */
export function findGiftCardByMacs(db: Db | Tx, macs: readonly Buffer[]) {
  return db.selectFrom('gift_card').selectAll().where('code_mac', '=', anyOf(macs)).executeTakeFirst()
}
