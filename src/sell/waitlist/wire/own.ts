/** The own places of a logged-in person, which the portal shows. docs/contract §4. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'

export const OwnPlace = z
  .object({
    entryId: z.number(),
    courseCode: z.string(),
    title: z.string(),
    startsAt: Instant.nullable(),
    timezoneId: z.string(),
    seats: z.number(),
    state: z.enum(['unconfirmed', 'waiting', 'offered']),
    /** From 1, while the person waits. */
    position: z.number().nullable(),
    offerExpiresAt: Instant.nullable(),
  })
  .meta({ id: 'WaitlistPlace' })
export type OwnPlace = z.infer<typeof OwnPlace>

const params = z.object({ entryId: z.coerce.number().int().positive() })

export const linkOwnPlace = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'waitlist-place/own/:entryId/link',
  summary: 'Create a link to a waitlist entry of the person, to confirm it or to take the offered seats',
  actor: 'learner',
  params,
  answers: { 200: z.object({ data: z.object({ token: z.string() }) }) },
  refusals: ['FIELD_INVALID', 'WAITING_NOT_FOUND', 'RATE_LIMITED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const leaveOwnPlace = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'waitlist-place/own/:entryId/leave',
  summary: 'Leave a waitlist, or decline its offered seats',
  actor: 'learner',
  params,
  answers: { 200: z.object({ data: z.object({ hasLeft: z.literal(true) }) }) },
  refusals: ['FIELD_INVALID', 'WAITING_NOT_FOUND', 'PAYMENT_IN_HAND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
