/** Records when each scheduled job last succeeded, so that the failure of one is noticed. */
import { CronExpressionParser } from 'cron-parser'
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Db } from '../db/db.ts'
import { logFailure } from '../db/unavailable.ts'
import type { Log } from '../log.ts'

export type ScheduleRecords = {
  /** @returns whether a time of the schedule passed without a success */
  add(name: string, cron: string): Promise<boolean>
  /** Does nothing for a job without a schedule. */
  recordSuccess(name: string): Promise<void>
  /** Removes the schedules that this process did not add. @returns their names */
  removeOthers(): Promise<string[]>
}

export function createScheduleRecords(boss: PgBoss, log: Log): ScheduleRecords {
  const names = new Set<string>()
  const run = async <Row>(text: string, values: unknown[]) =>
    (await boss.getDb().executeSql(text, values)).rows as readonly Row[]
  return {
    async add(name, cron) {
      names.add(name)
      const [record] = await run<{ is_missed: boolean }>(
        `insert into scheduled_job (name, interval_seconds) values ($1, $2)
        on conflict (name) do update set interval_seconds = excluded.interval_seconds
        returning coalesce(succeeded_at, scheduled_at) < now() - interval_seconds * interval '1 second' as is_missed`,
        [name, getIntervalSeconds(cron)],
      )
      return record!.is_missed
    },

    async recordSuccess(name) {
      if (!names.has(name)) return
      await run('update scheduled_job set succeeded_at = now() where name = $1', [name]).catch((error) =>
        logFailure(log, error, 'the success of a job was not recorded', { job: name }),
      )
    },

    async removeOthers() {
      const rows = await run<{ name: string }>(
        'delete from scheduled_job where name <> all($1::text[]) returning name',
        [[...names]],
      )
      return rows.map(({ name }) => name)
    },
  }
}

/** The seconds between two times of a cron expression in UTC. */
export function getIntervalSeconds(cron: string): number {
  const times = CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: new Date(0) })
  const first = times.next().getTime()
  return (times.next().getTime() - first) / 1000
}

export type LateJob = { name: string; since: Date }

/**
 * The scheduled jobs that have not succeeded for three of their intervals, with their last success, or the time when
 * they were first scheduled. scheduled_job: seq scan of some thirty rows
 */
export async function listLateJobs(db: Db): Promise<LateJob[]> {
  const { rows } = await sql<LateJob>`
    select name, coalesce(succeeded_at, scheduled_at) as since from scheduled_job
    where coalesce(succeeded_at, scheduled_at) < now() - 3 * interval_seconds * interval '1 second'
    order by since, name`.execute(db)
  return rows
}
