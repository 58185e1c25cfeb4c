/** The audit log endpoint for admins. See docs/contract §5. */
import { z } from 'zod'
import { plainCode } from '#domain/typed-text.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant, TimeZone } from '#http/schemas.ts'
import { AUDIT_ACTIONS, AUDIT_ACTOR_KINDS, AUDIT_OBJECT_KINDS } from '#people/audit-log/actions.ts'

const AuditEntry = z.object({
  eventId: z.number(),
  at: Instant,
  /** `operator` is a person at the command line; `unknown` is a person who was not logged in. */
  actor: z.object({ kind: z.enum(AUDIT_ACTOR_KINDS), personId: z.string().nullable(), name: z.string().nullable() }),
  action: z.enum(AUDIT_ACTIONS),
  /** `label` is the number of an order, the name of an account or the code of a cohort. It is null for a deleted object. */
  object: z.object({ kind: z.enum(AUDIT_OBJECT_KINDS), id: z.string().nullable(), label: z.string().nullable() }),
  /** The first characters of the hash of the network address. Equal networks have equal values. */
  network: z.string().nullable(),
  requestId: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const AuditFilterQuery = z.object({
  /** A person's id, `operator` or `unknown`. */
  actor: z.union([z.uuid(), z.enum(['operator', 'unknown'])]).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** An order's number, a cohort's code, or the id of an order, account or conversation. */
  object: z.string().max(100).transform(plainCode).optional(),
  /** `changes` leaves out the entries that only say that something was viewed. */
  only: z.literal('changes').optional(),
  /** A day in the time zone `timezoneId`. */
  day: z.iso.date().optional(),
  timezoneId: TimeZone.default('UTC'),
})
export type AuditFilterQuery = z.output<typeof AuditFilterQuery>

export const listAuditLog = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/audit-log',
  summary: "Who did what with other people's data, by actor, action, object and day; the newest first, 50 at a time",
  actor: 'admin',
  query: AuditFilterQuery.extend({ after: z.coerce.number().int().positive().optional() }),
  answers: {
    200: z.object({
      data: z.object({
        entries: z.array(AuditEntry),
        /** All admins, for the filter. */
        admins: z.array(z.object({ personId: z.string(), name: z.string() })),
        /** The value of `after` for the next page; null on the last page. */
        next: z.number().nullable(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
