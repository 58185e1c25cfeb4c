/** How often clients, and all of them together, may ask for prices and place orders. */
import { z } from 'zod'

const count = z.coerce.number({ error: 'is a whole number' }).int('is a whole number').min(1, 'is 1 or more')

export type LimitsConfig = {
  quotes: { perMinuteAndClient: number; perMinuteAndSite: number }
  /** In ten minutes. */
  orders: { perClient: number; perSite: number }
  /** In a day. */
  attemptsPerOrder: number
}

export const limitSettings = {
  QUOTES_PER_MINUTE: count
    .default(60)
    .describe(
      'How many prices one client may ask for in a minute: a person who is signed in, else a network address. Raise it where a whole school enrols from one address.',
    ),
  SITE_QUOTES_PER_MINUTE: count.default(6000).describe('How many prices all clients together may ask for in a minute.'),
  UNPAID_ORDERS_PER_CLIENT: count
    .default(20)
    .describe(
      'How many orders one client may place in ten minutes and not pay: a person who is signed in, else a network address. Paid orders do not count.',
    ),
  SITE_ORDERS_PER_TEN_MINUTES: count
    .default(3000)
    .describe('How many orders all clients together may place in ten minutes. Raise it before a large launch.'),
  ATTEMPTS_PER_ORDER: count.default(10).describe('How many attempts to pay by card one order may have in a day.'),
}

type Given = z.output<z.ZodObject<typeof limitSettings>>

export function limitsConfig(given: Given): LimitsConfig {
  return {
    quotes: { perMinuteAndClient: given.QUOTES_PER_MINUTE, perMinuteAndSite: given.SITE_QUOTES_PER_MINUTE },
    orders: { perClient: given.UNPAID_ORDERS_PER_CLIENT, perSite: given.SITE_ORDERS_PER_TEN_MINUTES },
    attemptsPerOrder: given.ATTEMPTS_PER_ORDER,
  }
}
