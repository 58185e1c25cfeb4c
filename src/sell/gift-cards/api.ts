/** Binds the gift cards' endpoints to their verbs. */
import { toWire } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { findGiftCard } from './find-gift-card.ts'
import { giftCardBalance } from './wire.ts'

export function giftCardsApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(giftCardBalance, async ({ headers, ip }) => {
      const outcome = await findGiftCard(deps, String(headers['x-gift-card'] ?? ''), ip)
      return outcome.ok ? respond(200, { data: { balance: toWire(outcome.value.balance) } }) : refuse(outcome.refusal)
    }),
  ]
}
