/** The calls about saved checkouts. docs/contract §27. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, Email, Instant, PhoneText, TimeZone } from '#http/schemas.ts'
import { Seats } from '#sell/orders/wire/fields.ts'

const Token = z.string().min(1).max(200)
const TypedName = z.string().trim().max(120)

/** A friend whose address is not known yet has an empty one. */
const Friend = z.object({ name: TypedName, email: z.union([z.literal(''), Email]) })

const SavedFields = z.object({
  name: TypedName.default(''),
  phoneNumber: PhoneText.default(''),
  seats: Seats,
  friends: z.array(Friend).max(9).default([]),
  paymentType: z.enum(['full', 'deposit']),
})

const SaveBody = SavedFields.extend({
  /** Names an earlier save, which this one replaces. */
  token: Token.optional(),
  /** The person agreed to the storage and to one e-mail. */
  consent: z.literal(true),
  courseCode: Code,
  offerCode: Code.optional(),
  /** Ignored with a bearer: the address is the profile's. */
  email: Email.optional(),
  timezoneId: TimeZone,
})
export type SaveBody = z.output<typeof SaveBody>

const SavedCheckout = SavedFields.required().extend({
  friends: z.array(z.object({ name: z.string(), email: z.string() })),
  courseCode: z.string(),
  offerCode: z.string(),
  title: z.string(),
  startsAt: Instant.nullable(),
  timezoneId: z.string(),
  email: z.string(),
  state: z.enum(['open', 'full', 'closed']),
})
export type SavedCheckout = z.infer<typeof SavedCheckout>

export const saveCheckout = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'saved-checkouts',
  summary: 'Save a checkout for 14 days, with the person’s agreement; it holds no seat',
  actor: 'anyone',
  body: SaveBody,
  answers: { 200: z.object({ data: z.object({ token: z.string(), url: z.string(), expiresAt: Instant }) }) },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID', 'COURSE_NOT_FOUND', 'OFFER_NOT_FOUND', 'RATE_LIMITED'],
})

export const readSavedCheckout = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'saved-checkouts/read',
  summary: 'A saved checkout, by the token of its link',
  actor: 'anyone',
  body: z.object({ token: Token }),
  answers: { 200: z.object({ data: SavedCheckout }) },
  refusals: ['FIELD_INVALID', 'VERIFICATION_INVALID', 'RATE_LIMITED'],
})

export const deleteSavedCheckout = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'saved-checkouts/delete',
  summary: 'Delete a saved checkout; by an e-mailed link, all of its address',
  actor: 'anyone',
  body: z.object({ token: Token }),
  answers: { 204: z.undefined() },
  refusals: ['FIELD_INVALID', 'RATE_LIMITED'],
})
