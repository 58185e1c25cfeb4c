/** The statements of processing steps. The row is the queue. docs/contract §14. */
import { sql } from 'kysely'
import { MAX_DEATHS } from '#domain/learning/media-step.ts'
import type { Db, Tx } from '#platform/db/db.ts'

export const LEASE_SECONDS = 30
/** A step with as many deaths is suspected: its worker runs nothing beside it. */
const SUSPECTED_DEATHS = 2

/** The order of steps of one asset. Steps that are not listed come first. */
const ORDER = ['inspect', 'measure', 'poster', 'video-360', 'audio', 'image', 'storyboard']

export type LeasedStep = {
  id: string
  assetId: string
  step: string
  attempt: number
  /** Workers and encoders that died during the step. */
  deaths: number
  leaseId: string
}

export const isSuspected = ({ deaths }: LeasedStep) => deaths >= SUSPECTED_DEATHS

const LEASED = sql`id, asset_id as "assetId", step, attempt, deaths, lease_id as "leaseId"`

/** media_step_queue. Steps of dead workers wait again, as long as `getMinutesAfterDeath` says. */
export async function returnExpiredSteps(db: Db): Promise<void> {
  await sql`update media_step set state = 'waiting', lease_id = null, leased_until = null, deaths = deaths + 1,
      run_after = now() + make_interval(mins => deaths)
    where state = 'running' and leased_until < now() and deaths < ${MAX_DEATHS - 1}`.execute(db)
}

/** media_step_queue; a step whose workers have died too often. Its lease lets the caller end it. */
export async function leaseExhaustedStep(db: Db, leaseId: string): Promise<LeasedStep | undefined> {
  const { rows } = await sql<LeasedStep>`update media_step
    set lease_id = ${leaseId}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), deaths = ${MAX_DEATHS}
    where id = (
      select id from media_step
      where state = 'running' and leased_until < now() and deaths >= ${MAX_DEATHS - 1}
      for update skip locked limit 1)
    returning ${LEASED}`.execute(db)
  return rows[0]
}

/**
 * media_step_queue; steps with the fewest deaths come first, then the asset without a rendition that has waited longest.
 * Sound is encoded once measured.
 *
 * @param withSuspected whether a suspected step may be taken
 */
export async function leaseStep(db: Db, leaseId: string, withSuspected: boolean): Promise<LeasedStep | undefined> {
  const { rows } = await sql<LeasedStep>`update media_step
    set state = 'running', attempt = attempt + 1, percent = 0, error = null, lease_id = ${leaseId},
      leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select step.id from media_step step join asset on asset.id = step.asset_id
      where step.state = 'waiting' and step.run_after <= now()
        and step.deaths < ${withSuspected ? MAX_DEATHS : SUSPECTED_DEATHS}
        and asset.state in ('uploading', 'stored', 'processing', 'ready')
        and ((step.step not like 'video-%' and step.step <> 'audio') or not exists (
          select from media_step measure
          where measure.asset_id = step.asset_id and measure.step = 'measure' and measure.state <> 'done'))
      order by step.deaths, asset.state = 'ready', asset.created_at, asset.id,
        array_position(${ORDER}::text[], step.step), step.step
      for update of step skip locked limit 1)
    returning ${LEASED}`.execute(db)
  return rows[0]
}

