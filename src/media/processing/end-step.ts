/** The end of a step: its row, its renditions and the state of its asset change in one transaction. */
import { type AssetEvent, nextAssetState } from '#domain/learning/asset.ts'
import { getMinutesAfterDeath, getRetryMinutes } from '#domain/learning/media-step.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { insertRenditions, lockAsset, type ProcessedAsset, updateAsset } from '../queries/processed-assets.ts'
import {
  cancelSteps,
  countDeath,
  countFailure,
  deleteStep,
  endStep,
  insertSteps,
  type LeasedStep,
  setFailed,
} from '../queries/steps.ts'
import { mediaAssetFailedJob, mediaStepWaitingJob } from '../queue.ts'
import type { StepDone, StepFault } from './step.ts'

type EndDependencies = Pick<Deps, 'db' | 'jobs' | 'clock'>

/** An asset without the result of one of these cannot be used. */
const ESSENTIAL_STEPS = ['inspect', 'measure', 'video-360', 'audio', 'image']

/** @returns false if the lease is lost; nothing was changed then */
export async function completeStep(
  { db, jobs }: EndDependencies,
  step: LeasedStep,
  done: StepDone,
  folder: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const asset = await lockAsset(tx, step.assetId)
    const isOurs = done.isSkipped ? await deleteStep(tx, step) : await endStep(tx, step, done.result)
    if (!asset || !isOurs) return false
    await insertRenditions(
      tx,
      (done.renditions ?? []).map((rendition) => ({ ...rendition, asset_id: step.assetId, folder })),
    )
    if (done.change) await updateAsset(tx, asset.id, done.change)
    await applyEvent(tx, asset, done.isReady ? 'first_result' : 'processing_started')
    await insertSteps(tx, asset.id, done.next ?? [])
    if (done.next?.length) await jobs.enqueue(tx, mediaStepWaitingJob, {}, { key: 'wake' })
    return true
  })
}

export async function failStep(
  { db, jobs, clock }: EndDependencies,
  step: LeasedStep,
  { fault, isFinal, isDeath, lines }: StepFault,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const asset = await lockAsset(tx, step.assetId)
    const count = await (isDeath ? countDeath : countFailure)(tx, step, lines.slice(-20).join('\n'))
    if (!asset || count === undefined) return
    const retryMinutes = isFinal ? null : isDeath ? getMinutesAfterDeath(count) : getRetryMinutes(count)
    await setFailed(tx, step, retryMinutes)
    if (retryMinutes !== null) {
      const startAfter = new Date(clock().getTime() + retryMinutes * 60_000)
      await jobs.enqueue(tx, mediaStepWaitingJob, {}, { key: `retry ${step.id}`, startAfter })
    } else if (ESSENTIAL_STEPS.includes(step.step) && asset.state !== 'ready') {
      await cancelSteps(tx, asset.id)
      await updateAsset(tx, asset.id, { fault })
      await applyEvent(tx, asset, 'failed')
      await jobs.enqueue(tx, mediaAssetFailedJob, { assetId: asset.id })
    }
  })
}

/** Nothing changes if the event does not apply: a ready asset stays ready. */
async function applyEvent(tx: Tx, asset: ProcessedAsset, event: AssetEvent): Promise<void> {
  const state = nextAssetState(asset.state, event, asset.isComplete)
  if (state && state !== asset.state) await updateAsset(tx, asset.id, { state })
}
