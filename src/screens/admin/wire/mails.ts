/** E-mails and suppressed addresses as admins see them. See docs/contract §34. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Email, Instant } from '#http/schemas.ts'
import { MAIL_KIND_LABELS } from '#people/mailing/mail-kinds.ts'
import { SUPPRESSION_REASONS } from '#people/mailing/suppression-reasons.ts'
import { MAIL_VIEWS, RESEND_WAYS } from '../mail/mail-views.ts'

const MAIL_STATES = ['queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled'] as const

const MailListItem = z.object({
  mailId: z.string(),
  /** A kind of docs/contract §26. */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  /** The mail server may have it, but did not say so. */
  mayHaveArrived: z.boolean(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  attempts: z.number(),
  /** The last answer of the mail server, or why the e-mail was not sent. */
  problem: z.string().nullable(),
})
export type MailListItem = z.infer<typeof MailListItem>

const Suppression = z.object({
  email: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  /** The answer of the mail server, or the note of an admin. */
  detail: z.string(),
  since: Instant,
})
export type Suppression = z.infer<typeof Suppression>

/** 1001 means more than 1,000. */
const MailCounts = z.object({
  all: z.number(),
  ...Object.fromEntries(MAIL_VIEWS.map((view) => [view, z.number()])),
  addresses: z.number(),
}) as z.ZodObject<Record<'all' | 'addresses' | (typeof MAIL_VIEWS)[number], z.ZodNumber>>
export type MailCounts = z.infer<typeof MailCounts>

const MailDetail = MailListItem.extend({
  isUrgent: z.boolean(),
  /** When a waiting e-mail is tried next; null: within a minute. */
  nextAttemptAt: Instant.nullable(),
  usefulUntil: Instant.nullable(),
  /** The text is stored, because the e-mail has not been sent. */
  hasText: z.boolean(),
  resend: z.enum(RESEND_WAYS),
  replacedAt: Instant.nullable(),
  /** The e-mail that was written in place of this one; null while or if none was written. */
  successorId: z.string().nullable(),
  /** Why its address gets only e-mails about security, payments and refunds; null if it gets all. */
  suppression: Suppression.nullable(),
})
export type MailDetail = z.infer<typeof MailDetail>

const MailFilterQuery = z.object({
  view: z.enum(MAIL_VIEWS).optional(),
  kind: z.enum(Object.keys(MAIL_KIND_LABELS) as [string, ...string[]]).optional(),
  /** The whole address. */
  email: z.string().trim().max(254).optional(),
})
export type MailFilterQuery = z.output<typeof MailFilterQuery>

const TOKENS = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const

export const listMails = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/mails',
  summary: 'E-mails by state, kind and address; newest first, 25 per page',
  actor: 'admin',
  query: MailFilterQuery.extend({ after: z.uuid().optional() }),
  answers: {
    200: z.object({
      data: z.object({
        mails: z.array(MailListItem),
        /** The number of e-mails that match the filter. 1001 means more than 1,000. */
        count: z.number(),
        counts: MailCounts,
        /** The value of `after` for the next page; null on the last page. */
        next: z.string().nullable(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', ...TOKENS],
})

export const readMail = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/mails/:mailId',
  summary: 'The delivery of one e-mail, without its text',
  actor: 'admin',
  params: z.object({ mailId: z.uuid() }),
  answers: { 200: z.object({ data: MailDetail }) },
  refusals: ['MAIL_NOT_FOUND', ...TOKENS],
})

export const resendMail = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/mails/:mailId/resend',
  summary:
    'Send an e-mail again, with new links where its kind can be written anew; three times an hour to one address',
  actor: 'admin',
  idempotent: true,
  params: z.object({ mailId: z.uuid() }),
  body: z.object({}),
  answers: { 200: z.object({ data: z.object({ way: z.enum(RESEND_WAYS) }) }) },
  refusals: ['MAIL_NOT_FOUND', 'MAIL_WAITS', 'MAIL_NOT_REPEATABLE', 'MAIL_SUPPRESSED', 'RATE_LIMITED', ...TOKENS],
})

export const listSuppressions = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/mail-suppressions',
  summary: 'Addresses that get only e-mails about security, payments and refunds; newest first, 25 per page',
  actor: 'admin',
  query: z.object({ email: z.string().trim().max(254).optional(), after: z.string().max(300).optional() }),
  answers: {
    200: z.object({
      data: z.object({ suppressions: z.array(Suppression), counts: MailCounts, next: z.string().nullable() }),
    }),
  },
  refusals: ['FIELD_INVALID', ...TOKENS],
})

export const suppressAddress = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/mail-suppressions',
  summary: 'Stop optional e-mails to an address after a complaint or a bounce',
  actor: 'admin',
  body: z.object({
    email: Email,
    reason: z.enum(SUPPRESSION_REASONS),
    note: z.string().trim().min(1, { error: 'Note is required' }).max(500, { error: 'Please use a shorter note' }),
  }),
  answers: { 200: z.object({ data: z.object({ email: z.string() }) }) },
  refusals: ['FIELD_INVALID', ...TOKENS],
})

export const liftSuppression = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/mail-suppressions/lift',
  summary: 'Allow all e-mails to an address again',
  actor: 'admin',
  body: z.object({ email: Email }),
  answers: { 200: z.object({ data: z.object({ email: z.string() }) }) },
  refusals: ['FIELD_INVALID', 'SUPPRESSION_NOT_FOUND', ...TOKENS],
})
