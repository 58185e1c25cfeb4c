/** Converts the lessons of a course file, and the files beside it, to rows. */
import { hashCues } from '#media/caption-tracks.ts'
import type { LessonContent } from '../lesson-content.ts'
import { type LessonRow, listModuleKeys, type MediaRow, type OutlineRows, type ReleaseRow } from '../outline-rows.ts'
import type { ContentCourse } from './content.ts'
import type { LessonMaterial } from './course-folder.ts'
import { getLessonKind, type ItemInput, type ReleaseInput } from './lesson-schema.ts'
import type { MediaSource } from './media-source.ts'

export function createOutlineRows({ file, materials }: ContentCourse): OutlineRows {
  const keys = listModuleKeys(file.curriculum)
  return {
    curriculum: file.curriculum.map(({ title, release, items }, index) => ({
      id: keys[index]!,
      title,
      release: createReleaseRow(release),
      items: items.map((item) => createLessonRow(item, file.delivery, materials.lessons.get(item.id)!)),
    })),
    proSessions: file.proSessions.map(({ id, title, summary, minutes, release, needs, required = false }) => ({
      id,
      title,
      summary,
      minutes,
      kind: 'live',
      required,
      preview: false,
      release: createReleaseRow(release),
      needs,
      content: {},
      media: null,
      files: [],
    })),
  }
}

function createLessonRow(item: ItemInput, delivery: 'live' | 'on-demand', material: LessonMaterial): LessonRow {
  const { id, title, summary, minutes, preview, release, needs } = item
  const { kind } = getLessonKind(item, delivery)
  return {
    id,
    title,
    summary,
    minutes,
    kind,
    preview,
    required: item.required ?? kind !== 'embed',
    release: createReleaseRow(release),
    needs,
    content: createContent(item, delivery, material),
    media: material.media && createMediaRow(material.media),
    files: material.files.map(({ label, source }) => ({ sha256: source.sha256, label })),
  }
}

/** Null for a planned lesson. */
function createContent(
  item: ItemInput,
  delivery: 'live' | 'on-demand',
  { markdown, embedUrl }: LessonMaterial,
): LessonContent | null {
  const { kind, isPlanned } = getLessonKind(item, delivery)
  const { watchedPercent, allowMark } = item
  if (isPlanned) return null
  if (kind === 'live') return {}
  const text = markdown === null ? {} : { markdown }
  if (kind === 'embed') return { url: embedUrl ?? '', ...text }
  if (kind === 'text' || kind === 'files') return text
  return {
    ...text,
    ...(watchedPercent !== undefined && { watchedPercent }),
    ...(allowMark !== undefined && { allowMark }),
  }
}

export function createMediaRow({ sha256, tracks }: MediaSource): MediaRow {
  return {
    sha256,
    tracks: (tracks ?? []).map(({ kind, language, cues }) => ({ id: `${kind} ${language}`, sha256: hashCues(cues) })),
  }
}

function createReleaseRow(release: ReleaseInput): ReleaseRow {
  const none = { at: null, days: null, session: null }
  if (typeof release === 'string') return { ...none, rule: release }
  if ('on' in release) return { ...none, rule: 'on-date', at: `${release.on}:00` }
  if ('afterDays' in release) return { ...none, rule: 'after-days', days: release.afterDays }
  return { ...none, rule: 'with-session', session: release.withSession }
}
