/** The gift-card endpoints on the payment host. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { MoneyWire } from '#http/schemas.ts'

export const giftCardBalance = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'gift-cards/balance',
  summary: 'The balance of the gift card with the code in the header X-Gift-Card',
  actor: 'anyone',
  answers: { 200: z.object({ data: z.object({ balance: MoneyWire }) }) },
  refusals: ['GIFT_CARD_INVALID', 'GIFT_CARD_FROZEN', 'RATE_LIMITED'],
})
