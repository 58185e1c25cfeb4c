/** Connects the endpoints of a course's files to their verbs. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import * as tracks from './captions/manage-tracks.ts'
import { cancelAsset, playAsset, removeAsset, retryAsset } from './manage-asset.ts'
import { requireAsset } from './permitted-asset.ts'
import { createFfmpegSearch, loadAssets, readAsset } from './read-assets.ts'
import { startUpload } from './uploads/start-upload.ts'
import * as assets from './wire/assets.ts'
import * as trackCalls from './wire/tracks.ts'

export function courseMediaApi(deps: Deps): MountedEndpoint[] {
  const hasFfmpeg = createFfmpegSearch(deps)
  return [
    handle(assets.startUpload, async ({ actor, body }) => toCreated(await startUpload(deps, actor, body))),
    handle(assets.readAsset, async ({ actor, params }) => toResponse(await readAsset(deps, actor, params.assetId))),
    handle(assets.cancelAsset, async ({ actor, params }) => toDone(await cancelAsset(deps, actor, params.assetId))),
    handle(assets.retryAsset, async ({ actor, params }) => {
      const retried = await retryAsset(deps, actor, params.assetId)
      return retried.ok ? toResponse(await readAsset(deps, actor, params.assetId)) : refuse(retried.refusal)
    }),
    handle(assets.playAsset, async ({ actor, params }) => toResponse(await playAsset(deps, actor, params.assetId))),
    handle(assets.deleteAsset, async ({ actor, params }) => toDone(await removeAsset(deps, actor, params.assetId))),
    handle(assets.listAssets, async ({ actor, params }) =>
      toResponse(await loadAssets(deps, actor, params.course, hasFfmpeg)),
    ),
    handle(trackCalls.listTracks, async ({ actor, params }) =>
      toResponse(await tracks.loadTracks(deps, actor, params.assetId)),
    ),
    handle(
      trackCalls.addTrack,
      async ({ actor, params, body }) => toCreated(await tracks.addTrack(deps, actor, { ...params, ...body })),
      ({ actor, params }) => requireAsset(deps.db, actor, params.assetId),
    ),
    handle(trackCalls.readTrack, async ({ actor, params, query }) =>
      toResponse(await tracks.readTrack(deps, actor, { ...params, ...query })),
    ),
    handle(
      trackCalls.changeTrack,
      async ({ actor, params, body }) => toResponse(await tracks.changeTrack(deps, actor, { ...params, ...body })),
      ({ actor, params }) => tracks.requireTrack(deps.db, actor, params.trackId),
    ),
    handle(trackCalls.deleteTrack, async ({ actor, params, query }) =>
      toDone(await tracks.deleteTrack(deps, actor, { ...params, ...query })),
    ),
  ]
}

const toResponse = <Value>(outcome: Outcome<Value>) =>
  outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
const toCreated = <Value>(outcome: Outcome<Value>) =>
  outcome.ok ? respond(201, { data: outcome.value }) : refuse(outcome.refusal)
const toDone = (outcome: Outcome<null>) => (outcome.ok ? respond(204, undefined) : refuse(outcome.refusal))
