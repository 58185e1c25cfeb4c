/** The uploads that run in this tab. They go on while the person looks at other pages of the app. */

import { browserClient, type SignedInAudience } from '#http/client.ts'
import { readAsset } from '#learn/course-media/wire/assets.ts'
import { forgetUpload } from './known-uploads.ts'
import { uploadFile } from './upload-file.ts'

export type RunningUpload = {
  assetId: string
  sentBytes: number
  /** Such as a lost connection. Null: bytes flow. */
  waiting: string | null
  /** Null: it runs. */
  error: string | null
}

type Entry = RunningUpload & { stop: AbortController }

const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()
let snapshot: readonly RunningUpload[] = []

export function watchUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const getUploads = (): readonly RunningUpload[] => snapshot

export function pauseUpload(assetId: string): void {
  entries.get(assetId)?.stop.abort()
  entries.delete(assetId)
  publish()
}

/** @param onEnd called once the upload is complete, paused or failed */
export function runUpload(file: File, { assetId, as }: { assetId: string; as: SignedInAudience }, onEnd: () => void) {
  if (entries.get(assetId)?.error === null) return
  const entry: Entry = { assetId, sentBytes: 0, waiting: null, error: null, stop: new AbortController() }
  entries.set(assetId, entry)
  // The same function is added once only.
  addEventListener('beforeunload', askBeforeClosing)
  const update = (change: Partial<Entry>) => {
    Object.assign(entry, change)
    publish()
  }
  publish()
  const upload = uploadFile(
    file,
    { assetId, as },
    {
      signal: entry.stop.signal,
      onProgress: (sentBytes) => update({ sentBytes, waiting: null }),
      onWait: (waiting) => update({ waiting }),
      renewToken: async () => (await browserClient().call(readAsset, { auth: as, params: { assetId } })).status !== 401,
    },
  )
  void upload.then((end) => {
    if (end.state === 'done') forgetUpload(assetId)
    if (end.state === 'failed') update({ error: end.error })
    else if (entries.get(assetId) === entry) entries.delete(assetId)
    publish()
    onEnd()
  })
}

function publish(): void {
  snapshot = [...entries.values()].map(({ stop: _, ...upload }) => ({ ...upload }))
  for (const listener of listeners) listener()
}

/** A person who closes the tab is asked first. */
function askBeforeClosing(event: BeforeUnloadEvent): void {
  if (snapshot.some(({ error }) => error === null)) event.preventDefault()
}
