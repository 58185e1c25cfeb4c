import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getPosterDesign } from '#design/poster-design.ts'
import { parseCaptions } from '#domain/learning/captions/caption-file.ts'
import { CLIP } from './clip-script.ts'
import { COURSES_FOLDER, readCourse } from './course-source.ts'
import { drawGridPicture } from './draw-grid-picture.ts'
import { MAX_CLIP_BYTES } from './encode-clip.ts'
import { readMp4 } from './read-mp4.ts'

const MAX_BYTES_OF_ALL = 3_000_000
const clips = globSync('*/*.mp4', { cwd: COURSES_FOLDER }).sort()
const readCourseFile = (path: string) => readFileSync(join(COURSES_FOLDER, path))
const readCues = (path: string) => {
  const parsed = parseCaptions(readCourseFile(path))
  if (!parsed.ok) throw new Error(`${path}: ${JSON.stringify(parsed.faults)}`)
  return parsed.cues
}

test('a demo clip has at most 90 KB, and all of them 3 MB', () => {
  const sizes = clips.map((clip) => readCourseFile(clip).length)
  expect(clips.filter((_, index) => sizes[index]! > MAX_CLIP_BYTES)).toEqual([])
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES_OF_ALL)
})

test('the picture of a text lesson is drawn from the art of its course, and has at most 90 KB', async () => {
  const { document } = await readCourse('ng')
  const picture = readCourseFile('ng/grid.png')
  expect(picture.length).toBeLessThan(90_000)
  expect(drawGridPicture(getPosterDesign(document.toJS().images)!).equals(picture)).toBe(true)
})

test.each(clips)('%s plays without encoding: MP4, H.264, at most 720 lines, AAC or silent, index first', (clip) => {
  const { boxes, brand, formats, ...size } = readMp4(readCourseFile(clip))
  expect(brand).toBe('isom')
  expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
  expect(formats[0]).toBe('avc1')
  expect(formats.slice(1).every((format) => format === 'mp4a')).toBe(true)
  expect(size).toEqual({ durationSeconds: CLIP.seconds, width: CLIP.width, height: CLIP.height })
})

test.each(clips)('%s has English captions that can be read in time, and three chapters that fill it', (clip) => {
  const captions = readCues(clip.replace('.mp4', '.en.vtt'))
  const chapters = readCues(clip.replace('.mp4', '.chapters.en.vtt'))
  expect(captions.length).toBeGreaterThanOrEqual(4)
  expect(captions.length).toBeLessThanOrEqual(6)
  for (const { startsMs, endsMs, text } of captions) {
    expect(text.length / ((endsMs - startsMs) / 1000), text).toBeLessThan(20)
    expect(endsMs).toBeLessThanOrEqual(CLIP.seconds * 1000)
  }
  expect(chapters).toHaveLength(3)
  expect([chapters[0]!.startsMs, chapters[1]!.startsMs, chapters[2]!.startsMs, CLIP.seconds * 1000]).toEqual([
    0,
    ...chapters.map(({ endsMs }) => endsMs),
  ])
})

test.each(['mcom', 'dat', 'ng', 'snd'])('%s.yaml names every file of its folder, and no other', async (name) => {
  const { document } = await readCourse(name)
  const pictures = name === 'ng' ? ['grid.png'] : []
  const texts = listValues(document.toJS(), 'kind', (kind) => kind === 'text').map(({ id }) => `${id}.md`)
  const media = listValues(document.toJS(), 'sha256', () => true).flatMap(({ file, captions, chapters }) => [
    file,
    ...Object.values(captions as object),
    ...Object.values(chapters as object),
  ])
  const recaps = listValues(document.toJS(), 'recap', () => true).map(({ recap }) => recap)
  expect(globSync('*', { cwd: join(COURSES_FOLDER, name) }).sort()).toEqual(
    [...new Set([...texts, ...media, ...recaps, ...pictures])].sort(),
  )
})

test.each(['mcom', 'dat', 'snd'])('%s.yaml says the hash, the size and the length of each clip', async (name) => {
  const { document } = await readCourse(name)
  for (const { file, sha256, bytes, ...said } of listValues(document.toJS(), 'sha256', () => true)) {
    const clip = readCourseFile(`${name}/${file}`)
    const { durationSeconds, width, height } = readMp4(clip)
    expect([sha256, bytes], String(file)).toEqual([createHash('sha256').update(clip).digest('hex'), clip.length])
    expect(said, String(file)).toMatchObject({ durationSeconds, width, height })
  }
})

test('each lesson of the two courses on demand is a video, and the first one and one text are open to all', async () => {
  for (const name of ['mcom', 'dat', 'ng']) {
    const { document, course } = await readCourse(name)
    const items = course.curriculum.flatMap((group) => group.items)
    const previews = listValues(document.toJS(), 'preview', () => true).map(({ id }) => id)
    expect(previews).toEqual([items[0]!.id])
    if (name !== 'ng') expect(items.every(({ kind }) => kind === 'video')).toBe(true)
  }
})

test('only the first lessons of the two courses have a tone', () => {
  const withTone = clips.filter((clip) => readMp4(readCourseFile(clip)).formats.includes('mp4a'))
  expect(withTone).toEqual(['dat/ten-minutes.mp4', 'mcom/first-seconds.mp4'])
})

test('a file that ends inside a box is refused', () => {
  expect(() => readMp4(readCourseFile('mcom/first-seconds.mp4').subarray(0, -1))).toThrow('wrong length')
})

type Fields = Record<string, unknown>

/** The maps anywhere in a course file that have the field with such a value. */
function listValues(value: unknown, field: string, isWanted: (value: unknown) => boolean): Fields[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap((one) => listValues(one, field, isWanted))
  return field in value && isWanted((value as Fields)[field]) ? [value as Fields, ...inner] : inner
}
