/** The endpoints of messages to learners. docs/contract §43. */
import { z } from 'zod'
import { BODY_MAX, SUBJECT_MAX } from '#domain/messages/broadcast.ts'
import { plainLine } from '#domain/typed-text.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant } from '#http/schemas.ts'
import { CourseParams } from '#learn/lessons/wire/parts.ts'
import { TextNode } from '#learn/lessons/wire/text.ts'
import { RecipientFilter } from './recipient-filter.ts'

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const COURSE = ['COURSE_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN] as const
const MESSAGE = ['MESSAGE_NOT_FOUND', ...COURSE] as const
const IDEMPOTENT = ['IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_FLIGHT'] as const

const MessageText = z.object({
  subject: z
    .string()
    .transform(plainLine)
    .pipe(z.string().max(SUBJECT_MAX, { error: `Please use at most ${SUBJECT_MAX} characters` })),
  /** Markdown, with variables such as `{first name}`. */
  body: z.string().max(BODY_MAX, { error: 'This message is too long. Please shorten it' }),
  filter: RecipientFilter,
  /** Replies go to the address of the teacher who sends it. False: to the support address. */
  repliesToSender: z.boolean(),
})
export type MessageText = z.output<typeof MessageText>

/** `leftOut`: turned course news off, or no recipient any more. `forgotten`: the e-mail was deleted with its age. */
const ResultCounts = z.object({
  people: z.number(),
  sent: z.number(),
  waiting: z.number(),
  failed: z.number(),
  bounced: z.number(),
  leftOut: z.number(),
  forgotten: z.number(),
})
export type ResultCounts = z.infer<typeof ResultCounts>

const MessageSummary = z.object({
  messageId: z.string(),
  subject: z.string(),
  state: z.enum(['draft', 'scheduled', 'sending', 'sent']),
  /** The people in words, such as the name of a cohort. */
  to: z.string(),
  /** When sending starts or started. Null: a draft. */
  sendAt: Instant.nullable(),
  /** Seconds until then by the server's clock, not above 0 if it is late. Null: a draft, or sending has started. */
  startsIn: z.number().nullable(),
  updatedAt: Instant,
  sentBy: z.string().nullable(),
  /** The people who would get the e-mail of a message that is scheduled. Null in other states. */
  readerCount: z.number().nullable(),
  /** Null before sending starts. */
  counts: ResultCounts.nullable(),
  /** The people who got no e-mail, with the reason: those whose e-mail failed or bounced first, then by name. At most 50. */
  missed: z.array(z.object({ name: z.string(), reason: z.string() })),
})
export type MessageSummary = z.infer<typeof MessageSummary>

const Reader = z.object({ personId: z.string(), name: z.string() })
/** The names of the first five, in alphabetical order. */
const Unmailed = z.object({ count: z.number(), names: z.array(z.string()) })

const MessageDetail = MessageSummary.extend({
  version: z.number(),
  text: MessageText,
  /** The people who would get it now, or got it, by name. At most 1,000 are listed. */
  readers: z.array(Reader),
  /** Who would get its e-mail now. This and what follows are empty once sending has started. */
  chosenCount: z.number(),
  /** The people who have bought, and have not confirmed their address yet. They read it in the portal once they have. */
  unproved: Unmailed,
  /** The people who turned course news off. They read it in the portal only. */
  turnedOff: Unmailed,
  /** The people whose address does not work. They read it in the portal only. */
  unreachable: Unmailed,
  cohorts: z.array(z.object({ cohortCode: z.string(), name: z.string() })),
  /** Every learner of the course who can be chosen alone, by name. At most 1,000. */
  learners: z.array(Reader),
  /** The messages of the course that are sent today, counted in UTC. */
  sentToday: z.number(),
  /** The person's own address, for a test and for replies. */
  ownAddress: z.string(),
  /** Where replies go otherwise. */
  supportAddress: z.string(),
})
export type MessageDetail = z.infer<typeof MessageDetail>

const MessageParams = CourseParams.extend({ messageId: z.uuid() })

export const listMessages = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/messages',
  summary: 'The messages to learners of a course, newest first, 25 at a time, with what became of them',
  actor: 'person',
  params: CourseParams,
  query: z.object({ before: z.uuid().optional() }),
  answers: { 200: z.object({ data: z.object({ messages: z.array(MessageSummary), next: z.string().nullable() }) }) },
  refusals: ['FIELD_INVALID', ...COURSE],
})

export const createMessage = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/messages',
  summary: 'Begin a message to learners of a course, as a draft',
  actor: 'person',
  idempotent: true,
  params: CourseParams,
  body: z.object({ filter: RecipientFilter }),
  answers: { 200: z.object({ data: z.object({ messageId: z.string() }) }) },
  refusals: ['FIELD_INVALID', ...IDEMPOTENT, ...COURSE],
})

