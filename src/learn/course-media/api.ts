/** Connects the endpoints of a course's files to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse } from '#http/handle.ts'
import * as tracks from './captions/manage-tracks.ts'
import { cancelAsset, playAsset, removeAsset, retryAsset } from './manage-asset.ts'
import { requireAsset } from './permitted-asset.ts'
import { createFfmpegSearch, loadAssets, readAsset } from './read-assets.ts'
import { startProfileUpload, startUpload } from './uploads/start-upload.ts'
import * as assets from './wire/assets.ts'
import * as trackCalls from './wire/tracks.ts'

export function courseMediaApi(deps: Deps): MountedEndpoint[] {
  const hasFfmpeg = createFfmpegSearch(deps)
  return [
    handle(assets.startUpload, ({ actor, body: { coursePrefixCode, profileSlug, ...file } }) =>
      profileSlug === undefined
        ? startUpload(deps, actor, { ...file, coursePrefixCode: coursePrefixCode ?? '' })
        : startProfileUpload(deps, actor, { ...file, profileSlug }),
    ),
    handle(assets.readAsset, ({ actor, params }) => readAsset(deps, actor, params.assetId)),
    handle(assets.cancelAsset, ({ actor, params }) => cancelAsset(deps, actor, params.assetId)),
    handle(assets.retryAsset, async ({ actor, params }) => {
      const retried = await retryAsset(deps, actor, params.assetId)
      return retried.ok ? readAsset(deps, actor, params.assetId) : refuse(retried.refusal)
    }),
    handle(assets.playAsset, ({ actor, params }) => playAsset(deps, actor, params.assetId)),
    handle(assets.deleteAsset, ({ actor, params }) => removeAsset(deps, actor, params.assetId)),
    handle(assets.listAssets, ({ actor, params }) => loadAssets(deps, actor, params.course, hasFfmpeg)),
    handle(trackCalls.listTracks, ({ actor, params }) => tracks.loadTracks(deps, actor, params.assetId)),
    handle(
      trackCalls.addTrack,
      ({ actor, params, body }) => tracks.addTrack(deps, actor, { ...params, ...body }),
      ({ actor, params }) => requireAsset(deps.db, actor, params.assetId),
    ),
    handle(trackCalls.readTrack, ({ actor, params, query }) => tracks.readTrack(deps, actor, { ...params, ...query })),
    handle(
      trackCalls.changeTrack,
      ({ actor, params, body }) => tracks.changeTrack(deps, actor, { ...params, ...body }),
      ({ actor, params }) => tracks.requireTrack(deps.db, actor, params.trackId),
    ),
    handle(trackCalls.deleteTrack, ({ actor, params, query }) =>
      tracks.deleteTrack(deps, actor, { ...params, ...query }),
    ),
  ]
}
