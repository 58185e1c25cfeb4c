/** The endpoint behind every join button. `learn/live` answers it. docs/contract §15 and §21. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'

export const joinSession = endpoint({
  host: 'community',
  method: 'POST',
  path: 'learn/sessions/:sessionId/join',
  summary: 'Get an address that leads into the meeting once, within two minutes',
  actor: 'person',
  params: z.object({ sessionId: z.uuid() }),
  answers: { 200: z.object({ data: z.object({ goUrl: z.string() }) }) },
  refusals: [
    'SESSION_NOT_FOUND',
    'ENROLMENT_UNCONFIRMED',
    'ACCESS_ENDED',
    'ACCESS_FROZEN',
    'ACCESS_OVER',
    'BALANCE_DUE',
    'SESSION_NOT_OPEN',
    'MEETING_MISSING',
    'TOKEN_REQUIRED',
    'TOKEN_INVALID',
  ],
})
