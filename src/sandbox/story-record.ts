/** How far the story of a demo is, and the jobs that it left for later. docs/contract §8. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Job } from '#platform/jobs/define-job.ts'
import type { JobOptions } from '#platform/jobs/jobs.ts'

export type Story = {
  /** When the demo was seeded: the end of the story. */
  beganAt: Date
  /** How many steps have begun. */
  step: number
  steps: number | null
  isTold: boolean
}

/** Null: this database has no story. */
export async function getStory(db: Db): Promise<Story | null> {
  const { rows } = await sql<Story>`select began_at as "beganAt", step, steps, told_at is not null as "isTold"
    from sandbox.story`.execute(db)
  return rows[0] ?? null
}

/** Null: the story is told, or there is none. */
export async function getStoryPercent(db: Db): Promise<number | null> {
  const story = await getStory(db)
  if (!story || story.isTold) return null
  return story.steps ? Math.floor((story.step / story.steps) * 100) : 0
}

/** A repeat keeps the first time. */
export async function beginStory(db: Db, beganAt: Date): Promise<void> {
  await sql`insert into sandbox.story (began_at) values (${beganAt}) on conflict do nothing`.execute(db)
}

/** Before the step, so that a crash in its middle does not repeat it. */
export async function noteStep(db: Db, { step, steps }: { step: number; steps: number }): Promise<void> {
  await sql`update sandbox.story set step = ${step}, steps = ${steps}`.execute(db)
}

export async function endStory(db: Db): Promise<void> {
  await sql`update sandbox.story set told_at = pg_catalog.now(), step = coalesce(steps, step)`.execute(db)
}

/** Whether this user of the database may write the past. A superuser may. */
export async function mayBackdate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select has_parameter_privilege('session_replication_role', 'set')
    as may`.execute(db)
  return rows[0]?.may ?? false
}

/** Differs from our other advisory locks. */
const STORY_LOCK = sql.lit(7_226_042)

/** Runs the work in one process at a time. False: another process is doing it. */
export async function withStoryLock(db: Db, work: () => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${STORY_LOCK}) as "isOurs"`.execute(
      connection,
    )
    if (!rows[0]?.isOurs) return false
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${STORY_LOCK})`.execute(connection)
    }
    return true
  })
}

export type StoryJob = { id: number; name: string; data: object; key: string | null; startAfter: Date }

export async function addStoryJob(
  tx: Tx | Db,
  { name }: Pick<Job, 'name'>,
  data: object,
  { key = null, startAfter }: Pick<JobOptions, 'startAfter'> & { key?: string | null },
): Promise<void> {
  await sql`insert into sandbox.story_job (name, data, key, start_after)
    values (${name}, ${JSON.stringify(data)}, ${key}, ${startAfter ?? sql`demo_clock.now()`})
    on conflict do nothing`.execute(tx)
}

/** story_job_due. `until` null: of any time. */
export async function getNextStoryJob(db: Db, until: Date | null): Promise<StoryJob | null> {
  const { rows } = await sql<StoryJob>`select id, name, data, key, start_after as "startAfter" from sandbox.story_job
    where ${until}::timestamptz is null or start_after <= ${until} order by start_after, id limit 1`.execute(db)
  return rows[0] ?? null
}

/** From then on another job with its key may be added, also by its own handler. */
export async function startStoryJob(db: Db, id: number): Promise<void> {
  await sql`update sandbox.story_job set key = null where id = ${id}`.execute(db)
}

export async function deleteStoryJob(db: Db | Tx, id: number): Promise<void> {
  await sql`delete from sandbox.story_job where id = ${id}`.execute(db)
}
