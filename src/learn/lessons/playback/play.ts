/** Opens a lesson or a preview for playing: the grant, and the address of everything that the player needs. */
import { isPublishedTrailer } from '#catalogue/catalog/queries/trailers.ts'
import { isDraftedTrailer } from '#catalogue/previews/drafted-trailer.ts'
import type { CourseAccess } from '#domain/learning/access.ts'
import { COPY_FILES } from '#domain/learning/played-as-uploaded.ts'
import { getLengthSeconds } from '#domain/learning/watched.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Person } from '#http/handle.ts'
import { consumeLimit } from '#platform/limits.ts'
import { getAccess } from '../course-facts.ts'
import { requireOpenLesson } from '../lesson-access.ts'
import { getProcessingPercent, listRenditions, listTracks } from '../queries/media-files.ts'
import { type GrantedFiles, listLessonAssets, listOneAsset } from '../queries/play-grants.ts'
import { findPreviewOfAsset } from '../queries/previews.ts'
import type { Playback } from '../wire/play.ts'
import { DOWNLOAD, IMAGE_MASTER, ORIGINAL, PLAYLIST, toSegments } from './find-media-file.ts'
import { type Grant, grantToEverybody, grantToPerson } from './grant-playback.ts'

type AssetRow = Awaited<ReturnType<typeof listLessonAssets>>[number]
/** `lessonId` is null for a file that is played by itself: by a teacher, or as a trailer. */
type PlayableLesson = { lessonId: string | null; kind: string; courseCode: string }

export async function playLesson(
  deps: Deps,
  person: Pick<Person, 'personId' | 'sessionId' | 'audience'>,
  lessonId: string,
): Promise<Outcome<Playback>> {
  const opened = await requireOpenLesson(deps, deps.db, person, lessonId)
  if (!opened.ok) return opened
  const { facts, lesson } = opened.value
  const played = { lessonId, kind: lesson.kind, courseCode: facts.course.courseCode }
  return playFiles(deps, person, getAccess(facts, deps.clock()), await listLessonAssets(deps.db, lessonId), played)
}

/** Plays files for a person whose access was found open: those of a lesson, or of a session. */
export async function playFiles(
  deps: Deps,
  person: Pick<Person, 'personId' | 'sessionId'>,
  access: CourseAccess,
  assets: readonly AssetRow[],
  lesson: PlayableLesson,
): Promise<Outcome<Playback>> {
  const retryAfter = await consumeLimit(deps.db, 'playPerPerson', person.personId)
  if (retryAfter !== null) return refused('RATE_LIMITED', { retryAfter })
  const missing = await findMediaRefusal(deps, assets)
  if (missing) return missing
  const files = toGrantedFiles(lesson.lessonId, assets)
  return accepted(await createPlayback(deps, await grantToPerson(deps, person, access, files), assets, lesson))
}

type PreviewInput = { courseCode: string; assetId: string; draftToken?: string | undefined; ip: string }

/**
 * A published lesson that everybody may open, by one of its files, or the trailer of a page. With the token of a preview
 * link only the trailer of that draft. Refused as missing for every other file.
 */
export async function playPreview(
  deps: Deps,
  { courseCode, assetId, draftToken, ip }: PreviewInput,
): Promise<Outcome<Playback>> {
  const retryAfter = await consumeLimit(deps.db, 'previewPerAddress', ip)
  if (retryAfter !== null) return refused('RATE_LIMITED', { retryAfter })
  if (draftToken !== undefined) {
    const isShown = await isDraftedTrailer(deps, { courseCode, assetId, draftToken })
    return isShown ? playTrailer(deps, courseCode, assetId, deps.secrets.hash(draftToken)) : refused('LESSON_NOT_FOUND')
  }
  if (deps.config.excludedCourseCodes.includes(courseCode)) return refused('LESSON_NOT_FOUND')
  const lesson = await findPreviewOfAsset(deps.db, courseCode, assetId)
  // A trailer may also be a download beside a preview lesson, which would play its own film.
  if (lesson?.playedAssetId !== assetId && (await isPublishedTrailer(deps.db, assetId, courseCode)))
    return playTrailer(deps, courseCode, assetId, null)
  if (!lesson) return refused('LESSON_NOT_FOUND')
  const assets = await listLessonAssets(deps.db, lesson.id)
  const missing = await findMediaRefusal(deps, assets)
  if (missing) return missing
  const grant = await grantToEverybody(deps, toGrantedFiles(lesson.id, assets))
  if (!grant) return refused('LESSON_NOT_FOUND')
  return accepted(await createPlayback(deps, grant, assets, { lessonId: lesson.id, kind: lesson.kind, courseCode }))
}

