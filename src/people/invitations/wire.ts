/** Invitations to roles, by e-mail. docs/contract §47. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, Email, Instant, PersonName } from '#http/schemas.ts'
import { INVITED_ROLES } from './invited-roles.ts'

const TOKENS = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
/** The token in a mailed link. */
const MailedToken = z.string().max(200)
const Course = z.object({ courseCode: z.string(), title: z.string() }).nullable()

const Invitation = z.object({
  invitationId: z.string(),
  email: z.string(),
  role: z.enum(INVITED_ROLES),
  course: Course,
  /** Null: the person is gone. */
  invitedBy: z.string().nullable(),
  sentAt: Instant,
  expiresAt: Instant,
  /** Its time is over, or its inviter may not give the role any more. It can be sent again. */
  isOver: z.boolean(),
  /** Its newest e-mail failed, or its address gets none. */
  isUndelivered: z.boolean(),
  /** False for an invitation of an admin, unless the caller is an owner. */
  mayChange: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

export const listInvitations = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/invitations',
  summary: 'The invitations that nobody has accepted: open ones, and those that ended in the last 30 days',
  actor: 'admin',
  answers: {
    200: z.object({
      data: z.object({
        /** The newest 100. */
        invitations: z.array(Invitation),
        hasMore: z.boolean(),
        /** The caller may invite admins. */
        mayInviteAdmins: z.boolean(),
      }),
    }),
  },
  refusals: [...TOKENS],
})

export const invite = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/invitations',
  summary: 'Invite an address to a role by e-mail. The answer never shows whether the address is known',
  actor: 'admin',
  stepUp: 'always',
  body: z.object({
    email: Email,
    role: z.enum(INVITED_ROLES),
    /** Of a co-teacher and an assistant. */
    course: Code.nullable(),
  }),
  answers: { 200: z.object({ data: z.object({ invitationId: z.string(), expiresAt: Instant }) }) },
  refusals: ['FIELD_INVALID', 'COURSE_NOT_FOUND', 'OWNER_NEEDED', 'RATE_LIMITED', 'STEP_UP_REQUIRED', ...TOKENS],
})

const InvitationParams = z.object({ invitationId: z.uuid() })

export const sendInvitationAgain = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/invitations/:invitationId/send-again',
  summary: 'Send an invitation again, with a new link for 14 days; the link before stops working',
  actor: 'admin',
  stepUp: 'always',
  params: InvitationParams,
  answers: { 200: z.object({ data: z.object({ expiresAt: Instant }) }) },
  refusals: ['INVITATION_NOT_FOUND', 'OWNER_NEEDED', 'RATE_LIMITED', 'STEP_UP_REQUIRED', ...TOKENS],
})

export const revokeInvitation = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/invitations/:invitationId/revoke',
  summary: 'Take an invitation back; its link stops working',
  actor: 'admin',
  params: InvitationParams,
  answers: { 204: z.undefined() },
  refusals: ['INVITATION_NOT_FOUND', 'OWNER_NEEDED', ...TOKENS],
})

export const readInvitation = endpoint({
  host: 'login',
  method: 'POST',
  path: 'invitations/read',
  summary: 'What a mailed invitation is for; changes nothing',
  actor: 'anyone',
  body: z.object({ token: MailedToken }),
  answers: {
    200: z.object({
      data: z.object({
        email: z.string(),
        role: z.enum(INVITED_ROLES),
        course: Course,
        invitedBy: z.string(),
        expiresAt: Instant,
        /** The address has no account yet. Only the reader of its mailbox learns it. */
        needsName: z.boolean(),
      }),
    }),
  },
  refusals: ['VERIFICATION_INVALID', 'RATE_LIMITED'],
})

export const acceptInvitation = endpoint({
  host: 'login',
  method: 'POST',
  path: 'invitations/accept',
  summary: 'Take the role of a mailed invitation. Creates the account if there is none',
  actor: 'anyone',
  body: z.object({ token: MailedToken, name: PersonName.optional() }),
  answers: {
    200: z.object({
      data: z.object({
        isAdmin: z.boolean(),
        /** Sets the first password of the account, for seven days. Null: it has one. */
        passwordToken: z.string().nullable(),
      }),
    }),
  },
  refusals: ['VERIFICATION_INVALID', 'FIELD_INVALID', 'RATE_LIMITED'],
})
