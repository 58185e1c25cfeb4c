/**
 * PayPal's responses, as far as we read them. A response of another shape is a fault and never a fact.
 * https://developer.paypal.com/docs/api/orders/v2/
 */
import { z } from 'zod'
import { fromDecimal, type Money, toDecimal } from '#domain/money/money.ts'

export const TokenShape = z.object({
  access_token: z.string().min(1),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int().positive(),
})

export const RefusalShape = z.object({
  name: z.string().min(1),
  details: z.array(z.object({ issue: z.string().nullish() })).nullish(),
})

/** Two currencies that PayPal takes without decimals. https://developer.paypal.com/docs/reports/reference/paypal-supported-currencies/ */
const WHOLE = ['HUF', 'TWD']

/** @throws RangeError for a fraction of a currency that PayPal takes in whole units only */
export function toPaypalMoney(amount: Money): { currency_code: string; value: string } {
  const value = toDecimal(amount)
  if (!WHOLE.includes(amount.currency)) return { currency_code: amount.currency, value }
  if (!value.endsWith('.00')) throw new RangeError(`PayPal takes whole ${amount.currency} only: ${value}`)
  return { currency_code: amount.currency, value: value.slice(0, -3) }
}

export const MoneyShape = z
  .object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string() })
  .transform(({ currency_code, value }, context): Money => {
    try {
      return fromDecimal(value, currency_code)
    } catch {
      context.addIssue({ code: 'custom', message: 'not an amount of its currency' })
      return z.NEVER
    }
  })

const Id = z.string().regex(/^[A-Z0-9]{1,36}$/)
export const LinksShape = z.array(z.object({ rel: z.string(), href: z.string() })).nullish()

export const CaptureShape = z.object({
  id: Id,
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  amount: MoneyShape,
  custom_id: z.string().nullish(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: Id.nullish() }).nullish() }).nullish(),
})
export type CaptureShape = z.output<typeof CaptureShape>

export const RefundShape = z.object({
  id: Id,
  status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']),
  amount: MoneyShape,
  custom_id: z.string().nullish(),
  create_time: z.iso.datetime({ offset: true }),
})
export type RefundShape = z.output<typeof RefundShape>

const PurchaseUnit = z.object({
  amount: MoneyShape,
  custom_id: z.string().nullish(),
  payments: z.object({ captures: z.array(CaptureShape).nullish(), refunds: z.array(RefundShape).nullish() }).nullish(),
})

export const OrderShape = z.object({
  id: Id,
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z.tuple([PurchaseUnit]),
  /** The account that approved the order, from its approval on. */
  payer: z.object({ payer_id: z.string().nullish() }).nullish(),
  links: LinksShape,
})
export type OrderShape = z.output<typeof OrderShape>