export const readMessage = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/messages/:messageId',
  summary: 'A message with its text and the people who would get it',
  actor: 'person',
  params: MessageParams,
  answers: { 200: z.object({ data: MessageDetail }) },
  refusals: ['FIELD_INVALID', ...MESSAGE],
})

export const saveMessage = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/courses/:course/messages/:messageId',
  summary: 'Save the draft of a message as it is typed',
  actor: 'person',
  params: MessageParams,
  body: z.object({ version: z.int().min(1), text: MessageText }),
  answers: { 200: z.object({ data: z.object({ version: z.number() }) }) },
  refusals: ['FIELD_INVALID', 'VERSION_CONFLICT', 'MESSAGE_UNDER_WAY', ...MESSAGE],
})

export const deleteMessage = endpoint({
  host: 'static-data',
  method: 'DELETE',
  path: 'studio/courses/:course/messages/:messageId',
  summary: 'Delete the draft of a message',
  actor: 'person',
  params: MessageParams,
  answers: { 204: z.undefined() },
  refusals: ['FIELD_INVALID', 'MESSAGE_UNDER_WAY', ...MESSAGE],
})

const MessagePreview = z.object({
  reader: Reader.nullable(),
  subject: z.string(),
  /** Who writes, and the course. */
  from: z.string(),
  nodes: z.array(TextNode),
  reason: z.string(),
})
export type MessagePreview = z.infer<typeof MessagePreview>

export const previewMessage = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/messages/:messageId/preview',
  summary: 'The saved draft as one of its readers will get it',
  actor: 'person',
  params: MessageParams,
  /** Without a person, or with one who would not get it: the first reader. */
  query: z.object({ person: z.uuid().optional() }),
  answers: { 200: z.object({ data: MessagePreview }) },
  refusals: ['FIELD_INVALID', ...MESSAGE],
})

export const testMessage = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/messages/:messageId/test',
  summary: 'Send the saved draft to oneself, as its first reader would get it',
  actor: 'person',
  idempotent: true,
  params: MessageParams,
  body: z.object({ version: z.int().min(1) }),
  answers: { 200: z.object({ data: z.object({ address: z.string() }) }) },
  refusals: ['FIELD_INVALID', 'VERSION_CONFLICT', 'RATE_LIMITED', ...IDEMPOTENT, ...MESSAGE],
})

export const sendMessage = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/messages/:messageId/send',
  summary: 'Send a message in 30 seconds, or at a chosen time. Until then it can be undone',
  actor: 'person',
  idempotent: true,
  params: MessageParams,
  body: z.object({
    version: z.int().min(1),
    /** Null: in 30 seconds. */
    sendAt: z.iso.datetime({ error: 'Please choose a day and a time' }).nullable(),
  }),
  answers: {
    200: z.object({
      data: z.object({
        sendAt: Instant,
        /** The people who would get the e-mail. 0: the portal only. */
        readerCount: z.number(),
      }),
    }),
  },
  refusals: [
    'FIELD_INVALID',
    'VERSION_CONFLICT',
    'MESSAGE_UNDER_WAY',
    'MESSAGES_LIMITED',
    'NOBODY_TO_WRITE_TO',
    ...IDEMPOTENT,
    ...MESSAGE,
  ],
})

export const undoMessage = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/messages/:messageId/undo',
  summary: 'Take back a message whose sending has not started. It is a draft again',
  actor: 'person',
  params: MessageParams,
  body: z.object({}),
  answers: { 204: z.undefined() },
  refusals: ['FIELD_INVALID', 'MESSAGE_UNDER_WAY', ...MESSAGE],
})

export const sendMessageNow = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/messages/:messageId/send-now',
  summary: 'Start sending a message at once, without the rest of its wait',
  actor: 'person',
  params: MessageParams,
  body: z.object({}),
  answers: { 204: z.undefined() },
  refusals: ['FIELD_INVALID', 'MESSAGE_UNDER_WAY', 'MESSAGES_LIMITED', ...MESSAGE],
})

const ReceivedMessage = z.object({
  messageId: z.string(),
  subject: z.string(),
  nodes: z.array(TextNode),
  /** Null: an account that was deleted. */
  from: z.string().nullable(),
  sentAt: Instant,
})
export type ReceivedMessage = z.infer<typeof ReceivedMessage>

export const listReceivedMessages = endpoint({
  host: 'community',
  method: 'GET',
  path: 'learn/courses/:course/messages',
  summary: 'The messages that the teachers of a course sent to the person, newest first',
  actor: 'person',
  params: CourseParams,
  answers: { 200: z.object({ data: z.array(ReceivedMessage) }) },
  refusals: [...SIGNED_IN],
})
