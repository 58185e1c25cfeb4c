/** The browser's calls of the gift-card endpoints. */
import type { Client } from '#http/client.ts'
import { giftCardBalance } from './wire.ts'

export const callGiftCardBalance = (client: Client, code: string) =>
  client.call(
    giftCardBalance,
    // A header allows only ASCII, and codes have no other characters.
    { headers: { 'x-gift-card': code.replace(/[^\x20-\x7e]/g, '') } },
  )
