/** Books money as it moves, in the transaction that records the move; the same move is never booked twice. */
import { type Money, money } from '#domain/money.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  type AccountKind,
  addEntries,
  addTransaction,
  ensureAccounts,
  lockOwed,
  lockSpendable,
  type TransactionKind,
} from './queries.ts'

type Account = { kind: AccountKind; id: string }

/** Where a gift card's balance stands. */
export const giftCardAccount = (cardId: string): string => `gift-card:${cardId}`
/** Where a person's credit of one currency stands. */
export const creditAccount = (personId: string, currency: string): string => `credit:${personId}:${currency}`

/** A buyer's payment: what the provider holds for us, against sales. */
export function bookCharge(tx: Tx, paymentId: string, provider: string, amount: Money): Promise<void> {
  return book(tx, 'charge', paymentId, amount, ours('provider', amount, provider), ours('sales', amount))
}

/** Money given back: refunds, against what the provider holds. */
export function bookRefund(tx: Tx, refundId: string, provider: string, amount: Money): Promise<void> {
  return book(tx, 'refund', refundId, amount, ours('refunds', amount), ours('provider', amount, provider))
}

/** What the provider had taken to pay back did not arrive, and is with the provider again. */
export function bookFailedRefund(tx: Tx, refundId: string, provider: string, amount: Money): Promise<void> {
  return book(tx, 'refund-failed', refundId, amount, ours('provider', amount, provider), ours('refunds', amount))
}

/** A gift card that is given away; or one that was sold: what came in for it is owed from now on. */
export function bookIssue(tx: Tx, cardId: string, amount: Money, from: 'promotion' | 'sales'): Promise<void> {
  return book(tx, 'issue', cardId, amount, ours(from, amount), owed(giftCardAccount(cardId)))
}

/** What is left on a gift card whose purchase was lost to a dispute is void: it lowers the loss. Answers how much that was. */
export async function voidGiftCard(tx: Tx, cardId: string, currency: string): Promise<Money> {
  const left = money(await lockOwed(tx, giftCardAccount(cardId)), currency)
  await book(tx, 'void', cardId, left, owed(giftCardAccount(cardId)), ours('dispute-losses', left))
  return left
}

type Movement = {
  id: string
  kind: 'withdrawn' | 'reinstated' | 'written-off' | 'recovered'
  amount: Money
  fee: Money
}

/** The money of a dispute: taken by the provider and maybe given back; at the end a loss, or none. A fee is a loss at once. */
export async function bookDispute(tx: Tx, provider: string, { id, kind, amount, fee }: Movement): Promise<void> {
  const disputed = ours('disputed', amount)
  const [held, losses] = [ours('provider', amount, provider), ours('dispute-losses', amount)]
  const [debit, credit] = {
    withdrawn: [disputed, held],
    reinstated: [held, disputed],
    'written-off': [losses, disputed],
    recovered: [disputed, losses],
  }[kind] as [Account, Account]
  await book(tx, 'dispute', id, amount, debit, credit)
  const [cost, payer] = [ours('dispute-losses', fee), ours('provider', fee, provider)]
  const size = money(Math.abs(fee.minor), fee.currency)
  await (fee.minor > 0
    ? book(tx, 'dispute-fee', id, size, cost, payer)
    : book(tx, 'dispute-fee', id, size, payer, cost))
}

/**
 * Sets tender aside for an order; false, and nothing is booked, where that much is not there. The lock
 * makes whoever comes at the same moment wait; the database refuses an account that is overspent.
 */
export async function holdTender(tx: Tx, paymentId: string, accountId: string, amount: Money): Promise<boolean> {
  if ((await lockSpendable(tx, accountId)) < amount.minor) return false
  await book(tx, 'hold', paymentId, amount, owed(accountId), ours('held', amount))
  return true
}

/** What was set aside is spent. */
export function spendTender(tx: Tx, paymentId: string, amount: Money): Promise<void> {
  return book(tx, 'charge', paymentId, amount, ours('held', amount), ours('sales', amount))
}

/** What was set aside goes back to where it came from, once. */
export function releaseTender(tx: Tx, paymentId: string, accountId: string, amount: Money): Promise<void> {
  return book(tx, 'release', paymentId, amount, ours('held', amount), owed(accountId))
}

/** Money given back to the gift card or the credit that it came from. */
export function bookTenderRefund(tx: Tx, refundId: string, accountId: string, amount: Money): Promise<void> {
  return book(tx, 'refund', refundId, amount, ours('refunds', amount), owed(accountId))
}

function ours(kind: AccountKind, { currency }: Money, name: string = kind): Account {
  return { kind, id: `${kind === name ? name : `${kind}:${name}`}:${currency}` }
}

function owed(id: string): Account {
  return { kind: id.startsWith('credit:') ? 'credit' : 'gift-card', id }
}

async function book(
  tx: Tx,
  kind: TransactionKind,
  reference: string,
  amount: Money,
  debit: Account,
  credit: Account,
): Promise<void> {
  if (amount.minor === 0) return
  const transactionId = await addTransaction(tx, kind, reference)
  if (!transactionId) return

  // In the order of their ids, so that two bookings at once never wait for each other in a circle.
  const sides = [
    { ...debit, amount: amount.minor },
    { ...credit, amount: -amount.minor },
  ].sort((a, b) => (a.id < b.id ? -1 : 1))
  await ensureAccounts(tx, sides, amount.currency)
  await addEntries(
    tx,
    transactionId,
    sides.map((side) => ({ accountId: side.id, amount: side.amount })),
  )
}
