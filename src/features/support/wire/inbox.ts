/** The support inbox, for community admins: calls of our own. Contract §4. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'
import { STATES } from '../states.ts'
import { Words } from '../wire.ts'

const State = z.enum(STATES)
export type State = (typeof STATES)[number]

const Row = z.object({
  conversationId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  page: z.string(),
  state: State,
  /** The beginning of the newest message. */
  excerpt: z.string(),
  changedAt: Instant,
})
export type Row = z.infer<typeof Row>

const Conversation = z.object({
  conversationId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  page: z.string(),
  state: State,
  messages: z.array(
    z.object({
      messageId: z.string(),
      author: z.enum(['visitor', 'operator']),
      /** Whoever answered; null for the visitor. */
      name: z.string().nullable(),
      message: z.string(),
      at: Instant,
      /** Null: a visitor's, or an answer that can still be taken back. */
      mailedAt: Instant.nullable(),
    }),
  ),
  /** Who did what, oldest first. */
  events: z.array(
    z.object({ what: z.enum(['read', 'answered', 'taken-back', 'closed', 'reopened']), name: z.string(), at: Instant }),
  ),
})
export type Conversation = z.infer<typeof Conversation>

const common = { host: 'static-data', actor: 'admin' } as const
const params = z.object({ conversationId: z.uuid() })
const told = { 200: z.object({ data: Conversation }) }

export const listInbox = endpoint({
  ...common,
  method: 'GET',
  path: 'support-inbox',
  summary: 'Conversations of one state, the newest change first, 50 at a time',
  query: z.object({ state: State.default('open'), after: z.uuid().optional() }),
  answers: {
    200: z.object({
      data: z.object({
        conversations: z.array(Row),
        counts: z.object({ open: z.number(), answered: z.number(), closed: z.number() }),
        /** What to ask for `after`, where there are more. */
        next: z.string().nullable(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const readConversation = endpoint({
  ...common,
  method: 'GET',
  path: 'support-inbox/:conversationId',
  summary: 'One conversation; who reads it is recorded',
  params,
  answers: told,
  refusals: ['CONVERSATION_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const answerConversation = endpoint({
  ...common,
  method: 'POST',
  path: 'support-inbox/:conversationId/answers',
  summary: 'Answer; the mail goes out ten seconds later',
  params,
  body: z.object({ message: Words }),
  answers: told,
  refusals: ['FIELD_INVALID', 'CONVERSATION_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const takeBackAnswer = endpoint({
  ...common,
  method: 'POST',
  path: 'support-inbox/:conversationId/answers/:messageId/take-back',
  summary: 'Take an answer back that has not been mailed yet',
  params: params.extend({ messageId: z.uuid() }),
  answers: told,
  refusals: ['CONVERSATION_NOT_FOUND', 'ANSWER_SENT', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const closeConversation = endpoint({
  ...common,
  method: 'POST',
  path: 'support-inbox/:conversationId/close',
  summary: 'Put a conversation away; a new message of the visitor brings it back',
  params,
  answers: told,
  refusals: ['CONVERSATION_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const reopenConversation = endpoint({
  ...common,
  method: 'POST',
  path: 'support-inbox/:conversationId/reopen',
  summary: 'Bring a conversation back that was put away',
  params,
  answers: told,
  refusals: ['CONVERSATION_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
