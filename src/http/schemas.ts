/** Schemas shared by several endpoints. See `docs/contract` §2. */
import { z } from 'zod'
import { ATTRIBUTION_FIELDS, type AttributionField } from '#domain/attribution.ts'
import { emailFault, normaliseEmail, plainPhone } from '#domain/contact.ts'
import { isTimeZone } from '#domain/schedule.ts'
import { trim } from '#domain/trim.ts'
import { plainCode, plainLine } from '#domain/typed-text.ts'

/** A computed amount: a decimal string with the currency's number of decimals. */
export const MoneyWire = z.object({ amount: z.string(), currency: z.string() }).meta({ id: 'Money' })
export type MoneyWire = z.infer<typeof MoneyWire>

/** `src/domain/orders/refund-policy.ts` */
export const RefundFiguresWire = z
  .object({
    /** All is refunded until this many days before the first session. Null: never. */
    daysBefore: z.number().nullable(),
    /** The percentage from then until the first session starts. */
    latePercent: z.number(),
    /** All is refunded for this many days after the purchase, where there is no session. 0: never. */
    daysAfter: z.number(),
  })
  .meta({ id: 'RefundFigures' })

/** UTC, ISO 8601. */
export const Instant = z.string().meta({ format: 'date-time' })

export const TimeZone = z.string().refine(isTimeZone, { error: 'TIMEZONE_INVALID' })

/** ISO 3166, in any case. An invalid code counts as an unknown country and is not a fault. */
export const CountryCode = z.string().max(40)

/** Compared without case, without spaces and hyphens at the ends, and without what a copy added unseen. */
export const Code = z
  .string()
  .max(64)
  .transform((code) => trim(plainCode(code), (character) => character === '-' || character.trim() === '').toUpperCase())

/** docs/specification.md §5: different sentences for an empty and for a malformed address. */
export const Email = z
  .string({ error: 'Email is required' })
  .superRefine((text, context) => {
    const fault = emailFault(text)
    if (fault) context.addIssue(fault)
  })
  .transform(normaliseEmail)

/** E.164, or a national number of the country that the call knows (docs/contract §2). Empty counts as absent. */
export const PhoneText = z.string().max(100).transform(plainPhone).pipe(z.string().max(40))

/** A code from an e-mail or an authenticator app, or a recovery code. */
export const OneTimeCode = z
  .string({ error: 'Code is required' })
  .transform(plainCode)
  .pipe(z.string().max(32, { error: 'This code is not right.' }))

export const PersonName = z
  .string({ error: 'Name is required' })
  .transform(plainLine)
  .pipe(z.string().min(1, { error: 'Name is required' }).max(120, { error: 'Please use a shorter name' }))

/** The attribution of a visit (docs/specification.md §3). Each field is truncated, also within a character, and never refused. */
const AttributionText = z.string().transform((text) => text.slice(0, 300).toWellFormed())
export const Attribution = z
  .object(
    Object.fromEntries(ATTRIBUTION_FIELDS.map((field) => [field, AttributionText])) as Record<
      AttributionField,
      typeof AttributionText
    >,
  )
  .partial()
  .meta({ id: 'Attribution' })

/** The fields of a form or an order with the last and the first touch of the visitor. */
export const TOUCHES = { attribution: Attribution.optional(), firstTouch: Attribution.optional() }

/** Why an admin did something; kept with the deed. */
export const Reason = z
  .string({ error: 'Reason is required' })
  .trim()
  .min(1, { error: 'Reason is required' })
  .max(500, { error: 'Please use a shorter reason' })
