/** The inbox's calls, as the browser makes them. */
import type { Client } from '#http/client.ts'
import type * as inbox from './wire/inbox.ts'
import type * as wire from './wire.ts'

type Body<E extends { body: { _zod: { input: unknown } } }> = E['body']['_zod']['input']

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

export const callLeaveMessage = (client: Client, body: Body<typeof wire.leaveMessage>) =>
  client.call<typeof wire.leaveMessage>({ host: 'static-data', method: 'POST', path: 'support-messages' }, { body })

export const callReadThread = (client: Client, token: string) =>
  client.call<typeof wire.readThread>(
    { host: 'static-data', method: 'POST', path: 'support-thread' },
    { body: { token } },
  )

export const callWriteAgain = (client: Client, token: string, message: string) =>
  client.call<typeof wire.writeAgain>(
    { host: 'static-data', method: 'POST', path: 'support-thread/messages' },
    { body: { token, message } },
  )
