/**
 * Jobs as values. A feature defines its jobs in `queue.ts`, verbs enqueue them by value, and `jobs.ts` handles them.
 */
import { z } from 'zod'

/** A noun and an event or action: `order.completed`, `mail.send`. */
export type JobName = `${string}.${string}`

export type Job<Data extends object = object> = {
  /** The queue's name in the database. Jobs of earlier versions wait under it, so it stays. */
  readonly name: JobName
  readonly schema: z.ZodType<Data>
  /** A cron expression in UTC. The worker enqueues the job at these times, without data. */
  readonly cron: string | null
}

/** The data of a job: `JobData<typeof orderExpireJob>`. */
export type JobData<SomeJob> = SomeJob extends Job<infer Data> ? Data : never

/**
 * Whether a handler calls another server. Slow calls must not delay the next jobs. A job of a schedule counts as
 * internal, because one at a time is enough.
 */
export type HandlerKind = 'external' | 'internal'

export type JobHandler = {
  readonly job: Omit<Job, 'schema'>
  readonly kind: HandlerKind
  /** @throws if the data does not match the job's schema. The job then fails and is retried. */
  handle(data: unknown): Promise<unknown>
}

type NoData = Record<string, never>

/** @param definition `schema`: the data as JSON, with instants as text. Without it the job has no data. */
export function defineJob(definition: { name: JobName; cron?: string }): Job<NoData>
export function defineJob<Data extends object>(definition: {
  name: JobName
  schema: z.ZodType<Data>
  cron?: string
}): Job<Data>
export function defineJob({
  name,
  schema = z.object({}),
  cron = null,
}: {
  name: JobName
  schema?: z.ZodType<object>
  cron?: string | null
}): Job {
  return { name, schema, cron }
}

/** Binds a job to the verb that it calls. The job runs at least once, so the verb must be safe to repeat. */
export function handleJob<Data extends object>(
  job: Job<Data>,
  handle: (data: Data) => Promise<unknown>,
  kind: HandlerKind = 'internal',
): JobHandler {
  // A schedule's jobs come with null.
  return { job, kind, handle: async (data) => handle(job.schema.parse(data ?? {})) }
}
