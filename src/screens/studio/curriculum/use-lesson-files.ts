/** Makes a lesson from each video and sound file that is dropped on a module, and uploads the files. */
import { useState } from 'react'
import { type CourseDraft, saveUnit } from '#catalogue/drafts/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import type { CourseMedia } from '#learn/course-media/wire/assets.ts'
import { getFileKind, startUpload } from '../browser/start-upload.ts'
import { addLessons, createLesson, type OutlineLesson } from './edit-outline.ts'
import { getLessonTitle, sortByName } from './lesson-from-file.ts'
import type { OutlineEditor } from './use-outline.ts'

type Options = {
  draft: Pick<CourseDraft, 'coursePrefixCode' | 'lessons'>
  as: SignedInAudience
  media: CourseMedia
  outline: OutlineEditor
  takeKey: (title: string) => string
  onChange: () => void
}

export function useLessonFiles({ draft, as, media, outline, takeKey, onChange }: Options) {
  const [faults, setFaults] = useState<readonly string[]>([])
  const course = draft.coursePrefixCode

  /** The lesson of a file, or null for one that a lesson has already. */
  async function makeLesson(file: File): Promise<OutlineLesson | null | { fault: string }> {
    const kind = getFileKind(file)
    if (kind !== 'video' && kind !== 'audio')
      return { fault: `${file.name} is no video or sound. Documents belong in a lesson of the kind Files.` }
    const started = await startUpload(file, { course, as, media, onEnd: onChange })
    if ('fault' in started) return started
    const { assetId } = started
    if (draft.lessons.some(({ mediaId }) => mediaId === assetId)) return null
    const title = getLessonTitle(file.name)
    const key = takeKey(title)
    const saved = await browserClient().call(saveUnit, {
      auth: as,
      params: { course, unit: `lesson:${key}` },
      body: { version: 0, body: { summary: '', content: {}, media: assetId, files: [] } },
    })
    return saved.error === null ? createLesson({ key, title, kind }) : { fault: `${file.name}: ${saved.error}` }
  }

  async function addFiles(moduleKey: string, files: Iterable<File>): Promise<void> {
    setFaults([])
    const sentences: string[] = []
    const lessons: OutlineLesson[] = []
    for (const file of sortByName(files)) {
      const made = await makeLesson(file)
      if (made && 'fault' in made) sentences.push(made.fault)
      else if (made) lessons.push(made)
    }
    setFaults(sentences)
    if (lessons.length === 0) return onChange()
    const words =
      lessons.length === 1
        ? '1 lesson made from your file.'
        : `${lessons.length} lessons made from your files, in the order of their names.`
    outline.edit((now) => addLessons(now, moduleKey, lessons), { words, moduleKey })
    outline.saver.flush()
  }
  return { faults, addFiles }
}
