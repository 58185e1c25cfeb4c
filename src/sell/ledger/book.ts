/** Books money in the transaction that records its movement. The same movement is never booked twice. */
import { randomUUID } from 'node:crypto'
import { type Money, money } from '#domain/money/money.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  type AccountKind,
  addEntries,
  addTransaction,
  getVoidedBalance,
  lockOwedBalance,
  lockSpendableBalance,
  type TransactionKind,
} from './queries.ts'

type BookedAccount = { kind: AccountKind; id: string }

/** The ledger account of a gift card. */
export const getGiftCardAccountId = (cardId: string): string => `gift-card:${cardId}`
/** The ledger account of a person's credit in one currency. */
export const getCreditAccountId = (personId: string, currency: string): string => `credit:${personId}:${currency}`

/** A buyer's payment: debits the provider's account, credits sales. */
export function bookCharge(tx: Tx, paymentId: string, provider: string, amount: Money): Promise<void> {
  return bookTransaction(
    tx,
    'charge',
    paymentId,
    amount,
    createSiteAccount('provider', amount, provider),
    createSiteAccount('sales', amount),
  )
}

/** A refund: debits refunds, credits the provider's account. */
export function bookRefund(tx: Tx, refundId: string, provider: string, amount: Money): Promise<void> {
  return bookTransaction(
    tx,
    'refund',
    refundId,
    amount,
    createSiteAccount('refunds', amount),
    createSiteAccount('provider', amount, provider),
  )
}

/** A refund that the provider had accepted failed: the money is back with the provider. */
export function bookFailedRefund(tx: Tx, refundId: string, provider: string, amount: Money): Promise<void> {
  return bookTransaction(
    tx,
    'refund-failed',
    refundId,
    amount,
    createSiteAccount('provider', amount, provider),
    createSiteAccount('refunds', amount),
  )
}

/** A new gift card: a free one, or a sold one whose price becomes a liability. */
export function bookIssue(tx: Tx, cardId: string, amount: Money, from: 'promotion' | 'sales'): Promise<void> {
  return bookTransaction(
    tx,
    'issue',
    cardId,
    amount,
    createSiteAccount(from, amount),
    createLiabilityAccount(getGiftCardAccountId(cardId)),
  )
}

/**
 * Voids the balance of a gift card whose purchase was lost to a dispute, which lowers the loss. Returns that balance.
 * A repeat finds no balance; after restoreGiftCard the card can be voided again, so the reference is a new id.
 */
export async function voidGiftCard(tx: Tx, cardId: string, currency: string): Promise<Money> {
  const balance = money(await lockOwedBalance(tx, getGiftCardAccountId(cardId)), currency)
  await bookTransaction(
    tx,
    'void',
    randomUUID(),
    balance,
    createLiabilityAccount(getGiftCardAccountId(cardId)),
    createSiteAccount('dispute-losses', balance),
  )
  return balance
}

/** Gives a gift card back all that was voided, because the bank changed its decision. A repeat books nothing. */
export async function restoreGiftCard(tx: Tx, cardId: string, currency: string): Promise<void> {
  const accountId = getGiftCardAccountId(cardId)
  await lockOwedBalance(tx, accountId)
  const voided = money(await getVoidedBalance(tx, accountId), currency)
  await bookTransaction(
    tx,
    'void-reversed',
    randomUUID(),
    voided,
    createSiteAccount('dispute-losses', voided),
    createLiabilityAccount(accountId),
  )
}

type Movement = {
  id: string
  kind: 'withdrawn' | 'reinstated' | 'written-off' | 'recovered'
  amount: Money
  fee: Money
}

/** The money of a dispute: withdrawn by the provider, maybe reinstated, and at the end a loss or none. A fee is a loss at once. */
export async function bookDispute(tx: Tx, provider: string, { id, kind, amount, fee }: Movement): Promise<void> {
  const disputed = createSiteAccount('disputed', amount)
  const [held, losses] = [createSiteAccount('provider', amount, provider), createSiteAccount('dispute-losses', amount)]
  const [debit, credit] = {
    withdrawn: [disputed, held],
    reinstated: [held, disputed],
    'written-off': [losses, disputed],
    recovered: [disputed, losses],
  }[kind] as [BookedAccount, BookedAccount]
  await bookTransaction(tx, 'dispute', id, amount, debit, credit)
  const [debitAccount, creditAccountOfFee] = [
    createSiteAccount('dispute-losses', fee),
    createSiteAccount('provider', fee, provider),
  ]
  const size = money(Math.abs(fee.minor), fee.currency)
  await (fee.minor > 0
    ? bookTransaction(tx, 'dispute-fee', id, size, debitAccount, creditAccountOfFee)
    : bookTransaction(tx, 'dispute-fee', id, size, creditAccountOfFee, debitAccount))
}

/**
 * Holds tender for an order; false, and nothing is booked, when the balance is too low. The lock makes concurrent
 * requests wait, and the database refuses an overdrawn account.
 */
export async function holdTender(tx: Tx, paymentId: string, accountId: string, amount: Money): Promise<boolean> {
  if ((await lockSpendableBalance(tx, accountId)) < amount.minor) return false
  await bookTransaction(
    tx,
    'hold',
    paymentId,
    amount,
    createLiabilityAccount(accountId),
    createSiteAccount('held', amount),
  )
  return true
}

/** Books held tender as paid. */
export function captureTender(tx: Tx, paymentId: string, amount: Money): Promise<void> {
  return bookTransaction(
    tx,
    'charge',
    paymentId,
    amount,
    createSiteAccount('held', amount),
    createSiteAccount('sales', amount),
  )
}

/** Returns held tender to its account, once. */
export function releaseTender(tx: Tx, paymentId: string, accountId: string, amount: Money): Promise<void> {
  return bookTransaction(
    tx,
    'release',
    paymentId,
    amount,
    createSiteAccount('held', amount),
    createLiabilityAccount(accountId),
  )
}

/** A refund to the gift card or the credit that the payment came from. */
export function bookTenderRefund(tx: Tx, refundId: string, accountId: string, amount: Money): Promise<void> {
  return bookTransaction(
    tx,
    'refund',
    refundId,
    amount,
    createSiteAccount('refunds', amount),
    createLiabilityAccount(accountId),
  )
}

export function createSiteAccount(kind: AccountKind, { currency }: Money, name: string = kind): BookedAccount {
  return { kind, id: `${kind === name ? name : `${kind}:${name}`}:${currency}` }
}

export function createLiabilityAccount(id: string): BookedAccount {
  return { kind: id.startsWith('credit:') ? 'credit' : 'gift-card', id }
}

/** Books an amount from one account to another; nothing for an amount of zero or a repeated kind and reference. */
export async function bookTransaction(
  tx: Tx,
  kind: TransactionKind,
  reference: string,
  amount: Money,
  debit: BookedAccount,
  credit: BookedAccount,
): Promise<void> {
  if (amount.minor === 0) return
  // In the order of their ids, so that two concurrent bookings cannot deadlock.
  const sides = [
    { ...debit, amount: amount.minor },
    { ...credit, amount: -amount.minor },
  ].sort((a, b) => (a.id < b.id ? -1 : 1))
  const transactionId = await addTransaction(tx, kind, reference, sides, amount.currency)
  if (!transactionId) return
  await addEntries(
    tx,
    transactionId,
    sides.map((side) => ({ accountId: side.id, amount: side.amount })),
  )
}
