/** What a visitor says to the house, and reads of its answers: calls of our own. Contract §4. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Email, Instant, PersonName } from '#http/schemas.ts'

const LONGEST = 5000
/** Line ends as one character, nothing around it, nothing invisible in it but line ends and tabs. */
export const Words = z
  .string({ error: 'A message is required' })
  .transform((text) =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .trim(),
  )
  .pipe(z.string().min(1, { error: 'A message is required' }).max(LONGEST, { error: 'Please use fewer words' }))

export const leaveMessage = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'support-messages',
  summary: 'Leave a message for the people of the house, who answer by mail',
  actor: 'anyone',
  form: true,
  body: z.object({
    email: Email,
    name: z.union([z.literal(''), PersonName]).optional(),
    message: Words,
    page: z
      .string()
      .transform((path) => path.slice(0, 200))
      .default('/'),
  }),
  answers: { 200: z.object({ status: z.literal('success') }) },
  refusals: ['FIELD_INVALID', 'RATE_LIMITED'],
})

const Thread = z.object({
  page: z.string(),
  state: z.enum(['open', 'answered', 'closed']),
  messages: z.array(
    z.object({
      messageId: z.string(),
      author: z.enum(['visitor', 'operator']),
      /** The first name of whoever answered; null for the visitor. */
      name: z.string().nullable(),
      message: z.string(),
      at: Instant,
    }),
  ),
})
export type Thread = z.infer<typeof Thread>

const Token = z.string().max(200)

/** A POST, so that the secret stands in no address. */
export const readThread = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'support-thread',
  summary: 'Read a conversation by the link of a mailed answer',
  actor: 'anyone',
  body: z.object({ token: Token }),
  answers: { 200: z.object({ data: Thread }) },
  refusals: ['CONVERSATION_NOT_FOUND', 'RATE_LIMITED'],
})

export const writeAgain = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'support-thread/messages',
  summary: 'Write again, by the link of a mailed answer',
  actor: 'anyone',
  body: z.object({ token: Token, message: Words }),
  answers: { 200: z.object({ data: Thread }) },
  refusals: ['FIELD_INVALID', 'CONVERSATION_NOT_FOUND', 'RATE_LIMITED'],
})
