import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { can } from '#domain/permission.ts'
import type { Deps } from '#http/deps.ts'
import type { ResponseBody } from '#http/endpoint.ts'
import { getCourseStorage } from '#media/queries/uploads.ts'
import { getMaxUploadBytes } from '#media/uploads/limits.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { findFfmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { toAssetViews } from './asset-views.ts'
import { requireAsset } from './permitted-asset.ts'
import { listCourseAssets } from './queries/assets.ts'
import type { AssetView, listAssets } from './wire/assets.ts'

type AssetList = ResponseBody<typeof listAssets>['data']

export async function readAsset(
  { db }: Pick<Deps, 'db'>,
  member: ActingPerson,
  assetId: string,
): Promise<Outcome<AssetView>> {
  const asset = await requireAsset(db, member, assetId)
  return asset.ok ? accepted((await toAssetViews(db, [asset.value]))[0]!) : asset
}

/** @param hasFfmpeg null if another machine processes the files */
export async function loadAssets(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  member: ActingPerson,
  courseCode: string,
  hasFfmpeg: () => Promise<boolean | null>,
): Promise<Outcome<AssetList>> {
  const permitted = await requirePermission(db, member, 'course.read', courseCode)
  if (!permitted.ok) return permitted
  const { media } = config
  const [assets, storage, courseTitle] = await Promise.all([
    listCourseAssets(db, courseCode),
    getCourseStorage(db, courseCode, media.courseQuotaBytes),
    getCourseTitle(db, courseCode),
  ])
  // A site role allows every code, also one that no course has.
  if (courseTitle === null) return refused('COURSE_NOT_FOUND')
  return accepted({
    courseTitle,
    assets: await toAssetViews(db, assets),
    storage,
    maxBytes: {
      video: getMaxUploadBytes(media, 'video'),
      audio: getMaxUploadBytes(media, 'audio'),
      image: getMaxUploadBytes(media, 'image'),
      file: getMaxUploadBytes(media, 'file'),
    },
    canEdit: can(permitted.value, 'course.edit'),
    hasFfmpeg: await hasFfmpeg(),
  })
}

/** Looks for ffmpeg once a process. Null if this process does not work on files. */
export function createFfmpegSearch({ config }: Pick<Deps, 'config'>): () => Promise<boolean | null> {
  let search: Promise<boolean> | undefined
  return async () => {
    if (!config.serve.includes('worker')) return null
    search ??= findFfmpeg(config.media).then(
      ({ ok }) => ok,
      () => false,
    )
    return search
  }
}
