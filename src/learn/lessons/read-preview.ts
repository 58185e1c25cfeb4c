/** A preview lesson, which everybody may open. docs/contract §9. */

import { parseLessonContent } from '#catalogue/catalog/lesson-content.ts'
import { getLengthSeconds } from '#domain/learning/watched.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { createImageSources } from '#media/pictures/public-image.ts'
import { type FilmStill, loadFilmStill, toFilmShape } from './film-still.ts'
import { listLessonImages } from './queries/lesson.ts'
import { findPreviewLesson } from './queries/previews.ts'
import { parseLessonText } from './text/lesson-text.ts'
import type { PreviewLesson } from './wire/preview.ts'

type PreviewDependencies = Pick<Deps, 'db' | 'secrets'> & { config: Pick<Deps['config'], 'excludedCourseCodes'> }
type PreviewRow = NonNullable<Awaited<ReturnType<typeof findPreviewLesson>>>

/** Refused as missing for every lesson that is no published preview, and for every lesson of an excluded course. */
export async function loadPreview(
  { db, secrets, config }: PreviewDependencies,
  { courseCode, lessonKey }: { courseCode: string; lessonKey: string },
): Promise<Outcome<PreviewLesson>> {
  const row = config.excludedCourseCodes.includes(courseCode)
    ? undefined
    : await findPreviewLesson(db, courseCode, lessonKey)
  if (!row || !isPreviewKind(row.kind)) return refused('LESSON_NOT_FOUND')
  const { id, key, kind, title, summary, minutes } = row
  const images = await listLessonImages(db, id)
  const poster = row.asset_id && kind === 'video' ? await loadFilmStill({ db, secrets }, row.asset_id) : null
  return accepted({
    coursePrefixCode: courseCode,
    key,
    kind,
    title,
    summary,
    minutes,
    module: { title: row.module_title },
    text: parseLessonText(parseLessonContent(kind, row.content).markdown ?? '', images),
    images: images.map((image) => {
      const { src: url, ...sources } = createImageSources(secrets, image, 'whole')
      return { assetId: image.assetId, url, ...sources }
    }),
    media: kind === 'text' ? null : toMedia(row, poster),
  })
}

const isPreviewKind = (kind: PreviewRow['kind']): kind is PreviewLesson['kind'] =>
  kind === 'video' || kind === 'audio' || kind === 'text'

function toMedia(row: PreviewRow, poster: FilmStill | null): PreviewLesson['media'] {
  const { asset_id: assetId, media_state, duration_ms, kind } = row
  if (!assetId) return null
  const state = media_state === 'ready' || media_state === 'failed' ? media_state : 'processing'
  return {
    assetId,
    state,
    durationSeconds: duration_ms ? getLengthSeconds(duration_ms) : null,
    shape: toFilmShape(kind, row),
    poster,
  }
}
