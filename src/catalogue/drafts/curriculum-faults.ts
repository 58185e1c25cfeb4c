/** What keeps the outline or a lesson of a draft from being published, as sentences for its teacher. Pure. */
import { listBrokenLinks } from '#catalogue/catalog/files/lesson-texts/text-links.ts'
import { getMarkdown } from '#catalogue/catalog/lesson-images.ts'
import type { UnitBodies } from '#catalogue/catalog/publish/course-document.ts'
import {
  type DraftFiles,
  DraftOutline,
  type DraftOutlineLesson,
  getDraftLesson,
  listDraftLessons,
  listFileIds,
  listLostHashes,
} from './lesson-drafts.ts'

/** Characters that begin a link or an address in Markdown. */
const LINK_START = /[[<]/

/** In the order of the outline. None for an outline that cannot be read. */
export function listCurriculumFaults(units: Partial<UnitBodies>, files: DraftFiles): string[] {
  const outline = DraftOutline.safeParse(units.outline)
  if (!outline.success) return []
  const lessons = listDraftLessons(outline.data)
  const isUntitled = outline.data.modules.some((one) => one.title.trim() === '' && one.lessons.length > 0)
  return [
    ...(isUntitled ? ['A module has no title'] : []),
    ...lessons.flatMap((lesson) => [
      ...(lesson.title.trim() === '' ? ['A lesson has no title'] : []),
      ...listFileFaults(lesson, units, files),
      ...listLinkFaults(lesson, units),
    ]),
    ...listOrderFaults(lessons),
  ]
}

function listFileFaults(
  { key, title, kind, minutes }: DraftOutlineLesson,
  units: Partial<UnitBodies>,
  { byId }: DraftFiles,
): string[] {
  const lesson = getDraftLesson(units, key)
  const gone = `A file of “${title}” is no longer there. Please choose another one`
  if (listLostHashes(lesson).length > 0) return [gone]
  return listFileIds(lesson).flatMap((id): string[] => {
    const file = byId.get(id)
    if (!file) return [gone]
    const isPlayed = id === lesson.media && (kind === 'video' || kind === 'audio')
    if (file.state === 'failed') return [`“${file.filename}” in “${title}” failed. Please choose another file`]
    // Its length becomes the lesson's, unless a teacher typed one.
    const isMeasured = !isPlayed || minutes !== null || file.durationMs !== null || file.state === 'ready'
    if (file.sha256 === null || !isMeasured) return [`“${file.filename}” in “${title}” is still on its way`]
    return isPlayed && file.kind !== kind ? [`“${file.filename}” in “${title}” is no ${kind} file`] : []
  })
}

/** Links that lead nowhere, as an import refuses them. */
function listLinkFaults({ key, title }: DraftOutlineLesson, units: Partial<UnitBodies>): string[] {
  const text = getMarkdown(getDraftLesson(units, key).content) ?? ''
  if (!LINK_START.test(text)) return []
  return listBrokenLinks(text).map(({ fault }) => `In “${title}” ${fault.replaceAll('`', '')}`)
}

/** A lesson opens after lessons that come earlier, so no circle can exist. */
function listOrderFaults(lessons: readonly DraftOutlineLesson[]): string[] {
  const titles = new Map(lessons.map(({ key, title }) => [key, title]))
  const earlier = new Set<string>()
  return lessons.flatMap(({ key, title, needs }) => {
    const missing = needs.filter((need) => !earlier.has(need))
    earlier.add(key)
    return missing.map((need) => {
      const name = titles.get(need)
      return name === undefined || need === key
        ? `“${title}” opens after a lesson that is no longer there`
        : `“${title}” opens after “${name}”, which has to come earlier`
    })
  })
}
