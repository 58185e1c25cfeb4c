/** Binds the gift cards' endpoints to their verbs. */
import { toWire } from '#domain/money.ts'
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { findGiftCard } from './find.ts'
import { giftCardBalance } from './wire.ts'

export function giftCardsApi(deps: Deps): Mounted[] {
  return [
    handle(giftCardBalance, async ({ headers, ip }) => {
      const outcome = await findGiftCard(deps, String(headers['x-gift-card'] ?? ''), ip)
      return outcome.ok ? answer(200, { data: { balance: toWire(outcome.value.balance) } }) : refuse(outcome.refusal)
    }),
  ]
}
