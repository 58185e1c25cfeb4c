/** The inbox's calls, as the browser makes them. */
import type { Client } from '#http/client.ts'
import type * as inbox from './wire/inbox.ts'

export const callListInbox = (client: Client, query: (typeof inbox.listInbox)['query']['_zod']['input']) =>
  client.call<typeof inbox.listInbox>(
    { host: 'static-data', method: 'GET', path: 'support-inbox' },
    { query, auth: 'admin' },
  )

export const callReadConversation = (client: Client, conversationId: string) =>
  client.call<typeof inbox.readConversation>(
    { host: 'static-data', method: 'GET', path: 'support-inbox/:conversationId' },
    { params: { conversationId }, auth: 'admin' },
  )

export const callAnswer = (client: Client, conversationId: string, message: string, idempotencyKey: string) =>
  client.call<typeof inbox.answerConversation>(
    { host: 'static-data', method: 'POST', path: 'support-inbox/:conversationId/answers' },
    { params: { conversationId }, body: { message }, auth: 'admin', idempotencyKey },
  )

export const callTakeBack = (client: Client, conversationId: string, messageId: string) =>
  client.call<typeof inbox.takeBackAnswer>(
    { host: 'static-data', method: 'POST', path: 'support-inbox/:conversationId/answers/:messageId/take-back' },
    { params: { conversationId, messageId }, auth: 'admin' },
  )

export const callClose = (client: Client, conversationId: string) =>
  client.call<typeof inbox.closeConversation>(
    { host: 'static-data', method: 'POST', path: 'support-inbox/:conversationId/close' },
    { params: { conversationId }, auth: 'admin' },
  )

export const callReopen = (client: Client, conversationId: string) =>
  client.call<typeof inbox.reopenConversation>(
    { host: 'static-data', method: 'POST', path: 'support-inbox/:conversationId/reopen' },
    { params: { conversationId }, auth: 'admin' },
  )
