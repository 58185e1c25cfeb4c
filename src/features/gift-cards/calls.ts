/** The gift cards' calls, as the browser makes them. */
import type { Client } from '#http/client.ts'
import type { giftCardBalance } from './wire.ts'

export const callGiftCardBalance = (client: Client, code: string) =>
  client.call<typeof giftCardBalance>(
    { host: 'payment', method: 'GET', path: 'gift-cards/balance' },
    // A header carries no more than plain letters, and no code has others.
    { headers: { 'x-gift-card': code.replace(/[^\x20-\x7e]/g, '') } },
  )
