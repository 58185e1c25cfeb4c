/** Starts the upload of a file into a course, or continues one that this browser knows. */
import { browserClient, type SignedInAudience } from '#http/client.ts'
import * as assets from '#learn/course-media/wire/assets.ts'
import { formatBytes } from '#learn/lessons/parts/course-words.ts'
import { findKnownUpload, getFingerprint, rememberUpload } from './known-uploads.ts'
import { runUpload } from './running-uploads.ts'

type Target = {
  course: string
  as: SignedInAudience
  media: Pick<assets.CourseMedia, 'assets' | 'maxBytes'>
  /** Called once the upload is complete, paused or failed. */
  onEnd: () => void
}

/** `fault` is a sentence with the name of the file. */
export async function startUpload(file: File, target: Target): Promise<{ assetId: string } | { fault: string }> {
  const { course, as, media, onEnd } = target
  const kind = getFileKind(file)
  const maxBytes = media.maxBytes[kind]
  if (file.size === 0) return { fault: `${file.name} is empty.` }
  if (file.size > maxBytes) return { fault: `${file.name} is larger than ${formatBytes(maxBytes)}.` }
  const fingerprint = await getFingerprint(file)
  const known = findKnownUpload(fingerprint)
  if (known && media.assets.some(({ assetId, state }) => assetId === known && state === 'uploading')) {
    runUpload(file, { assetId: known, as }, onEnd)
    return { assetId: known }
  }
  const body = { coursePrefixCode: course, kind, filename: file.name, bytes: file.size }
  const started = await browserClient().call(assets.startUpload, { auth: as, body })
  if (started.error !== null) return { fault: `${file.name}: ${started.error}` }
  const { assetId } = started.data.data
  rememberUpload(assetId, fingerprint)
  runUpload(file, { assetId, as }, onEnd)
  return { assetId }
}

const SOUND_ENDINGS = ['mp3', 'm4a', 'wav', 'flac', 'ogg']
const VIDEO_ENDINGS = ['mp4', 'mov', 'm4v', 'mkv', 'webm']
const IMAGE_ENDINGS = ['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif']

/** By its name: browsers do not know the type of every file. The server looks at the content. */
export function getFileKind({ name }: Pick<File, 'name'>): assets.AssetView['kind'] {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (VIDEO_ENDINGS.includes(ending)) return 'video'
  if (SOUND_ENDINGS.includes(ending)) return 'audio'
  return IMAGE_ENDINGS.includes(ending) ? 'image' : 'file'
}
