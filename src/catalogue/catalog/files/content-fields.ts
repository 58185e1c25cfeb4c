/** The types of values in the content files. Their messages are written for the person who edits a file. */

import { z } from 'zod'
import { SITE_CURRENCY } from '#domain/money/currency.ts'
import { isTimeZone } from '#domain/schedule.ts'

/** The fields of a written file; an omitted field is undefined. */
export type FileFields = Readonly<Record<string, unknown>>

/** Printable text with line breaks and tabs, which the database can store. */
export const isPrintable = (value: string) => value.isWellFormed() && !/[^\P{Cc}\n\t]|\ufffd/u.test(value)
export const printableText = z.string().trim().refine(isPrintable, 'has a character that cannot be displayed')
export const textField = printableText.min(1, 'is empty')
export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and hyphens')
export const courseCode = z.string().regex(/^[A-Z0-9]{2,12}$/, 'must be 2 to 12 capital letters and digits')
export const cohortOrOfferCode = z
  .string()
  .max(60)
  .regex(/^[A-Z0-9]{2,12}(-[A-Z0-9]+)*$/, 'must be a code such as NG-2027-01: capital letters, digits and hyphens')

export const integer = z.int32()
export const minutes = z.int().min(1).max(600)
/** Days from the day of the import. */
export const days = z.int().min(-36_500).max(36_500)
const AMOUNT = 'must be an amount such as 99 or 51.86'
/** Major units with at most the currency's decimals: `99`, `51.86` or `"99.50"`. */
export const amount = z
  .union([z.number(), z.string()], AMOUNT)
  .transform(String)
  .refine((text) => /^\d+(\.\d{1,3})?$/.test(text), AMOUNT)
/** A page names the site's currency beside each price, and an order is charged in that of its offer, so they are one. */
export const currency = z.literal(SITE_CURRENCY, {
  error: ({ input }) =>
    `must be ${SITE_CURRENCY}, because this site charges in ${SITE_CURRENCY} only${typeof input === 'string' ? `, not in ${input}` : ''}`,
})

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const weekday = z.enum(WEEKDAYS)
export type Weekday = z.infer<typeof weekday>
export const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "20:00", in quotes')
export const zone = z.string().refine(isTimeZone, 'is not a known time zone such as Europe/London')
export const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'must be a date such as 2027-01-12')
  .refine(isDate, 'is not a valid date')
export const wallTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/, 'must be a date and time such as 2027-01-12T20:00')
  .refine((value) => isDate(value.slice(0, 10)), 'is not a valid date')
/** An instant, independent of time zones. */
export const instant = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/,
    'must be a date and time with an offset, such as 2027-01-12T12:00:00Z',
  )
  .refine((value) => isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)), 'is not a valid date and time')
  .transform((value) => new Date(value))

export function isDate(value: string): boolean {
  try {
    Temporal.PlainDate.from(value, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}
