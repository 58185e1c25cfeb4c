/**
 * Makes the clips that replace the lessons of the demo, from the course files and the chapters beside them. Authors run
 * this after a change; an installation never does. It needs ffmpeg with libx264.
 *
 * `node tools/make-demo-media.ts [mcom dat/luck …]` makes the clips of the named courses or lessons, or all of them.
 * `node tools/make-demo-media.ts --lines` writes what the course files say about them: sizes, lengths and hashes.
 * `node tools/make-demo-media.ts --pictures` draws the picture of a text lesson. It needs no ffmpeg.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getPosterDesign } from '#design/poster-design.ts'
import { COURSES_FOLDER, createScript, listVideoKeys, readCourse } from './demo-media/course-source.ts'
import { drawGridPicture } from './demo-media/draw-grid-picture.ts'
import { encodeClip } from './demo-media/encode-clip.ts'
import { writeLessonLines, writeRecordingLines } from './demo-media/lesson-lines.ts'

/** Courses whose lessons are clips, and the recorded session of an ended cohort. */
const CLIP_COURSES = ['mcom', 'dat']
const RECORDINGS = [{ name: 'snd', key: 'voice' }]

const wanted = process.argv.slice(2)
if (wanted.includes('--lines')) await writeLines()
else if (wanted.includes('--pictures')) await makePictures()
else await makeClips()

async function writeLines(): Promise<void> {
  await Promise.all(CLIP_COURSES.map(writeLessonLines))
  await Promise.all(RECORDINGS.map(({ name, key }) => writeRecordingLines(name, key)))
}

async function makePictures(): Promise<void> {
  const { document } = await readCourse('ng')
  const picture = drawGridPicture(getPosterDesign(document.toJS().images)!)
  await writeFile(join(COURSES_FOLDER, 'ng', 'grid.png'), picture)
  console.log(`ng/grid.png  ${picture.length} bytes`)
}

async function makeClips(): Promise<void> {
  for (const { name, key } of await listClips()) {
    if (wanted.length > 0 && !wanted.includes(name) && !wanted.includes(`${name}/${key}`)) continue
    const clip = await encodeClip(await createScript(await readCourse(name), key))
    await writeFile(join(COURSES_FOLDER, name, `${key}.mp4`), clip)
    console.log(`${name}/${key}.mp4  ${clip.length} bytes`)
  }
}

async function listClips(): Promise<{ name: string; key: string }[]> {
  const courses = await Promise.all(CLIP_COURSES.map(readCourse))
  return [
    ...courses.flatMap((course) => listVideoKeys(course).map((key) => ({ name: course.name, key }))),
    ...RECORDINGS,
  ]
}
