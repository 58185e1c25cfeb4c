/** The files of a course as its teachers see them. */
import { getLengthSeconds } from '#domain/learning/watched.ts'
import { UNREFERENCED_DAYS } from '#media/collect-assets.ts'
import type { Db } from '#platform/db/db.ts'
import { type CourseAsset, countTracks, listSteps, listUses, type StepRow } from './queries/assets.ts'
import type { AssetView } from './wire/assets.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export async function toAssetViews(db: Db, assets: readonly CourseAsset[]): Promise<AssetView[]> {
  const ids = assets.map(({ id }) => id)
  const [steps, uses, tracks] = await Promise.all([listSteps(db, ids), listUses(db, ids), countTracks(db, ids)])
  const [stepsByAsset, usesByAsset] = [Map.groupBy(steps, byAsset), Map.groupBy(uses, byAsset)]
  return assets.map((asset) => {
    const own = stepsByAsset.get(asset.id) ?? []
    return {
      ...toView(asset),
      percent: getPercent(own),
      faultLines: listFaultLines(own),
      steps: own.map(({ step, state, percent }) => ({ step, state, percent })),
      uses: (usesByAsset.get(asset.id) ?? []).map(({ source, title, startsAt }) => ({
        source,
        title,
        startsAt: startsAt?.toISOString() ?? null,
      })),
      trackCount: tracks.get(asset.id) ?? 0,
    }
  })
}

const byAsset = ({ assetId }: { assetId: string }) => assetId

function toView(asset: CourseAsset): Omit<AssetView, 'percent' | 'faultLines' | 'steps' | 'uses' | 'trackCount'> {
  const { state, durationMs, unreferencedSince } = asset
  const staysStored = unreferencedSince === null || state === 'uploading'
  return {
    assetId: asset.id,
    kind: asset.kind,
    state: state === 'deleted' ? 'failed' : state,
    filename: asset.filename,
    contentType: asset.contentType,
    bytes: asset.bytes,
    receivedBytes: asset.receivedBytes,
    durationSeconds: durationMs ? getLengthSeconds(durationMs) : null,
    width: asset.width,
    height: asset.height,
    fault: asset.fault,
    canRetry: state === 'failed' && asset.isComplete,
    createdAt: asset.createdAt.toISOString(),
    deletedAt: staysStored ? null : new Date(unreferencedSince.getTime() + UNREFERENCED_DAYS * DAY_MS).toISOString(),
  }
}

const MAX_FAULT_LINES = 20

/** The last lines of the programs that failed, without the folders of the server. */
function listFaultLines(steps: readonly StepRow[]): string[] {
  return steps
    .flatMap(({ step, state, error }) => (state === 'failed' && error ? [`${step}:`, ...error.split('\n')] : []))
    .map((line) => line.replace(/(?:\/[\w.@+-]+)+\//g, ''))
    .slice(-MAX_FAULT_LINES)
}

/** The mean of all steps, floored. 100 without steps. */
function getPercent(steps: readonly StepRow[]): number {
  const counted = steps.filter(({ state }) => state !== 'cancelled' && state !== 'failed')
  if (counted.length === 0) return 100
  return Math.floor(counted.reduce((sum, { percent }) => sum + percent, 0) / counted.length)
}
