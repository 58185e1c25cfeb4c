/** Reads a course file and the chapters beside it: the scripts of its clips. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Document, parseDocument } from 'yaml'
import { z } from 'zod'
import { MOTIFS, type MotifName } from '#design/cover-motifs.ts'
import { HUES, type HueName } from '#design/tokens.ts'
import { parseCaptions } from '#domain/learning/captions/caption-file.ts'
import { type ClipScript, getPointFrame, listPanelStyles } from './clip-script.ts'

export const COURSES_FOLDER = join(import.meta.dirname, '../../content/courses')

/** The fields that a clip needs. The importer checks the whole file. */
const ClipCourse = z.object({
  delivery: z.enum(['live', 'on-demand']),
  images: z.object({
    hue: z.enum(Object.keys(HUES) as [HueName, ...HueName[]]),
    motif: z.enum(Object.keys(MOTIFS) as [MotifName, ...MotifName[]]),
    seed: z.string(),
  }),
  curriculum: z.array(
    z.object({ items: z.array(z.object({ id: z.string(), title: z.string(), kind: z.string().optional() })) }),
  ),
})
type ClipCourse = z.output<typeof ClipCourse>

export type CourseSource = { name: string; document: Document; course: ClipCourse }

/** @param name of the file and of the folder beside it, such as `mcom` */
export async function readCourse(name: string): Promise<CourseSource> {
  const document = parseDocument(await readFile(join(COURSES_FOLDER, `${name}.yaml`), 'utf8'))
  return { name, document, course: ClipCourse.parse(document.toJS()) }
}

/** Item ids of the lessons that are shown as videos. A text lesson has no clip. */
export function listVideoKeys({ course }: CourseSource): string[] {
  return listItems(course)
    .filter(({ kind }) => kind !== 'text')
    .map(({ id }) => id)
}

function listItems({ curriculum }: ClipCourse) {
  return curriculum.flatMap(({ items }, module) => items.map((item) => ({ ...item, module })))
}

/** The chapters' titles are the points, so picture, chapter list and captions say the same. */
export async function createScript(source: CourseSource, key: string): Promise<ClipScript> {
  const { name, course } = source
  const keys = listVideoKeys(source)
  const item = listItems(course).find(({ id }) => id === key)
  if (!item) throw new Error(`${name}.yaml has no item ${key}`)
  const file = join(COURSES_FOLDER, name, `${key}.chapters.en.vtt`)
  const chapters = parseCaptions(await readFile(file))
  if (!chapters.ok) throw new Error(`${file}: ${JSON.stringify(chapters.faults)}`)
  const hue = HUES[course.images.hue]
  const styles = listPanelStyles(hue)
  const number = keys.indexOf(key)
  const isLive = course.delivery === 'live'
  return {
    label: `${isLive ? 'Session' : 'Lesson'} ${number + 1} of ${keys.length}`,
    note: isLive ? 'Demo clip in place of the recording' : 'Demo clip in place of the lesson',
    title: item.title,
    points: chapters.cues.map(({ text, startsMs }) => ({ text, frame: getPointFrame(startsMs) })),
    images: { ...course.images, hue },
    style: styles[item.module % styles.length]!,
    isArtLeft: item.module % 2 === 1,
    number,
    hasTone: !isLive && number === 0,
  }
}