async function playTrailer(
  deps: Deps,
  courseCode: string,
  assetId: string,
  previewTokenHash: Buffer | null,
): Promise<Outcome<Playback>> {
  const assets = await listOneAsset(deps.db, assetId)
  const missing = await findMediaRefusal(deps, assets)
  if (missing) return missing
  const grant = await grantToEverybody(deps, toGrantedFiles(null, assets), previewTokenHash)
  if (!grant) return refused('LESSON_NOT_FOUND')
  return accepted(await createPlayback(deps, grant, assets, { lessonId: null, kind: 'video', courseCode }))
}

/** What the response lists, so that the grant opens nothing else. */
function toGrantedFiles(lessonId: string | null, assets: readonly AssetRow[]): GrantedFiles {
  return {
    lessonId,
    assetIds: assets.map(({ id }) => id),
    playedAssetId: assets.find(isPlayed)?.id ?? null,
    offeredAssetIds: assets.filter(({ label }) => label !== null).map(({ id }) => id),
  }
}

/** Null: the video or audio file can be played, or the lesson has none. */
async function findMediaRefusal(deps: Deps, assets: readonly AssetRow[]) {
  const media = assets.find(isPlayed)
  if (!media || media.state === 'ready') return null
  if (media.state === 'failed') return refused('MEDIA_FAILED')
  return refused('MEDIA_PROCESSING', { data: { percent: await getProcessingPercent(deps.db, media.id) } })
}

/** The addresses of a grant's files. Only files that are ready have one. */
async function createPlayback(
  deps: Deps,
  grant: Grant,
  assets: readonly AssetRow[],
  { kind, courseCode }: PlayableLesson,
): Promise<Playback> {
  const base = `/media/${grant.token}`
  const media = assets.find(isPlayed)
  const [renditions, tracks] = await Promise.all([
    media ? listRenditions(deps.db, media.id) : [],
    listTracks(deps.db, media ? [media.id] : []),
  ])
  const has = (name: string) => renditions.some((rendition) => rendition.name === name)
  const isStreamed = renditions.some((rendition) => toSegments(rendition) !== null)
  const folder = media && `${base}/${media.id}`
  const ready = assets.filter(({ state }) => state === 'ready')
  return {
    grantId: grant.grantId,
    aliveUntil: grant.aliveUntil.toISOString(),
    base,
    assetId: media?.id ?? null,
    durationSeconds: media?.duration_ms ? getLengthSeconds(media.duration_ms) : null,
    playlist: isStreamed ? `${folder}/${PLAYLIST}` : null,
    source: media && folder && !isStreamed ? createSource(media, folder, has) : null,
    embedUrl: kind === 'embed' ? `/embed/${grant.token}` : null,
    poster: media?.kind === 'video' ? (has('poster') ? `${folder}/poster/1280.webp` : `/art/${courseCode}.svg`) : null,
    storyboard: has('storyboard') ? `${folder}/storyboard/map.vtt` : null,
    tracks: tracks.map(({ id, language, kind: trackKind, label, is_default }) => ({
      trackId: id,
      language,
      kind: trackKind,
      label,
      isDefault: is_default,
      url: `${folder}/tracks/${id}.vtt`,
    })),
    files: ready.flatMap(({ id, label, bytes, content_type }) =>
      label === null
        ? []
        : [
            {
              assetId: id,
              label,
              bytes,
              url: `${base}/${id}/${DOWNLOAD}`,
              viewUrl: content_type === 'application/pdf' ? `${base}/${id}/${ORIGINAL}` : null,
            },
          ],
    ),
    images: ready.flatMap(({ id, kind: assetKind, width, height }) =>
      assetKind === 'image' && width && height
        ? [{ assetId: id, url: `${base}/${id}/${IMAGE_MASTER}`, width, height }]
        : [],
    ),
  }
}

function createSource(
  { content_type }: AssetRow,
  folder: string,
  has: (rendition: string) => boolean,
): Playback['source'] {
  if (has('audio')) return { url: `${folder}/audio/audio.m4a`, contentType: 'audio/mp4' }
  const contentType = content_type ?? 'application/octet-stream'
  return { url: has('copy') ? `${folder}/copy/${COPY_FILES[contentType]}` : `${folder}/${ORIGINAL}`, contentType }
}

/** The lesson's own video or audio file, and not one that is only offered for download. */
const isPlayed = ({ is_played }: AssetRow): boolean => is_played
