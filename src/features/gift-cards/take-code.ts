/** A code that was sent without scripts: what is left on its card, or why nobody knows. */
import { toWire } from '#domain/money.ts'
import { refusals } from '#domain/refusal.ts'
import type { Deps } from '#http/deps.ts'
import { findGiftCard } from './find.ts'

/** What the page shows of it. The code does not come back: a page may be looked over. */
export type AskedCard = { balance: { amount: string; currency: string } | null; error: string | null }

const LONGEST = 100

export async function takeCode(
  deps: Deps,
  { form, ip }: { form: FormData; ip: string },
): Promise<AskedCard & { status: number }> {
  const code = form.get('code')
  const outcome = await findGiftCard(deps, typeof code === 'string' ? code.slice(0, LONGEST) : '', ip)
  if (outcome.ok) return { status: 200, balance: toWire(outcome.value.balance), error: null }
  const { status, message: error } = refusals[outcome.refusal.code]
  return { status, balance: null, error }
}
