/** The endpoints of the private calendar feed. docs/contract §28. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const

export const readCalendarFeed = endpoint({
  host: 'community',
  method: 'GET',
  path: 'learn/calendar-feed',
  summary: 'The address of the person’s private calendar feed; null without one',
  actor: 'person',
  answers: { 200: z.object({ data: z.object({ url: z.string().nullable() }) }) },
  refusals: [...SIGNED_IN],
})

export const putCalendarFeed = endpoint({
  host: 'community',
  method: 'POST',
  path: 'learn/calendar-feed',
  summary: 'Create the private calendar feed, or give it a new address',
  actor: 'person',
  body: z.object({
    /** True: a new address, and the old one ends. False: an existing address stays. */
    renew: z.boolean().default(false),
  }),
  answers: { 200: z.object({ data: z.object({ url: z.string() }) }) },
  refusals: ['FIELD_INVALID', ...SIGNED_IN],
})

export const endCalendarFeed = endpoint({
  host: 'community',
  method: 'DELETE',
  path: 'learn/calendar-feed',
  summary: 'End the private calendar feed',
  actor: 'person',
  answers: { 204: z.undefined() },
  refusals: [...SIGNED_IN],
})
