/** The kinds of value that the content files are made of. What they refuse is said in the words of whoever edits a file. */
import { z } from 'zod'
import { isTimeZone } from '#domain/schedule.ts'

/** Line breaks and tabs apart, nothing that cannot be shown; and nothing that the database cannot keep. */
const isShowable = (value: string) => value.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(value)
export const words = z.string().trim().refine(isShowable, 'has a character that cannot be shown')
export const text = words.min(1, 'is empty')
export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is lower case letters, digits and hyphens')
export const prefixCode = z.string().regex(/^[A-Z0-9]{2,12}$/, 'is 2 to 12 capitals and digits')
export const longCode = z
  .string()
  .max(60)
  .regex(/^[A-Z0-9]{2,12}(-[A-Z0-9]+)*$/, 'is a code such as NG-2027-01: capitals, digits and hyphens')

export const whole = z.int32()
export const minutes = z.int().min(1).max(600)
/** Days from the day of the import. */
export const days = z.int().min(-36_500).max(36_500)
/** Major units with at most the currency's decimals: `99` or `"99.50"`. */
export const amount = z.union([z.int().min(0), z.string().regex(/^\d+(\.\d{1,3})?$/, 'is an amount')]).transform(String)
export const currency = z.string().regex(/^[A-Z]{3}$/, 'is a currency code such as USD')

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const weekday = z.enum(WEEKDAYS)
export type Weekday = z.infer<typeof weekday>
export const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is a time such as "20:00", in quotes')
export const zone = z.string().refine(isTimeZone, 'is not a known time zone')
export const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'is a day such as 2027-01-12')
  .refine(isDate, 'is not a valid date')
export const wallTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/, 'is a day and time such as 2027-01-12T20:00')
  .refine((value) => isDate(value.slice(0, 10)), 'is not a valid date')
/** A moment, the same everywhere. */
export const instant = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/,
    'is a moment such as 2027-01-12T12:00:00Z, with its Z or offset',
  )
  .refine((value) => isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)), 'is no moment of the calendar')
  .transform((value) => new Date(value))

export function isDate(value: string): boolean {
  try {
    Temporal.PlainDate.from(value, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}
