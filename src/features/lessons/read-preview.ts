/** A preview lesson, which everybody may open. docs/contract.md §9. */
import { getLengthSeconds } from '#domain/learning/watched.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { parseLessonContent } from '#features/catalog/lesson-content.ts'
import type { Deps } from '#http/deps.ts'
import { findPreviewLesson } from './queries/previews.ts'
import { parseLessonText } from './text/lesson-text.ts'
import type { PreviewLesson } from './wire/preview.ts'

type PreviewDependencies = Pick<Deps, 'db'> & { config: Pick<Deps['config'], 'excludedCourseCodes'> }
type PreviewRow = NonNullable<Awaited<ReturnType<typeof findPreviewLesson>>>

/** Refused as missing for every lesson that is no published preview, and for every lesson of an excluded course. */
export async function loadPreview(
  { db, config }: PreviewDependencies,
  { courseCode, lessonKey }: { courseCode: string; lessonKey: string },
): Promise<Outcome<PreviewLesson>> {
  const row = config.excludedCourseCodes.includes(courseCode)
    ? undefined
    : await findPreviewLesson(db, courseCode, lessonKey)
  if (!row || !isPreviewKind(row.kind)) return refused('LESSON_NOT_FOUND')
  const { key, kind, title, summary, minutes } = row
  return accepted({
    coursePrefixCode: courseCode,
    ...{ key, kind, title, summary, minutes },
    module: { title: row.module_title },
    text: parseLessonText(parseLessonContent(kind, row.content).markdown ?? ''),
    media: kind === 'text' ? null : toMedia(row),
  })
}

const isPreviewKind = (kind: PreviewRow['kind']): kind is PreviewLesson['kind'] =>
  kind === 'video' || kind === 'audio' || kind === 'text'

function toMedia({ asset_id: assetId, media_state, duration_ms }: PreviewRow): PreviewLesson['media'] {
  if (!assetId) return null
  const state = media_state === 'ready' || media_state === 'failed' ? media_state : 'processing'
  return { assetId, state, durationSeconds: duration_ms ? getLengthSeconds(duration_ms) : null }
}
