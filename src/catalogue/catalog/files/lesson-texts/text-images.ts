/** Reads the pictures that the text of a lesson names: files beside the course file. */
import {
  formatImageTarget,
  hasOtherImages,
  listTextImages,
  MAX_TEXT_IMAGES,
  replaceImageTargets,
} from '../../lesson-images.ts'
import { fileName } from '../lesson-schema.ts'
import { type FolderReader, type MediaSource, type Path, readFileSource } from '../media-source.ts'

export type IllustratedText = { markdown: string; images: MediaSource[] }

/** Null after a fault. @param path of the text, for faults. @param at the lesson in the course file */
export async function readTextImages(
  reader: FolderReader,
  path: string,
  text: string,
  at: Path,
): Promise<IllustratedText | null> {
  const images = listTextImages(text)
  const sources = new Map<string, MediaSource>()
  let isRead = true
  const addFault = (start: number, message: string) => {
    isRead = false
    const lines = text.slice(0, start).split('\n')
    reader.addFileFault(`${path}:${lines.length}:${lines.at(-1)!.length + 1} ${message}`)
  }
  for (const { alt, target, start } of images) {
    if (alt.trim() === '') addFault(start, `needs a description of the picture: ![What it shows](${target})`)
    if (!fileName.safeParse(target).success)
      addFault(start, `\`${target}\` must be the name of a picture in the folder of the course: ![Text](NAME.png)`)
    else if (!sources.has(target)) {
      const ownReader = { ...reader, addFault: (_at: Path, message: string) => addFault(start, message) }
      const source = await readFileSource(ownReader, { file: target }, ['image'], at)
      if (source) sources.set(target, source)
    }
  }
  if (images.length > MAX_TEXT_IMAGES) addFault(0, `has more than ${MAX_TEXT_IMAGES} pictures`)
  if (hasOtherImages(text)) addFault(0, 'has a picture that is not written as ![Text](NAME.png), in one piece')
  if (!isRead) return null
  return {
    markdown: replaceImageTargets(text, (name) => formatImageTarget(sources.get(name)!.sha256)),
    images: [...sources.values()],
  }
}
