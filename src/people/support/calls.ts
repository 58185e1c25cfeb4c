/** Client functions for the inbox endpoints. */
import type { Client } from '#http/client.ts'
import type { RequestQuery } from '#http/endpoint.ts'
import * as inbox from './wire/inbox.ts'

export const callListInbox = (client: Client, query: RequestQuery<typeof inbox.listInbox>) =>
  client.call(inbox.listInbox, { query, auth: 'admin' })

export const callReadConversation = (client: Client, conversationId: string) =>
  client.call(inbox.readConversation, { params: { conversationId }, auth: 'admin' })

export const callAnswer = (client: Client, conversationId: string, message: string, idempotencyKey: string) =>
  client.call(inbox.answerConversation, {
    params: { conversationId },
    body: { message },
    auth: 'admin',
    idempotencyKey,
  })

export const callUndoAnswer = (client: Client, conversationId: string, messageId: string) =>
  client.call(inbox.undoAnswer, { params: { conversationId, messageId }, auth: 'admin' })

export const callClose = (client: Client, conversationId: string) =>
  client.call(inbox.closeConversation, { params: { conversationId }, auth: 'admin' })

export const callReopen = (client: Client, conversationId: string) =>
  client.call(inbox.reopenConversation, { params: { conversationId }, auth: 'admin' })
