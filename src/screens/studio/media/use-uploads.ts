import { useState, useSyncExternalStore } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { type AssetView, type CourseMedia, startUpload } from '#learn/course-media/wire/assets.ts'
import { formatBytes } from '#learn/lessons/parts/course-words.ts'
import { findKnownUpload, forgetUpload, getFingerprint, rememberUpload } from '../browser/known-uploads.ts'
import { getUploads, runUpload, watchUploads } from '../browser/running-uploads.ts'

export const useRunningUploads = () => useSyncExternalStore(watchUploads, getUploads, getUploads)

type Options = { course: string; as: SignedInAudience; media: CourseMedia; onChange: () => void }

/** Begins uploads, or continues those that this browser knows. `faults` are sentences with the names of files. */
export function useUploads({ course, as, media, onChange }: Options) {
  const [faults, setFaults] = useState<string[]>([])

  async function upload(file: File): Promise<string | null> {
    const kind = getKind(file)
    const maxBytes = media.maxBytes[kind]
    if (file.size === 0) return `${file.name} is empty.`
    if (file.size > maxBytes) return `${file.name} is larger than ${formatBytes(maxBytes)}.`
    const fingerprint = await getFingerprint(file)
    const known = findKnownUpload(fingerprint)
    if (known && media.assets.some(({ assetId, state }) => assetId === known && state === 'uploading')) {
      runUpload(file, { assetId: known, as }, onChange)
      return null
    }
    const started = await browserClient().call(startUpload, {
      auth: as,
      body: {
        coursePrefixCode: course,
        kind,
        filename: file.name,
        bytes: file.size,
      },
    })
    if (started.error !== null) return `${file.name}: ${started.error}`
    const { assetId } = started.data.data
    rememberUpload(assetId, fingerprint)
    runUpload(file, { assetId, as }, onChange)
    return null
  }

  async function uploadAll(files: Iterable<File>): Promise<void> {
    const sentences: string[] = []
    for (const file of files) {
      const fault = await upload(file)
      if (fault) sentences.push(fault)
    }
    setFaults(sentences)
    onChange()
  }

  /** Continues with the same file, also on another device. */
  async function resume(asset: AssetView, file: File): Promise<void> {
    const isSame = file.name === asset.filename && file.size === asset.bytes
    setFaults(isSame ? [] : [`This is another file. Choose “${asset.filename}” to continue.`])
    if (!isSame) return
    forgetUpload(asset.assetId)
    rememberUpload(asset.assetId, await getFingerprint(file))
    runUpload(file, { assetId: asset.assetId, as }, onChange)
  }
  return { faults, uploadAll, resume }
}

const SOUND_ENDINGS = ['mp3', 'm4a', 'wav', 'flac', 'ogg']
const VIDEO_ENDINGS = ['mp4', 'mov', 'm4v', 'mkv', 'webm']
const IMAGE_ENDINGS = ['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif']

/** By its name: browsers do not know the type of every file. The server looks at the content. */
function getKind({ name }: File): AssetView['kind'] {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (VIDEO_ENDINGS.includes(ending)) return 'video'
  if (SOUND_ENDINGS.includes(ending)) return 'audio'
  return IMAGE_ENDINGS.includes(ending) ? 'image' : 'file'
}
