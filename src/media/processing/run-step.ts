/** Takes one step from the queue and does it: lease, progress, cancellation, and its end in one transaction. */
import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#http/deps.ts'
import { derivedKey, derivedPrefix, originalKey } from '#platform/blobs/blob-keys.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { getAsset, type ProcessedAsset } from '../queries/processed-assets.ts'
import {
  getStepResult,
  LEASE_SECONDS,
  type LeasedStep,
  leaseExhaustedStep,
  leaseStep,
  renewLease,
  returnExpiredSteps,
  returnStep,
} from '../queries/steps.ts'
import { receiveUpload } from '../uploads/receive-upload.ts'
import { completeStep, failStep } from './end-step.ts'
import { performStep } from './perform-step.ts'
import { FAULTS, failFinally, type StepOutcome } from './step.ts'
import type { Turns } from './turns.ts'
import { createWorkFolder } from './work-folders.ts'

/** Progress is written and the lease renewed this often; a cancellation is noticed as soon. */
const TICK_MS = 2000
/** A worker that cannot reach the database gives up its step before another worker takes it. */
const GIVE_UP_MS = (LEASE_SECONDS - 5) * 1000

export type MediaDependencies = Pick<Deps, 'db' | 'blobs' | 'jobs' | 'log' | 'clock'>

/**
 * @param stop aborted when the worker stops: the step then waits for another worker
 * @param turns of the steps in this process
 * @returns false if no step can be taken
 */
export async function runNextStep(
  deps: MediaDependencies,
  ffmpeg: Ffmpeg | null,
  stop: AbortSignal,
  turns: Turns,
): Promise<boolean> {
  await returnExpiredSteps(deps.db)
  const exhausted = await leaseExhaustedStep(deps.db, randomUUID())
  if (exhausted) {
    const lines = [`The worker died ${exhausted.deaths} times while it processed this file.`]
    await failStep(deps, exhausted, { ...failFinally('failed', lines), isDeath: true })
    return true
  }
  const step = await turns.take((withSuspected) => leaseStep(deps.db, randomUUID(), withSuspected))
  if (!step) return false
  const watch = watchLease(deps, step, stop)
  let folder: string | undefined
  try {
    folder = await createWorkFolder()
    const outcome = await work(deps, step, ffmpeg, folder, watch)
    if (stop.aborted) await returnStep(deps.db, step)
    else if (!watch.signal.aborted) await end(deps, step, outcome, folder)
  } finally {
    watch.close()
    turns.release(step)
    if (folder) await rm(folder, { recursive: true, force: true })
  }
  return true
}

type LeaseWatch = { signal: AbortSignal; setPercent(percent: number): void; close(): void }

function watchLease({ db, log }: MediaDependencies, step: LeasedStep, stop: AbortSignal): LeaseWatch {
  const lost = new AbortController()
  let percent = 0
  let renewedAt = performance.now()
  const tick = async () => {
    try {
      if (!(await renewLease(db, step, percent))) lost.abort()
      renewedAt = performance.now()
    } catch (error) {
      logFailure(log, error, 'the lease of a media step could not be renewed', { assetId: step.assetId })
      if (performance.now() - renewedAt > GIVE_UP_MS) lost.abort()
    }
  }
  const timer = setInterval(tick, TICK_MS)
  return {
    signal: AbortSignal.any([lost.signal, stop]),
    setPercent(value) {
      percent = Math.min(99, Math.max(percent, Math.floor(value)))
    },
    close: () => clearInterval(timer),
  }
}

async function work(
  deps: MediaDependencies,
  step: LeasedStep,
  ffmpeg: Ffmpeg | null,
  folder: string,
  watch: LeaseWatch,
): Promise<StepOutcome> {
  try {
    const asset = await requireAsset(deps, step)
    const stored = asset.state === 'uploading' ? await receiveUpload(deps, asset, watch.signal) : asset
    if ('ok' in stored) return stored
    const [inspected, measured] = await Promise.all([
      getStepResult(deps.db, asset.id, 'inspect'),
      getStepResult(deps.db, asset.id, 'measure'),
    ])
    const { contentType } = stored
    const perform = (path: string) => {
      const context = {
        asset: stored,
        input: { path, contentType: contentType ?? '' },
        folder,
        signal: watch.signal,
        onProgress: (seconds: number) => watch.setPercent((seconds * 100_000) / (stored.durationMs ?? Infinity)),
      }
      return performStep(step.step, context, ffmpeg, { inspect: inspected, measure: measured })
    }
    return await deps.blobs.withFile(originalKey(asset.id), perform)
  } catch (error) {
    if (!watch.signal.aborted)
      logFailure(deps.log, error, 'a media step failed', { assetId: step.assetId, step: step.step })
    return { ok: false, fault: FAULTS.failed, isFinal: false, lines: [String(error)] }
  }
}

async function requireAsset({ db }: MediaDependencies, { assetId }: LeasedStep): Promise<ProcessedAsset> {
  const asset = await getAsset(db, assetId)
  if (!asset) throw new Error(`There is no asset ${assetId}`)
  return asset
}

/**
 * Stores the files first, so that no row names a missing blob. The folder belongs to this lease alone, and not to the number
 * of the attempt: a step that was deleted counts its attempts anew, and a worker that lost its lease deletes its own files.
 */
async function end(deps: MediaDependencies, step: LeasedStep, outcome: StepOutcome, folder: string): Promise<void> {
  if (!outcome.ok) return failStep(deps, step, outcome)
  const { assetId, step: name, attempt, leaseId } = step
  const run = `${attempt}-${leaseId.replaceAll('-', '').slice(0, 16)}`
  const keys = []
  if (outcome.renditions)
    for (const file of await readdir(folder)) {
      const key = derivedKey(assetId, name, run, file)
      await deps.blobs.moveIn(key, join(folder, file))
      keys.push(key)
    }
  const prefix = derivedPrefix(assetId, name, run).slice(0, -1)
  if (await completeStep(deps, step, outcome, prefix)) return
  for (const key of keys) await deps.blobs.delete(key)
}
