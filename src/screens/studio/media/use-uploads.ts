import { useState, useSyncExternalStore } from 'react'
import type { SignedInAudience } from '#http/client.ts'
import type { AssetView, CourseMedia } from '#learn/course-media/wire/assets.ts'
import { forgetUpload, getFingerprint, rememberUpload } from '../browser/known-uploads.ts'
import { getUploads, runUpload, watchUploads } from '../browser/running-uploads.ts'
import { startUpload } from '../browser/start-upload.ts'

export const useRunningUploads = () => useSyncExternalStore(watchUploads, getUploads, getUploads)

type Options = { course: string; as: SignedInAudience; media: CourseMedia; onChange: () => void }

/** Begins uploads, or continues those that this browser knows. `faults` are sentences with the names of files. */
export function useUploads({ course, as, media, onChange }: Options) {
  const [faults, setFaults] = useState<string[]>([])

  async function uploadAll(files: Iterable<File>): Promise<void> {
    const sentences: string[] = []
    for (const file of files) {
      const started = await startUpload(file, { course, as, media, onEnd: onChange })
      if ('fault' in started) sentences.push(started.fault)
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
