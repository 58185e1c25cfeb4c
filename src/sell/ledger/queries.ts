/**
 * All statements of the ledger. The database refuses a transaction that does not sum to zero. It stores the balance of
 * gift cards and credit; the balance of every other account is the sum of its entries.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { LedgerAccount, LedgerTransaction } from '#platform/db/types.gen.ts'

export type AccountKind = LedgerAccount['kind']
export type TransactionKind = LedgerTransaction['kind']

/**
 * unique (kind, reference), primary key of the accounts; null when it was booked before. Adds the accounts that are
 * missing. Existing accounts are only read: an insert would wait for a concurrent insert of the same key, and every
 * sale uses the same two accounts. The entries follow in another statement, because their trigger reads these rows.
 */
export async function addTransaction(
  tx: Tx,
  kind: TransactionKind,
  reference: string,
  accounts: readonly { id: string; kind: AccountKind }[],
  currency: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`with added as (
      insert into ledger_transaction (kind, reference) values (${kind}, ${reference})
      on conflict (kind, reference) do nothing returning id),
    missing as (
      insert into ledger_account (id, kind, currency, balance)
      select wanted.id, wanted.kind, ${currency}, case when wanted.kind in ('gift-card', 'credit') then 0 end
      from unnest(${accounts.map(({ id }) => id)}::text[], ${accounts.map((account) => account.kind)}::text[]) as wanted (id, kind)
      where exists (select from added) and not exists (select from ledger_account as known where known.id = wanted.id)
      order by wanted.id
      on conflict (id) do nothing)
    select id::text from added`.execute(tx)
  return rows[0]?.id ?? null
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

/** primary key; the balance owed to the holder, in minor units: the credit side. Zero when there is no such account. */
export async function getOwedBalance(db: Db | Tx, accountId: string): Promise<number> {
  const row = await db.selectFrom('ledger_account').select('balance').where('id', '=', accountId).executeTakeFirst()
  return -(row?.balance ?? 0)
}

/**
 * The same balance, locked until the transaction ends. The lock leaves the key alone: the payment that names the account
 * was inserted before, and two orders of one account would wait for each other.
 */
export async function lockOwedBalance(tx: Tx, accountId: string): Promise<number> {
  const row = await tx
    .selectFrom('ledger_account')
    .select('balance')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return -(row?.balance ?? 0)
}

/** ledger_entry_account; what was voided of a gift card and not given back, in minor units */
export async function getVoidedBalance(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ minor: number }>`select coalesce(sum(e.amount), 0)::int as minor
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
    where e.account_id = ${accountId} and t.kind in ('void', 'void-reversed')`.execute(tx)
  return rows[0]?.minor ?? 0
}

/** primary key; the spendable balance: zero while the account is frozen. Locked like lockOwedBalance. */
export async function lockSpendableBalance(tx: Tx, accountId: string): Promise<number> {
  const balance = await lockOwedBalance(tx, accountId)
  return (await isFrozen(tx, accountId)) ? 0 : balance
}

/** primary key */
export async function isFrozen(db: Db | Tx, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('ledger_account').select('frozen_at').where('id', '=', accountId).executeTakeFirst()
  return Boolean(row?.frozen_at)
}

/** primary key; keeps the first time */
export async function freezeAccount(tx: Tx, accountId: string, frozen: boolean): Promise<void> {
  await sql`update ledger_account set frozen_at = ${frozen ? sql`coalesce(frozen_at, now())` : null}
    where id = ${accountId}`.execute(tx)
}

/** Primary key of ledger_account, ledger_entry_account; a credit or gift card with all its movements */
export async function getAccountStatement(db: Db, accountId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select a.currency, -a.balance as balance_minor, (
      select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'amountMinor', -e.amount, 'at', t.at) order by e.id), '[]')
      from ledger_entry e join ledger_transaction t on t.id = e.transaction_id where e.account_id = a.id) as entries
    from ledger_account a where a.id = ${accountId}`.execute(db)
  return rows
}
