/** Gift cards: the payment host's calls. Contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { MoneyWire } from '#http/schemas.ts'

export const giftCardBalance = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'gift-cards/balance',
  summary: 'What is left on the gift card whose code stands in the header X-Gift-Card',
  actor: 'anyone',
  answers: { 200: z.object({ data: z.object({ balance: MoneyWire }) }) },
  refusals: ['GIFT_CARD_INVALID', 'GIFT_CARD_FROZEN', 'RATE_LIMITED'],
})
