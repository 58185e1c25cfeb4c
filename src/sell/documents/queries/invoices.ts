/** Every statement about stored PDFs of invoices and credit notes. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** `creditNote`: its number. 0: the invoice. */
type Key = { orderId: string; creditNote: number; namesBuyer: boolean; hash: Buffer }

/** primary key; null where none is stored, or one that says something else */
export async function getInvoiceFile(db: Db, { orderId, creditNote, namesBuyer, hash }: Key): Promise<Buffer | null> {
  const row = await db
    .selectFrom('invoice_file')
    .select('content')
    .where('order_id', '=', orderId)
    .where('credit_note_number', '=', creditNote)
    .where('names_buyer', '=', namesBuyer)
    .where('content_hash', '=', hash)
    .executeTakeFirst()
  return row?.content ?? null
}

/** primary keys; nothing where the buyer was erased meanwhile: the lock waits for that to be decided */
export async function storeInvoiceFile(
  db: Db,
  { orderId, creditNote, namesBuyer, hash }: Key,
  buyer: { name: string; email: string },
  content: Buffer,
): Promise<void> {
  await sql`insert into invoice_file (order_id, credit_note_number, names_buyer, content_hash, content)
    select id, ${creditNote}, ${namesBuyer}, ${hash}, ${content} from orders
    where id = ${orderId} and name = ${buyer.name} and email = ${buyer.email} for share
    on conflict (order_id, credit_note_number, names_buyer) do update
    set content_hash = excluded.content_hash, content = excluded.content, created_at = now()`.execute(db)
}
