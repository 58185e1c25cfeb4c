/** What the people of the house see first: a call of our own. Contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { MoneyWire, TimeZone } from '#http/schemas.ts'

/** Of the orders that were placed since a day began and are complete. */
const Sold = z.object({
  since: z.iso.date(),
  orders: z.number(),
  seats: z.number(),
  /** Paid for them by card, in each currency; what went back later is not taken off. */
  taken: z.array(MoneyWire),
})
export type Sold = z.infer<typeof Sold>

const Figures = z.object({
  today: Sold,
  /** Since Monday. */
  week: Sold,
  /** What is left to pay of deposits; `late` of these orders should have been paid by now. */
  due: z.object({ orders: z.number(), late: z.number(), amount: z.array(MoneyWire) }),
  /** Refunds that the provider has not taken yet. */
  refunds: z.object({ waiting: z.number(), amount: z.array(MoneyWire) }),
})
export type Figures = z.infer<typeof Figures>

export const readFigures = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'admin/figures',
  summary: 'What was sold today and this week, and what money is still to come or to go',
  actor: 'admin',
  query: z.object({ timezoneId: TimeZone.default('UTC') }),
  answers: { 200: z.object({ data: Figures }) },
  refusals: ['TIMEZONE_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
