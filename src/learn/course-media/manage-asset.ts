/** A teacher cancels, processes again, plays or deletes a file. docs/contract §23. */
import { nextAssetState } from '#domain/learning/asset.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Person } from '#http/handle.ts'
import { playFiles } from '#learn/lessons/playback/play.ts'
import { listOneAsset } from '#learn/lessons/queries/play-grants.ts'
import type { Playback } from '#learn/lessons/wire/play.ts'
import { deleteAsset } from '#media/delete-asset.ts'
import { FAULTS } from '#media/processing/step.ts'
import { lockAsset, updateAsset } from '#media/queries/processed-assets.ts'
import { cancelSteps } from '#media/queries/steps.ts'
import { retryFailedAsset } from '#media/retry-asset.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { requireAsset } from './permitted-asset.ts'
import { listUses } from './queries/assets.ts'

/** A file that is still uploaded is deleted. A file that can be used keeps what was made of it. */
export async function cancelAsset(deps: Deps, member: ActingPerson, assetId: string): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requireAsset(tx, member, assetId)
    if (!permitted.ok) return permitted
    const asset = await lockAsset(tx, assetId)
    if (!asset || asset.state === 'failed') return refused('ASSET_BUSY')
    if (asset.state === 'uploading') return deleteAsset(deps, tx, assetId)
    await cancelSteps(tx, assetId)
    const state = nextAssetState(asset.state, 'failed', asset.isComplete)
    if (state) await updateAsset(tx, assetId, { state, fault: FAULTS.cancelled })
    return accepted(null)
  })
}

/** A file whose bytes are wrong or missing is refused with `UPLOAD_CHECKSUM`. */
export async function retryAsset(deps: Deps, member: ActingPerson, assetId: string): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const permitted = await requireAsset(tx, member, assetId)
    if (!permitted.ok) return permitted
    const asset = await lockAsset(tx, assetId)
    if (asset?.state !== 'failed') return refused('ASSET_BUSY')
    return (await retryFailedAsset(deps, tx, asset)) ? accepted(null) : refused('UPLOAD_CHECKSUM')
  })
}

/** Refuses a file in use with the places that use it. */
export async function removeAsset(deps: Deps, member: ActingPerson, assetId: string): Promise<Outcome<null>> {
  const removed = await inOneTransaction(deps.db, async (tx) => {
    const permitted = await requireAsset(tx, member, assetId)
    return permitted.ok ? deleteAsset(deps, tx, assetId) : permitted
  })
  if (removed.ok || removed.refusal.code !== 'ASSET_IN_USE') return removed
  const uses = (await listUses(deps.db, [assetId])).map(({ source, title, startsAt }) => ({ source, title, startsAt }))
  return refused('ASSET_IN_USE', { data: { uses } })
}

export async function playAsset(
  deps: Deps,
  person: Pick<Person, 'personId' | 'sessionId' | 'audience'>,
  assetId: string,
): Promise<Outcome<Playback>> {
  const permitted = await requireAsset(deps.db, person, assetId)
  if (!permitted.ok) return permitted
  const { courseCode, kind } = permitted.value
  const teacherAccess = { state: 'open', until: null, reason: 'teacher', enrolmentId: null } as const
  const played = { lessonId: null, kind, courseCode }
  return playFiles(deps, person, teacherAccess, await listOneAsset(deps.db, assetId), played)
}