/** media_step_id_key; false: the step was cancelled, or another worker has it. */
export async function renewLease(db: Db, { id, leaseId }: LeasedStep, percent: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media_step')
    .set({ percent, leased_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

const NO_LEASE = { lease_id: null, leased_until: null }

/** media_step_id_key; false: the lease is lost. */
export async function endStep(tx: Tx, { id, leaseId }: LeasedStep, result: unknown): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media_step')
    .set({ state: 'done', percent: 100, ...NO_LEASE, result: result === undefined ? null : JSON.stringify(result) })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** media_step_id_key; undefined: the lease is lost. Returns the number of failures with this one. */
export async function countFailure(tx: Tx, { id, leaseId }: LeasedStep, error: string): Promise<number | undefined> {
  const row = await tx
    .updateTable('media_step')
    .set({ failures: sql`failures + 1`, error })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .returning('failures')
    .executeTakeFirst()
  return row?.failures
}

/** media_step_id_key; undefined: the lease is lost. Returns the number of deaths with this one. */
export async function countDeath(tx: Tx, { id, leaseId }: LeasedStep, error: string): Promise<number | undefined> {
  const row = await tx
    .updateTable('media_step')
    .set({ deaths: sql`least(deaths + 1, ${MAX_DEATHS})`, error })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .returning('deaths')
    .executeTakeFirst()
  return row?.deaths
}

/** media_step_id_key; null minutes: the step has failed. */
export async function setFailed(tx: Tx, { id }: LeasedStep, retryMinutes: number | null): Promise<void> {
  await tx
    .updateTable('media_step')
    .set({
      ...NO_LEASE,
      state: retryMinutes === null ? 'failed' : 'waiting',
      run_after: sql<Date>`now() + make_interval(mins => ${retryMinutes ?? 0})`,
    })
    .where('id', '=', id)
    .execute()
}

/** media_step_id_key; the step waits again at once, because its worker stops. */
export async function returnStep(db: Db, { id, leaseId }: LeasedStep): Promise<void> {
  await db
    .updateTable('media_step')
    .set({ ...NO_LEASE, state: 'waiting' })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .execute()
}

/** media_step_id_key; a step of a file that was ready without it is gone, so that it can be added later. */
export async function deleteStep(tx: Tx, { id, leaseId }: LeasedStep): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('media_step')
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** primary key */
export async function insertSteps(tx: Tx | Db, assetId: string, steps: readonly string[]): Promise<void> {
  if (steps.length === 0) return
  await tx
    .insertInto('media_step')
    .values(steps.map((step) => ({ asset_id: assetId, step })))
    .onConflict((on) => on.doNothing())
    .execute()
}

/** primary key; the same step for each of the assets */
export async function insertFirstSteps(tx: Tx | Db, assetIds: readonly string[], step: string): Promise<void> {
  if (assetIds.length === 0) return
  await tx
    .insertInto('media_step')
    .values(assetIds.map((asset_id) => ({ asset_id, step })))
    .onConflict((on) => on.doNothing())
    .execute()
}

/** primary key; steps that have not ended are cancelled. Their workers notice within 2 seconds. */
export async function cancelSteps(tx: Tx, assetId: string): Promise<void> {
  await tx
    .updateTable('media_step')
    .set({ ...NO_LEASE, state: 'cancelled' })
    .where('asset_id', '=', assetId)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
}

/** primary key; steps that failed or were cancelled wait again, as if they had never failed */
export async function retrySteps(tx: Tx, assetId: string): Promise<void> {
  await tx
    .updateTable('media_step')
    .set({
      state: 'waiting',
      failures: 0,
      deaths: 0,
      error: null,
      run_after: sql<Date>`now()`,
    })
    .where('asset_id', '=', assetId)
    .where('state', 'in', ['failed', 'cancelled'])
    .execute()
}

/** primary key; undefined: the step has not ended */
export async function getStepResult(db: Db | Tx, assetId: string, step: string): Promise<unknown> {
  const row = await db
    .selectFrom('media_step')
    .select('result')
    .where('asset_id', '=', assetId)
    .where('step', '=', step)
    .where('state', '=', 'done')
    .executeTakeFirst()
  return row?.result ?? undefined
}

/**
 * Reads all files. For a command. Files that were ready without a step get their first one.
 *
 * @returns their number
 */
export async function addMissingInspections(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`insert into media_step (asset_id, step)
    select asset.id, 'inspect' from asset
    where asset.state = 'ready' and asset.kind in ('video', 'audio')
      and not exists (select from media_step where asset_id = asset.id)
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Reads all steps. For a command. Steps of ready files that failed wait again.
 *
 * @returns the number of their files
 */
export async function retryFailedSteps(db: Db): Promise<number> {
  const { rows } = await sql<{ asset_id: string }>`update media_step set state = 'waiting', failures = 0, deaths = 0,
      error = null, run_after = now()
    from asset where asset.id = asset_id and asset.state = 'ready' and media_step.state = 'failed'
    returning asset_id`.execute(db)
  return new Set(rows.map(({ asset_id }) => asset_id)).size
}
