/** Every statement about stored invoices. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

type Key = { orderId: string; namesBuyer: boolean; hash: Buffer }

/** primary key; null where none is stored, or one that says something else */
export async function getInvoiceFile(db: Db, { orderId, namesBuyer, hash }: Key): Promise<Buffer | null> {
  const row = await db
    .selectFrom('invoice_file')
    .select('content')
    .where('order_id', '=', orderId)
    .where('names_buyer', '=', namesBuyer)
    .where('content_hash', '=', hash)
    .executeTakeFirst()
  return row?.content ?? null
}

/** primary keys; nothing where the buyer was erased meanwhile: the lock waits for that to be decided */
export async function storeInvoiceFile(
  db: Db,
  { orderId, namesBuyer, hash }: Key,
  buyer: { name: string; email: string },
  content: Buffer,
): Promise<void> {
  await sql`insert into invoice_file (order_id, names_buyer, content_hash, content)
    select id, ${namesBuyer}, ${hash}, ${content} from orders
    where id = ${orderId} and name = ${buyer.name} and email = ${buyer.email} for share
    on conflict (order_id, names_buyer) do update
    set content_hash = excluded.content_hash, content = excluded.content, created_at = now()`.execute(db)
}
