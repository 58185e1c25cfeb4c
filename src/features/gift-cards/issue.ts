/** Makes a gift card: a code that only its holder knows, and an account in the books with what was put on it. */
import { randomBytes } from 'node:crypto'
import { CODE_BYTES, comparableCode, giftCardCode } from '#domain/gift-card.ts'
import type { Money } from '#domain/money.ts'
import { bookIssue } from '#features/ledger/book.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { addGiftCard } from './queries.ts'

/** A card that is given away. Null when there is one of this code already. */
export async function issueGiftCard(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: Tx,
  amount: Money,
  code = giftCardCode(randomBytes(CODE_BYTES)),
): Promise<{ id: string; code: string } | null> {
  const id = await addGiftCard(tx, {
    code_mac: macOf(secrets, code),
    currency: amount.currency,
    issued_minor: amount.minor,
  })
  if (!id) return null
  await bookIssue(tx, id, amount)
  return { id, code }
}

/** The mark by which a code is found again: it cannot be turned back, nor made without our secret. */
export function macOf(secrets: Deps['secrets'], code: string): Buffer {
  return secrets.mac('gift-card', comparableCode(code))
}
