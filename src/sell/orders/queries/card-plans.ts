/** Which card an attempt is for, and whether its card is saved: as the buyer chose and agreed when the attempt began. */
import { sql } from 'kysely'
import type { SavedCard } from '#domain/orders/payment.ts'
import type { Db, Tx } from '#platform/db/db.ts'

export type CardPlan = {
  /** The attempt charges the balance to the card of the deposit. */
  savedCard: SavedCard | null
  /** The buyer pays the attempt with the card that was kept at an earlier order. */
  reusableCard: SavedCard | null
  savesCard: SavesCard | null
}

/** `balance`: also for charges while the buyer is away. `next-course`: for payments by the buyer only. */
export type SavesCard = 'balance' | 'next-course'

/** The consents of an order that no card is stored for yet. */
export type OpenConsents = { isForBalance: boolean; isForNextCourse: boolean }

/** The stricter purpose, because the provider saves a card for one. */
export const getSavesCard = ({ isForBalance, isForNextCourse }: OpenConsents): SavesCard | null =>
  isForBalance ? 'balance' : isForNextCourse ? 'next-course' : null

type Row = {
  saved_customer: string | null
  saved_method: string | null
  reusable_customer: string | null
  reusable_method: string | null
  saves_card: SavesCard | null
}

/** primary keys of payment, card_mandate and reusable_card; one statement, because every payment needs it */
export async function getCardPlan(db: Db, paymentId: string): Promise<CardPlan | null> {
  const { rows } = await sql<Row>`select
      case when m.payment_id = p.id then m.provider_customer_id end as saved_customer,
      case when m.payment_id = p.id then m.provider_method_id end as saved_method,
      chosen.provider_customer_id as reusable_customer, chosen.provider_method_id as reusable_method, p.saves_card
    from payment p
    left join card_mandate m on m.order_id = p.order_id
    left join reusable_card chosen on chosen.order_id = p.reusable_card_id and chosen.ended_at is null
    where p.id = ${paymentId}`.execute(db)
  const row = rows[0]
  if (!row) return null
  return {
    savedCard: toCard(row.saved_customer, row.saved_method),
    reusableCard: toCard(row.reusable_customer, row.reusable_method),
    savesCard: row.saves_card,
  }
}

/** primary keys */
export async function getOpenConsents(db: Db | Tx, orderId: string): Promise<OpenConsents> {
  const { rows } = await sql<{ balance: boolean; next_course: boolean }>`select
      exists (select from card_mandate where order_id = ${orderId} and provider is null and ended_at is null) as balance,
      exists (select from reusable_card where order_id = ${orderId} and provider is null and ended_at is null) as next_course`.execute(
    db,
  )
  return { isForBalance: rows[0]?.balance === true, isForNextCourse: rows[0]?.next_course === true }
}

const toCard = (customerId: string | null, methodId: string | null): SavedCard | null =>
  customerId && methodId ? { customerId, methodId } : null
