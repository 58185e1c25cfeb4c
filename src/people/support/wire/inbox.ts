/** The support inbox for community admins. See docs/contract §4. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'
import { CONVERSATION_STATES } from '../states.ts'
import { MessageText } from '../wire.ts'

const ConversationState = z.enum(CONVERSATION_STATES)
export type ConversationState = (typeof CONVERSATION_STATES)[number]

const InboxRow = z.object({
  conversationId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  page: z.string(),
  state: ConversationState,
  /** The first characters of the newest message. */
  excerpt: z.string(),
  changedAt: Instant,
})
export type InboxRow = z.infer<typeof InboxRow>

const Conversation = z
  .object({
    conversationId: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    page: z.string(),
    state: ConversationState,
    messages: z.array(
      z.object({
        messageId: z.string(),
        author: z.enum(['visitor', 'operator']),
        /** The name of the admin who answered; null for the visitor. */
        name: z.string().nullable(),
        message: z.string(),
        at: Instant,
        /** Null for a visitor's message, and for an answer that can still be undone. */
        mailedAt: Instant.nullable(),
      }),
    ),
    /** The admins' actions, oldest first. */
    events: z.array(
      z.object({
        what: z.enum(['read', 'answered', 'taken-back', 'closed', 'reopened']),
        name: z.string(),
        at: Instant,
      }),
    ),
  })
  .meta({ id: 'SupportConversation' })
export type Conversation = z.infer<typeof Conversation>

const params = z.object({ conversationId: z.uuid() })
const conversationAnswers = { 200: z.object({ data: Conversation }) }

export const listInbox = endpoint({
  host: 'static-data',
  actor: 'admin',
  method: 'GET',
  path: 'support-inbox',
  summary: 'Conversations of one state, the newest change first, 50 at a time',
  query: z.object({ state: ConversationState.default('open'), after: z.uuid().optional() }),
  answers: {
    200: z.object({
      data: z.object({
        conversations: z.array(InboxRow),
        /** The number of conversations of each state. 1001 means more than 1,000. */
        counts: z.object({ open: z.number(), answered: z.number(), closed: z.number() }),
        /** The value of `after` for the next page; null on the last page. */
        next: z.string().nullable(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const readConversation = endpoint({
  host: 'static-data',
  actor: 'admin',
  method: 'GET',
  path: 'support-inbox/:conversationId',
  summary: 'One conversation; each view is recorded in the audit log',
  params,
  answers: conversationAnswers,
  refusals: ['CONVERSATION_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const answerConversation = endpoint({
  host: 'static-data',
  actor: 'admin',
  method: 'POST',
  path: 'support-inbox/:conversationId/answers',
  summary: 'Answer a conversation; the e-mail is sent ten seconds later',
  params,
  body: z.object({ message: MessageText }),
  answers: conversationAnswers,
  refusals: ['FIELD_INVALID', 'CONVERSATION_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const undoAnswer = endpoint({
  host: 'static-data',
  actor: 'admin',
  method: 'POST',
  path: 'support-inbox/:conversationId/answers/:messageId/take-back',
  summary: 'Undo an answer that has not been e-mailed yet',
  params: params.extend({ messageId: z.uuid() }),
  answers: conversationAnswers,
  refusals: ['CONVERSATION_NOT_FOUND', 'ANSWER_SENT', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const closeConversation = endpoint({
  host: 'static-data',
  actor: 'admin',
  method: 'POST',
  path: 'support-inbox/:conversationId/close',
  summary: 'Archive a conversation; a new message from the visitor reopens it',
  params,
  answers: conversationAnswers,
  refusals: ['CONVERSATION_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const reopenConversation = endpoint({
  host: 'static-data',
  actor: 'admin',
  method: 'POST',
  path: 'support-inbox/:conversationId/reopen',
  summary: 'Reopen an archived conversation',
  params,
  answers: conversationAnswers,
  refusals: ['CONVERSATION_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
