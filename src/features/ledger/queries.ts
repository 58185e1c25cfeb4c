/** Every statement about the books. The database keeps balances and refuses a transaction that does not sum to nothing. */
import type { Tx } from '#platform/db/db.ts'

export type AccountKind = 'provider' | 'sales' | 'refunds'

/** unique (kind, reference); null when this was booked before */
export async function addTransaction(tx: Tx, kind: 'charge' | 'refund', reference: string): Promise<string | null> {
  const row = await tx
    .insertInto('ledger_transaction')
    .values({ kind, reference })
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** primary key */
export async function ensureAccount(tx: Tx, id: string, kind: AccountKind, currency: string): Promise<void> {
  await tx
    .insertInto('ledger_account')
    .values({ id, kind, currency })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function addEntries(
  tx: Tx,
  transactionId: string,
  entries: readonly { accountId: string; amount: number }[],
): Promise<void> {
  await tx
    .insertInto('ledger_entry')
    .values(
      entries.map((entry) => ({ transaction_id: transactionId, account_id: entry.accountId, amount: entry.amount })),
    )
    .execute()
}
