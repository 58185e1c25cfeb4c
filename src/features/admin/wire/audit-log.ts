/** The audit log as admins look through it: a call of our own. Contract §5. */
import { z } from 'zod'
import { ACTIONS, ACTOR_KINDS, OBJECT_KINDS } from '#features/audit-log/actions.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant, TimeZone } from '#http/schemas.ts'

const Entry = z.object({
  eventId: z.number(),
  at: Instant,
  /** `operator` is somebody at the command line, `unknown` somebody who was not logged in. */
  actor: z.object({ kind: z.enum(ACTOR_KINDS), personId: z.string().nullable(), name: z.string().nullable() }),
  action: z.enum(ACTIONS),
  /** `label` is an order's number, an account's name, a cohort's code; null where the object is gone or has none. */
  object: z.object({ kind: z.enum(OBJECT_KINDS), id: z.string().nullable(), label: z.string().nullable() }),
  /** The first characters of the network's hash: equal for equal networks. */
  network: z.string().nullable(),
  requestId: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type Entry = z.infer<typeof Entry>

const Filter = z.object({
  /** A person's id, `operator` or `unknown`. */
  actor: z.union([z.uuid(), z.enum(['operator', 'unknown'])]).optional(),
  action: z.enum(ACTIONS).optional(),
  /** An order's number, a cohort's code, or the id of an order, account or conversation. */
  object: z.string().trim().max(100).optional(),
  /** One day, as the zone has it. */
  day: z.iso.date().optional(),
  timezoneId: TimeZone.default('UTC'),
})
export type Filter = z.output<typeof Filter>

export const listAuditLog = endpoint({
  host: 'login',
  method: 'GET',
  path: 'admin/audit-log',
  summary: "Who did what with other people's data, by actor, action, object and day; the newest first, 50 at a time",
  actor: 'admin',
  query: Filter.extend({ after: z.coerce.number().int().positive().optional() }),
  answers: {
    200: z.object({
      data: z.object({
        entries: z.array(Entry),
        /** Everybody who is an admin, for the filter. */
        admins: z.array(z.object({ personId: z.string(), name: z.string() })),
        /** What to ask for `after`, where there are more. */
        next: z.number().nullable(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
