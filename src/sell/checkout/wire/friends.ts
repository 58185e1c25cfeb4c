/** The friends of a group. Price rule 11. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Email, PersonName } from '#http/schemas.ts'

export const nameAFriend = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'orders/:orderId/friends',
  summary: 'Name the friend for a seat of a group, or another one in their place; they are mailed an invitation',
  actor: 'order-holder',
  params: z.object({ orderId: z.uuid() }),
  query: z.object({ vt: z.string().max(100).optional() }),
  body: z.object({ seat: z.number().int().min(2).max(10), email: Email, name: PersonName.optional() }),
  answers: { 200: z.object({ data: z.object({ seat: z.number(), status: z.literal('invited') }) }) },
  refusals: [
    'FIELD_INVALID',
    'ORDER_NOT_FOUND',
    'FRIENDS_CLOSED',
    'FRIENDS_LOG_IN',
    'STEP_UP_REQUIRED',
    'ENROLMENT_FROZEN',
    'RATE_LIMITED',
  ],
})
