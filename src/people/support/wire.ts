/** The support endpoints for visitors. See docs/contract §4. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Email, Instant, PersonName } from '#http/schemas.ts'

const MAX_MESSAGE_LENGTH = 5000
/** Normalises line ends, trims, and removes control characters other than line ends and tabs. */
export const MessageText = z
  .string({ error: 'A message is required' })
  .transform((text) =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .trim(),
  )
  .pipe(
    z
      .string()
      .min(1, { error: 'A message is required' })
      .max(MAX_MESSAGE_LENGTH, { error: 'Please shorten your message' }),
  )

export const leaveMessage = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'support-messages',
  summary: 'Leave a message that an admin answers by e-mail',
  actor: 'anyone',
  form: true,
  body: z.object({
    email: Email,
    name: z.union([z.literal(''), PersonName]).optional(),
    message: MessageText,
    page: z
      .string()
      .transform((path) => path.slice(0, 200))
      .default('/'),
  }),
  answers: { 200: z.object({ status: z.literal('success') }) },
  refusals: ['FIELD_INVALID', 'RATE_LIMITED'],
})

const Thread = z
  .object({
    page: z.string(),
    state: z.enum(['open', 'answered', 'closed']),
    messages: z.array(
      z.object({
        messageId: z.string(),
        author: z.enum(['visitor', 'operator']),
        /** The first name of the admin who answered; null for the visitor. */
        name: z.string().nullable(),
        message: z.string(),
        at: Instant,
      }),
    ),
  })
  .meta({ id: 'SupportThread' })
export type Thread = z.infer<typeof Thread>

const Token = z.string().max(200)

/** A POST, so that the secret token is not in a URL. */
export const readThread = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'support-thread',
  summary: 'Read a conversation through its e-mailed link',
  actor: 'anyone',
  body: z.object({ token: Token }),
  answers: { 200: z.object({ data: Thread }) },
  refusals: ['CONVERSATION_NOT_FOUND', 'RATE_LIMITED'],
})

export const replyToThread = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'support-thread/messages',
  summary: 'Reply to an answer through its e-mailed link',
  actor: 'anyone',
  body: z.object({ token: Token, message: MessageText }),
  answers: { 200: z.object({ data: Thread }) },
  refusals: ['FIELD_INVALID', 'CONVERSATION_NOT_FOUND', 'RATE_LIMITED'],
})
