/** The calls behind the mailed links of a waitlist. docs/contract §4. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'

const Body = z.object({ token: z.string().max(200) })

const WaitlistPlace = z.object({
  courseCode: z.string(),
  title: z.string(),
  startsAt: Instant.nullable(),
  timezoneId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  seats: z.number(),
  /** `closed`: the dates were cancelled, or enrolment has closed. The others are the states of the offer, or `left`. */
  state: z.enum([
    'unconfirmed',
    'waiting',
    'offered',
    'claimed',
    'declined',
    'expired',
    'withdrawn',
    'left',
    'cancelled',
    'closed',
  ]),
  /** From 1, while the person waits. */
  position: z.number().nullable(),
  offer: z.object({ offerCode: z.string(), expiresAt: Instant }).nullable(),
})
export type WaitlistPlace = z.infer<typeof WaitlistPlace>

const ANSWERS = { 200: z.object({ data: WaitlistPlace }) }

export const readWaitlistPlace = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'waitlist-place',
  summary: 'A place on a waitlist, by the link of an e-mail',
  actor: 'anyone',
  body: Body,
  answers: ANSWERS,
  refusals: ['VERIFICATION_INVALID', 'RATE_LIMITED'],
})

export const confirmWaitlistPlace = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'waitlist-place/confirm',
  summary: 'Confirm the address of a waitlist place',
  actor: 'anyone',
  body: Body,
  answers: ANSWERS,
  refusals: ['VERIFICATION_INVALID', 'RATE_LIMITED'],
})

export const leaveWaitlistPlace = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'waitlist-place/leave',
  summary: 'Decline the offered seats, or leave the waitlist',
  actor: 'anyone',
  body: Body,
  answers: ANSWERS,
  refusals: ['VERIFICATION_INVALID', 'PAYMENT_IN_HAND', 'RATE_LIMITED'],
})
