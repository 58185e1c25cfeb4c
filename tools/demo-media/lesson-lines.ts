/** Writes into a course file what it says about the clips beside it. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Document, isMap, type YAMLMap, type YAMLSeq } from 'yaml'
import { COURSES_FOLDER, type CourseSource, listVideoKeys, readCourse } from './course-source.ts'
import { readMp4 } from './read-mp4.ts'

/** Makes each lesson a video, and opens the first one to everybody. A trailer stays the clip that it is. */
export async function writeLessonLines(name: string): Promise<void> {
  const source = await readCourse(name)
  for (const [index, key] of listVideoKeys(source).entries()) {
    const item = findItem(source.document, key)
    for (const field of ['kind', 'preview', 'media']) item.delete(field)
    item.set('kind', 'video')
    if (index === 0) item.set('preview', true)
    item.set('media', createMediaNode(source.document, await describeMedia(name, key)))
  }
  const trailer = source.document.getIn(['trailer', 'file'])
  if (typeof trailer === 'string') {
    const media = await describeMedia(name, trailer.replace(/\.mp4$/, ''))
    source.document.set('trailer', createMediaNode(source.document, media))
  }
  await writeCourse(source)
}

/** Gives the session of the first cohort its recap and its recording. */
export async function writeRecordingLines(name: string, key: string): Promise<void> {
  const source = await readCourse(name)
  const media = createMediaNode(source.document, await describeMedia(name, key))
  const path = ['cohorts', 0, 'recordings', key]
  source.document.setIn([...path, 'recap'], `${key}.recap.md`)
  source.document.setIn([...path, 'media'], media)
  await writeCourse(source)
}

/** All other lines stay as they are, with their comments. */
async function writeCourse({ name, document }: CourseSource): Promise<void> {
  await writeFile(join(COURSES_FOLDER, `${name}.yaml`), document.toString({ lineWidth: 0 }))
}

async function describeMedia(name: string, key: string) {
  const clip = await readFile(join(COURSES_FOLDER, name, `${key}.mp4`))
  const { durationSeconds, width, height } = readMp4(clip)
  return {
    file: `${key}.mp4`,
    captions: { en: `${key}.en.vtt` },
    chapters: { en: `${key}.chapters.en.vtt` },
    sha256: createHash('sha256').update(clip).digest('hex'),
    bytes: clip.length,
    durationSeconds,
    width,
    height,
  }
}

function createMediaNode(document: Document, media: Record<string, unknown>): YAMLMap {
  const node = document.createNode(media) as YAMLMap
  for (const { value } of node.items) if (isMap(value)) value.flow = true
  return node
}

function findItem(document: Document, key: string): YAMLMap {
  const groups = document.get('curriculum') as YAMLSeq<YAMLMap>
  const items = groups.items.flatMap((group) => (group.get('items') as YAMLSeq<YAMLMap>).items)
  const keyed = items.find((item) => item.get('id') === key)
  if (!keyed) throw new Error(`no item ${key}`)
  return keyed
}
