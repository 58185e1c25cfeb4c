/**
 * Every statement about the books. The database refuses a transaction that does not sum to nothing, and keeps the
 * balance of what is owed to somebody; that of an account of ours is the sum of its entries.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { LedgerAccount, LedgerTransaction } from '#platform/db/types.gen.ts'

export type AccountKind = LedgerAccount['kind']
export type TransactionKind = LedgerTransaction['kind']

/** unique (kind, reference); null when this was booked before */
export async function addTransaction(tx: Tx, kind: TransactionKind, reference: string): Promise<string | null> {
  const row = await tx
    .insertInto('ledger_transaction')
    .values({ kind, reference })
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * primary key. One that is there is only looked at: an insert that meets it would wait for whoever makes it at this
 * moment, and every sale is booked on the same two.
 */
export async function ensureAccounts(
  tx: Tx,
  accounts: readonly { id: string; kind: AccountKind }[],
  currency: string,
): Promise<void> {
  await sql`insert into ledger_account (id, kind, currency, balance)
    select wanted.id, wanted.kind, ${currency}, case when wanted.kind in ('gift-card', 'credit') then 0 end
    from unnest(${accounts.map(({ id }) => id)}::text[], ${accounts.map(({ kind }) => kind)}::text[]) as wanted (id, kind)
    where not exists (select from ledger_account as known where known.id = wanted.id)
    order by wanted.id
    on conflict (id) do nothing`.execute(tx)
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

/** primary key; what is owed on an account, in minor units: its credit side. Nothing where there is no such account. */
export async function owedOn(db: Db | Tx, accountId: string): Promise<number> {
  const row = await db.selectFrom('ledger_account').select('balance').where('id', '=', accountId).executeTakeFirst()
  return -(row?.balance ?? 0)
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockOwed(tx: Tx, accountId: string): Promise<number> {
  const row = await tx
    .selectFrom('ledger_account')
    .select('balance')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return -(row?.balance ?? 0)
}

/** primary key; what can be spent of an account: nothing while it is frozen. Locked as by lockOwed. */
export async function lockSpendable(tx: Tx, accountId: string): Promise<number> {
  const owed = await lockOwed(tx, accountId)
  return (await isFrozen(tx, accountId)) ? 0 : owed
}

/** primary key */
export async function isFrozen(db: Db | Tx, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('ledger_account').select('frozen_at').where('id', '=', accountId).executeTakeFirst()
  return Boolean(row?.frozen_at)
}

/** primary key; keeps the first moment */
export async function freezeAccount(tx: Tx, accountId: string, frozen: boolean): Promise<void> {
  await sql`update ledger_account set frozen_at = ${frozen ? sql`coalesce(frozen_at, now())` : null}
    where id = ${accountId}`.execute(tx)
}

/** Primary key of ledger_account, ledger_entry_account; a credit or gift card, with all that moved it */
export async function statementOf(db: Db, accountId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select a.currency, -a.balance as balance_minor, (
      select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'amountMinor', -e.amount, 'at', t.at) order by e.id), '[]')
      from ledger_entry e join ledger_transaction t on t.id = e.transaction_id where e.account_id = a.id) as entries
    from ledger_account a where a.id = ${accountId}`.execute(db)
  return rows
}
