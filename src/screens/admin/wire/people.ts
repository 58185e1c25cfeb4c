/** People as admins see them. docs/contract §47. */
import { z } from 'zod'
import { COURSE_ROLES, SITE_ROLES } from '#domain/permission.ts'
import { Confirmation, EffectList } from '#http/effects/effects.ts'
import { endpoint } from '#http/endpoint.ts'
import { Code, Email, Instant, MoneyWire } from '#http/schemas.ts'
import { HELD_ROLES } from '../people/held-roles.ts'
import { ORDER_STATUSES } from './statuses.ts'

const TOKENS = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const

const PersonListItem = z.object({
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  siteRole: z.enum(SITE_ROLES).nullable(),
  /** Each kind once, whatever the number of courses. */
  courseRoles: z.array(z.enum(COURSE_ROLES)),
  /** Courses in which the person has a seat. */
  courseCount: z.number(),
  /** The last use of a log-in of the last months. Null: none. */
  lastSeenAt: Instant.nullable(),
})
export type PersonListItem = z.infer<typeof PersonListItem>

const PeopleFilterQuery = z.object({
  /** The beginnings of words of the name or the address. */
  q: z.string().trim().max(200).optional(),
  role: z.enum(HELD_ROLES).optional(),
})
export type PeopleFilterQuery = z.output<typeof PeopleFilterQuery>

export const listPeople = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/people',
  summary: 'People by the beginnings of words of name and address, and by role; newest first, 25 per page',
  actor: 'admin',
  query: PeopleFilterQuery.extend({ after: z.uuid().optional() }),
  answers: {
    200: z.object({
      data: z.object({
        people: z.array(PersonListItem),
        /** 1001 means more than 1,000. */
        count: z.number(),
        next: z.string().nullable(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', ...TOKENS],
})

const PersonRole = z.union([
  z.object({ role: z.enum(SITE_ROLES), course: z.null(), since: Instant }),
  z.object({
    role: z.enum(COURSE_ROLES),
    course: z.object({ courseCode: z.string(), title: z.string() }),
    since: Instant,
  }),
])
export type PersonRole = z.infer<typeof PersonRole>

const PersonDetail = z.object({
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: Instant,
  timezoneId: z.string().nullable(),
  /** The person has proved to read the address. */
  isEmailProved: z.boolean(),
  logIn: z.object({
    hasPassword: z.boolean(),
    /** Since when an authenticator app is on. */
    secondFactorSince: Instant.nullable(),
    passkeys: z.number(),
    /** Linked log-ins, such as google. */
    providers: z.array(z.string()),
  }),
  sessions: z.array(z.object({ sessionId: z.string(), device: z.string(), isAdmin: z.boolean(), lastUsedAt: Instant })),
  roles: z.array(PersonRole),
  /** The newest 20. */
  seats: z.array(z.object({ title: z.string(), cohortName: z.string(), hasEnded: z.boolean(), since: Instant })),
  orders: z.object({
    /** The newest 5. */
    newest: z.array(
      z.object({
        orderId: z.string(),
        orderNumber: z.string(),
        status: z.enum(ORDER_STATUSES),
        title: z.string(),
        total: MoneyWire,
        /** What a deposit still owes. */
        due: MoneyWire.nullable(),
        placedAt: Instant,
      }),
    ),
    hasMore: z.boolean(),
  }),
  /** The newest 5 e-mails that failed or were suppressed. Never their text. */
  failedMails: z.array(
    z.object({
      mailId: z.string(),
      kind: z.string(),
      subject: z.string(),
      problem: z.string().nullable(),
      isSuppressed: z.boolean(),
      at: Instant,
    }),
  ),
  /** Why the address gets only e-mails about security, payments and refunds. */
  suppression: z.object({ detail: z.string(), since: Instant }).nullable(),
  isSelf: z.boolean(),
  /** False for an owner or an admin, unless the caller is an owner. */
  mayChange: z.boolean(),
  /** The caller may give and take the roles of owners and admins. */
  mayManageAdmins: z.boolean(),
})
export type PersonDetail = z.infer<typeof PersonDetail>

const PersonParams = z.object({ personId: z.uuid() })

export const readPerson = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/people/:personId',
  summary: 'One person: log-in, sessions, roles, seats, orders and the e-mails that failed',
  actor: 'admin',
  params: PersonParams,
  answers: { 200: z.object({ data: PersonDetail }) },
  refusals: ['PERSON_NOT_FOUND', ...TOKENS],
})

export const sendLogInLink = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/people/:personId/log-in-link',
  summary: 'E-mail a person a link that logs in once, within 15 minutes; three times an hour to one address',
  actor: 'admin',
  params: PersonParams,
  answers: { 200: z.object({ data: z.object({ sentAt: Instant }) }) },
  refusals: ['PERSON_NOT_FOUND', 'RATE_LIMITED', ...TOKENS],
})

