/** Books money as it moves, in the transaction that records the move; the same move is never booked twice. */
import type { Money } from '#domain/money.ts'
import type { Tx } from '#platform/db/db.ts'
import { type AccountKind, addEntries, addTransaction, ensureAccount } from './queries.ts'

/** A buyer's payment: what the provider holds for us, against sales. */
export async function bookCharge(tx: Tx, paymentId: string, provider: string, amount: Money): Promise<void> {
  await book(
    tx,
    'charge',
    paymentId,
    amount,
    { kind: 'provider', name: `provider:${provider}` },
    { kind: 'sales', name: 'sales' },
  )
}

/** Money given back: refunds, against what the provider holds. */
export async function bookRefund(tx: Tx, refundId: string, provider: string, amount: Money): Promise<void> {
  await book(
    tx,
    'refund',
    refundId,
    amount,
    { kind: 'refunds', name: 'refunds' },
    { kind: 'provider', name: `provider:${provider}` },
  )
}

type Account = { kind: AccountKind; name: string }

async function book(
  tx: Tx,
  kind: 'charge' | 'refund',
  reference: string,
  amount: Money,
  debit: Account,
  credit: Account,
): Promise<void> {
  if (amount.minor === 0) return
  const transactionId = await addTransaction(tx, kind, reference)
  if (!transactionId) return

  const idOf = (account: Account) => `${account.name}:${amount.currency}`
  // In the order of their ids, so that two bookings at once never wait for each other in a circle.
  for (const account of [debit, credit].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))) {
    await ensureAccount(tx, idOf(account), account.kind, amount.currency)
  }
  const entries = [
    { accountId: idOf(debit), amount: amount.minor },
    { accountId: idOf(credit), amount: -amount.minor },
  ]
  await addEntries(
    tx,
    transactionId,
    entries.sort((a, b) => (a.accountId < b.accountId ? -1 : 1)),
  )
}
