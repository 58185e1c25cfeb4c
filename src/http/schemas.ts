/** Shapes that several calls share. Contract §2. */
import { z } from 'zod'
import { ATTRIBUTION_FIELDS, type AttributionField } from '#domain/attribution.ts'
import { emailFault, normaliseEmail } from '#domain/contact.ts'
import { isTimeZone } from '#domain/schedule.ts'
import { trim } from '#domain/trim.ts'

/** A computed amount: a decimal string with the currency's own number of decimals. */
export const MoneyWire = z.object({ amount: z.string(), currency: z.string() }).meta({ id: 'Money' })
export type MoneyWire = z.infer<typeof MoneyWire>

/** UTC, ISO 8601. */
export const Instant = z.string().meta({ format: 'date-time' })

export const TimeZone = z.string().refine(isTimeZone, { error: 'TIMEZONE_INVALID' })

/** ISO 3166, in any case. What is none is an unknown country, and not a fault. */
export const CountryCode = z.string().max(40)

/** Compared without case, spaces and hyphens at the ends. */
export const Code = z
  .string()
  .max(64)
  .transform((code) => trim(code, (character) => character === '-' || character.trim() === '').toUpperCase())

/** Specification §5: two different sentences for an empty and for a malformed address. */
export const Email = z
  .string({ error: 'Email is required' })
  .superRefine((text, context) => {
    const fault = emailFault(text)
    if (fault) context.addIssue(fault)
  })
  .transform(normaliseEmail)

export const PersonName = z
  .string({ error: 'Name is required' })
  .transform((name) =>
    name
      .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  .pipe(z.string().min(1, { error: 'Name is required' }).max(120, { error: 'Please use a shorter name' }))

/** Where a visit came from. Specification §3; each field is cut, never refused. */
const Trace = z.string().transform((text) => text.slice(0, 300))
export const Attribution = z
  .object(
    Object.fromEntries(ATTRIBUTION_FIELDS.map((field) => [field, Trace])) as Record<AttributionField, typeof Trace>,
  )
  .partial()