export const endSessions = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/people/:personId/sessions/end',
  summary: 'Log a person out on every device',
  actor: 'admin',
  params: PersonParams,
  answers: { 200: z.object({ data: z.object({ ended: z.number() }) }) },
  refusals: ['PERSON_NOT_FOUND', 'OWN_ACCOUNT', 'OWNER_NEEDED', ...TOKENS],
})

export const resetSecondFactor = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/people/:personId/second-factor/reset',
  summary: 'Remove the authenticator app, the recovery codes and the passkeys of a person who lost them',
  actor: 'admin',
  stepUp: 'always',
  params: PersonParams,
  answers: { 204: z.undefined() },
  refusals: ['PERSON_NOT_FOUND', 'OWN_ACCOUNT', 'OWNER_NEEDED', 'STEP_UP_REQUIRED', ...TOKENS],
})

/** A role at the site has no course. `creator` is a role of both. */
export const RoleChoiceBody = z.union([
  z.object({ role: z.enum(SITE_ROLES), course: z.null() }),
  z.object({ role: z.enum(COURSE_ROLES), course: Code }),
])

export const giveRole = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/people/:personId/roles',
  summary: 'Give a person a role, or a course to another creator, after the effects were read',
  actor: 'admin',
  stepUp: 'unless-preview',
  params: PersonParams,
  body: z.object({
    choice: RoleChoiceBody,
    /** Of a course with another creator: that person stays as co-teacher. */
    keepsFormer: z.boolean().default(false),
    ...Confirmation.shape,
  }),
  answers: { 200: z.object({ data: EffectList }) },
  refusals: [
    'PERSON_NOT_FOUND',
    'COURSE_NOT_FOUND',
    'OWNER_NEEDED',
    'ROLE_HELD',
    'LAST_OWNER',
    'EFFECTS_CHANGED',
    'FIELD_INVALID',
    'STEP_UP_REQUIRED',
    ...TOKENS,
  ],
})

export const takeRole = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/people/:personId/roles/remove',
  summary: 'Take a role from a person, after the effects were read',
  actor: 'admin',
  stepUp: 'unless-preview',
  params: PersonParams,
  body: z.object({ choice: RoleChoiceBody, ...Confirmation.shape }),
  answers: { 200: z.object({ data: EffectList }) },
  refusals: [
    'PERSON_NOT_FOUND',
    'COURSE_NOT_FOUND',
    'OWNER_NEEDED',
    'ROLE_MISSING',
    'LAST_OWNER',
    'EFFECTS_CHANGED',
    'FIELD_INVALID',
    'STEP_UP_REQUIRED',
    ...TOKENS,
  ],
})

export const listRoleCourses = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/role-courses',
  summary: 'The courses that a role can be given in, with their creators; at most 500, by title',
  actor: 'admin',
  answers: {
    200: z.object({
      data: z.object({
        courses: z.array(z.object({ courseCode: z.string(), title: z.string(), creator: z.string().nullable() })),
        /** There are further ones, which are typed by their code. */
        hasMore: z.boolean(),
      }),
    }),
  },
  refusals: [...TOKENS],
})
export type RoleCourses = z.output<(typeof listRoleCourses)['answers'][200]>['data']

export const erasePerson = endpoint({
  host: 'login',
  method: 'POST',
  path: 'admin/people/:personId/erase',
  summary: 'Erase a person who asked for it, after the effects were read. It can’t be undone',
  actor: 'admin',
  stepUp: 'unless-preview',
  params: PersonParams,
  body: z.object({
    /** The address of the person, typed as a confirmation. Not for a preview. */
    email: Email.optional(),
    ...Confirmation.shape,
  }),
  answers: { 200: z.object({ data: EffectList }) },
  refusals: [
    'PERSON_NOT_FOUND',
    'PERSON_BUSY',
    'OWN_ACCOUNT',
    'OWNER_NEEDED',
    'LAST_ADMIN',
    'LAST_OWNER',
    'EFFECTS_CHANGED',
    'FIELD_INVALID',
    'STEP_UP_REQUIRED',
    ...TOKENS,
  ],
})
