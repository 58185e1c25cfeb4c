/** Every statement about issued invoices and credit notes. The database issues them (migrations/0015_documents.sql). */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** A document that was issued before sellers were kept has the first one. */
const nameSeller = (column: 'invoice.seller_id' | 'credit_note.seller_id') =>
  sql<boolean>`seller.id = coalesce(${sql.ref(column)}, (select min(id) from seller))`

/** unique (order_id), primary key of seller; undefined until the order is paid, and for an order that costs nothing */
export function getInvoice(db: Db, orderId: string) {
  return db
    .selectFrom('invoice')
    .leftJoin('seller', (join) => join.on(nameSeller('invoice.seller_id')))
    .select(['number', 'amount_minor', 'issued_at', 'title', 'seller.lines', 'seller.support_address'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

const creditNotes = (db: Db) =>
  db
    .selectFrom('credit_note')
    .leftJoin('seller', (join) => join.on(nameSeller('credit_note.seller_id')))
    .select(['number', 'order_id', 'request_id', 'amount_minor', 'waived_minor', 'tax_minor', 'issued_at'])
    .select(['seller.lines', 'seller.support_address'])

/** credit_note_order; the oldest first */
export function listCreditNotes(db: Db, orderId: string) {
  return creditNotes(db).where('order_id', '=', orderId).orderBy('number').execute()
}

/** credit_note_request */
export function listCreditNotesOfRequest(db: Db, requestId: string) {
  return creditNotes(db).where('request_id', '=', requestId).orderBy('number').execute()
}

/** primary keys */
export async function listCreditNoteLines(db: Db, number: number) {
  const { rows } = await sql<{ label: string; position: number; amount_minor: number }>`
    select line.label, line.position, part.amount_minor::int from credit_note_line part
    join order_line line on line.id = part.line_id where part.credit_note_number = ${number}
    order by line.position`.execute(db)
  return rows
}
