/** How far the past of a new demo is written. docs/contract §8. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'

export const readStory = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/story',
  summary: 'How much of a new demo’s twelve weeks is written',
  actor: 'admin',
  answers: {
    /** Null: all of it, or this is no such demo. */
    200: z.object({ data: z.object({ percent: z.int().min(0).max(100).nullable() }) }),
  },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
