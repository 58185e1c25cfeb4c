/** Makes a gift card: a code that only its holder knows, and an account in the books with what was put on it. */
import { randomBytes } from 'node:crypto'
import { CODE_BYTES, comparableCode, giftCardCode } from '#domain/gift-card.ts'
import type { Money } from '#domain/money.ts'
import { bookIssue } from '#features/ledger/book.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { addGiftCard, giftCardByMacs } from './queries.ts'

type Made = { id: string; code: string }

/** A card that is given away, or one whose price was paid. Null when there is one of this code already. */
export async function issueGiftCard(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: Tx,
  amount: Money,
  code = giftCardCode(randomBytes(CODE_BYTES)),
  paidBy: 'promotion' | 'sales' = 'promotion',
): Promise<Made | null> {
  if (await giftCardByMacs(tx, macsOf(secrets, code))) return null
  const id = await addGiftCard(tx, {
    code_mac: macsOf(secrets, code)[0]!,
    currency: amount.currency,
    issued_minor: amount.minor,
  })
  if (!id) return null
  await bookIssue(tx, id, amount, paidBy)
  return { id, code }
}

/** A card whose price was paid. */
export async function issuePaidCard(deps: Pick<Deps, 'secrets'>, tx: Tx, amount: Money): Promise<Made> {
  const made = await issueGiftCard(deps, tx, amount, undefined, 'sales')
  if (!made) throw new Error('two codes of 80 random bits were the same')
  return made
}

/**
 * By which a code is found again, newest secret first: an HMAC cannot be turned back, nor made without our secret. A
 * card keeps that of the secret it was issued under.
 */
export function macsOf(secrets: Deps['secrets'], code: string): readonly Buffer[] {
  return secrets.macs('gift-card', comparableCode(code))
}
