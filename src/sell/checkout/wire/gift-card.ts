/** The purchase of a gift card. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Email, MoneyWire, PersonName, TimeZone, TOUCHES } from '#http/schemas.ts'
import { ClientKey } from '#sell/orders/wire/fields.ts'
import { PaymentOpened } from '#sell/payments/wire/answers.ts'

const Party = z.object({ name: PersonName, email: Email })

/** The buyer comes from the profile where there is a bearer. */
const GiftCardBody = z.object({
  buyer: Party.optional(),
  recipient: Party,
  message: z.string().trim().max(500, { error: 'Please use at most 500 characters' }).optional(),
  /** An instant, or a wall time in the zone. Absent: at once. */
  sendAt: z.string().max(40).optional(),
  timezoneId: TimeZone.optional(),
  amount: MoneyWire,
  paymentMethod: z.enum(['card', 'paypal', 'gift-card']).default('card'),
  clientKey: ClientKey.optional(),
  consent: z.object({ terms: z.boolean().optional() }).default({}),
  ...TOUCHES,
})
export type GiftCardBody = z.output<typeof GiftCardBody>

export const purchaseGiftCard = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'gift-cards',
  priority: 'high',
  summary: 'Buy a gift card for somebody, to be mailed at once or on a day; nothing is charged yet',
  actor: 'anyone',
  idempotent: true,
  body: GiftCardBody,
  answers: { 200: PaymentOpened },
  refusals: [
    'FIELD_INVALID',
    'TIMEZONE_INVALID',
    'TERMS_REQUIRED',
    'METHOD_NOT_AVAILABLE',
    'PAYMENT_IN_HAND',
    'PROVIDER_NOT_CONFIGURED',
    'ORDERS_LIMITED',
    'SITE_BUSY',
    'RATE_LIMITED',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_FLIGHT',
  ],
})
