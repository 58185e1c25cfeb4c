/** Handles the balance form without scripts: the balance of the card, or an error. */
import { toWire } from '#domain/money/money.ts'
import { refusals } from '#domain/refusal.ts'
import type { Deps } from '#http/deps.ts'
import { findGiftCard } from './find-gift-card.ts'

/** The result for the page. It omits the code, so that nobody else can read it on the screen. */
export type BalanceResult = { balance: { amount: string; currency: string } | null; error: string | null }

const MAX_CODE_LENGTH = 100

export async function checkGiftCardBalance(
  deps: Deps,
  { form, ip }: { form: FormData; ip: string },
): Promise<BalanceResult & { status: number }> {
  const code = form.get('code')
  const outcome = await findGiftCard(deps, typeof code === 'string' ? code.slice(0, MAX_CODE_LENGTH) : '', ip)
  if (outcome.ok) return { status: 200, balance: toWire(outcome.value.balance), error: null }
  const { status, message: error } = refusals[outcome.refusal.code]
  return { status, balance: null, error }
}
