/** Issues a gift card: a code that only its holder knows, and a ledger account with its amount. */
import { randomBytes } from 'node:crypto'
import { CODE_BYTES, createGiftCardCode, normaliseGiftCardCode } from '#domain/money/gift-card.ts'
import type { Money } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { bookIssue } from '#sell/ledger/book.ts'
import { addGiftCard, findGiftCardByMacs } from './queries/gift-cards.ts'

type IssuedCard = { id: string; code: string }

/** A free card, or one that was paid for. Null when the code already exists. */
export async function issueGiftCard(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: Tx,
  amount: Money,
  code = createGiftCardCode(randomBytes(CODE_BYTES)),
  paidBy: 'promotion' | 'sales' = 'promotion',
): Promise<IssuedCard | null> {
  if (await findGiftCardByMacs(tx, getCodeMacs(secrets, code))) return null
  const id = await addGiftCard(tx, {
    code_mac: getCodeMacs(secrets, code)[0]!,
    currency: amount.currency,
    issued_minor: amount.minor,
  })
  if (!id) return null
  await bookIssue(tx, id, amount, paidBy)
  return { id, code }
}

/** A card that was paid for. */
export async function issuePaidCard(deps: Pick<Deps, 'secrets'>, tx: Tx, amount: Money): Promise<IssuedCard> {
  const card = await issueGiftCard(deps, tx, amount, undefined, 'sales')
  if (!card) throw new Error('two codes of 80 random bits were the same')
  return card
}

/**
 * The keys to find a code by, newest secret first. An HMAC cannot be reversed, and cannot be created without our secret.
 * A card keeps the HMAC of the secret that it was issued under.
 */
export function getCodeMacs(secrets: Deps['secrets'], code: string): readonly Buffer[] {
  return secrets.macs('gift-card', normaliseGiftCardCode(code))
}
