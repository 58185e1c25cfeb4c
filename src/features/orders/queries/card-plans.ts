/** Which card an attempt is for, and whether its card is saved: from the consents of the order and the buyer's choice. */
import { sql } from 'kysely'
import type { SavedCard } from '#domain/orders/payment.ts'
import type { Db } from '#platform/db/db.ts'

export type CardPlan = {
  /** The attempt charges the balance to the card of the deposit. */
  savedCard: SavedCard | null
  /** The buyer pays the attempt with the card that was kept at an earlier order. */
  reusableCard: SavedCard | null
  /** The buyer agreed to the charge of the balance, and no card is saved for it yet. */
  savesForBalance: boolean
  /** The buyer agreed to keep the card for the next course, and none is kept of this order yet. */
  isToKeep: boolean
}

type Row = {
  saved_customer: string | null
  saved_method: string | null
  reusable_customer: string | null
  reusable_method: string | null
  saves_for_balance: boolean
  is_to_keep: boolean
}

/** primary keys of payment, card_mandate and reusable_card; one statement, because every payment needs it */
export async function getCardPlan(db: Db, paymentId: string): Promise<CardPlan | null> {
  const { rows } = await sql<Row>`select
      case when m.payment_id = p.id then m.provider_customer_id end as saved_customer,
      case when m.payment_id = p.id then m.provider_method_id end as saved_method,
      chosen.provider_customer_id as reusable_customer, chosen.provider_method_id as reusable_method,
      m.order_id is not null and m.provider is null and m.ended_at is null as saves_for_balance,
      k.order_id is not null and k.provider is null and k.ended_at is null as is_to_keep
    from payment p
    left join card_mandate m on m.order_id = p.order_id
    left join reusable_card k on k.order_id = p.order_id
    left join reusable_card chosen on chosen.order_id = p.reusable_card_id and chosen.ended_at is null
    where p.id = ${paymentId}`.execute(db)
  const row = rows[0]
  return (
    (row && {
      savedCard: toCard(row.saved_customer, row.saved_method),
      reusableCard: toCard(row.reusable_customer, row.reusable_method),
      savesForBalance: row.saves_for_balance,
      isToKeep: row.is_to_keep,
    }) ??
    null
  )
}

const toCard = (customerId: string | null, methodId: string | null): SavedCard | null =>
  customerId && methodId ? { customerId, methodId } : null
