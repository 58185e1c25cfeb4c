/** Rate limits for quotes, orders and payment attempts, and the delay that counts as overload. */
import { z } from 'zod'

const count = z.coerce
  .number({ error: 'must be a whole number' })
  .int('must be a whole number')
  .min(1, 'must be 1 or more')

export type LimitsConfig = {
  quotes: { perMinuteAndClient: number; perMinuteAndSite: number }
  /** Per ten minutes. */
  orders: { perClient: number; perSite: number }
  /** Per day. */
  attemptsPerOrder: number
  overloadDelayMs: number
}

export const limitSettings = {
  QUOTES_PER_MINUTE: count
    .default(60)
    .describe(
      'Prices that one client (a logged-in person, else a network address) may ask for in a minute. Raise it if a whole school enrols from one address.',
    ),
  SITE_QUOTES_PER_MINUTE: count.default(6000).describe('Prices that all clients together may ask for in a minute.'),
  UNPAID_ORDERS_PER_CLIENT: count
    .default(20)
    .describe(
      'Unpaid orders that one client (a logged-in person, else a network address) may place in ten minutes. Paid orders do not count.',
    ),
  SITE_ORDERS_PER_TEN_MINUTES: count
    .default(3000)
    .describe('Orders that all clients together may place in ten minutes. Raise it before a large launch.'),
  ATTEMPTS_PER_ORDER: count.default(10).describe('Attempts to pay one order by card in a day.'),
  OVERLOAD_DELAY_MS: count
    .default(250)
    .describe(
      'Milliseconds by which this process may be late, on average over two seconds. Above it the least important requests are refused, and orders from eight times as much. Raise it on a slow machine that should answer late rather than refuse.',
    ),
}

type LimitSettings = z.output<z.ZodObject<typeof limitSettings>>

export function limitsConfig(settings: LimitSettings): LimitsConfig {
  return {
    quotes: { perMinuteAndClient: settings.QUOTES_PER_MINUTE, perMinuteAndSite: settings.SITE_QUOTES_PER_MINUTE },
    orders: { perClient: settings.UNPAID_ORDERS_PER_CLIENT, perSite: settings.SITE_ORDERS_PER_TEN_MINUTES },
    attemptsPerOrder: settings.ATTEMPTS_PER_ORDER,
    overloadDelayMs: settings.OVERLOAD_DELAY_MS,
  }
}
