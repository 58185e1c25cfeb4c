/** The uploads that run in this tab. They go on while the person looks at other pages of the app. */

import { browserClient, type SignedInAudience } from '#http/client.ts'
import { readAsset } from '#learn/course-media/wire/assets.ts'
import { forgetUpload } from './known-uploads.ts'
import { uploadFile } from './upload-file.ts'

export type RunningUpload = {
  assetId: string
  filename: string
  bytes: number
  sentBytes: number
  /** Such as a lost connection. Null: bytes flow. */
  waiting: string | null
  /** At the speed of this upload so far. Null: too early to say. */
  secondsLeft: number | null
  /** Null: it runs. */
  error: string | null
}

type Entry = RunningUpload & { stop: AbortController }

/** Further files wait: a server takes few uploads of a person at once. */
const MAX_PARALLEL = 2
const NEXT = 'Waiting for the other uploads'
/** The shortest time from which a speed is measured. */
const MEASURED_MS = 2000

const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()
const queue: (() => Promise<void> | void)[] = []
let activeCount = 0
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
  const stop = new AbortController()
  const { name: filename, size: bytes } = file
  const state = { sentBytes: 0, waiting: NEXT, secondsLeft: null, error: null }
  const entry: Entry = { assetId, filename, bytes, ...state, stop }
  entries.set(assetId, entry)
  // The same function is added once only.
  addEventListener('beforeunload', askBeforeClosing)
  const update = (change: Partial<Entry>) => {
    Object.assign(entry, change)
    publish()
  }
  publish()
  queue.push(async () => {
    if (stop.signal.aborted) return onEnd()
    activeCount++
    const getSecondsLeft = createSpeedometer(bytes)
    update({ waiting: null })
    const end = await uploadFile(
      file,
      { assetId, as },
      {
        signal: stop.signal,
        onProgress: (sentBytes) => update({ sentBytes, waiting: null, secondsLeft: getSecondsLeft(sentBytes) }),
        onWait: (waiting) => update({ waiting }),
        renewToken: async () =>
          (await browserClient().call(readAsset, { auth: as, params: { assetId } })).status !== 401,
      },
    )
    activeCount--
    if (end.state === 'done') forgetUpload(assetId)
    if (end.state === 'failed') update({ error: end.error })
    else if (entries.get(assetId) === entry) entries.delete(assetId)
    publish()
    startNext()
    onEnd()
  })
  startNext()
}

function startNext(): void {
  while (activeCount < MAX_PARALLEL && queue.length > 0) void queue.shift()!()
}

/** The seconds until all bytes are sent, at the mean speed since the first report. */
function createSpeedometer(totalBytes: number): (sentBytes: number) => number | null {
  let first: { bytes: number; at: number } | null = null
  return (sentBytes) => {
    first ??= { bytes: sentBytes, at: Date.now() }
    const elapsedMs = Date.now() - first.at
    const bytes = sentBytes - first.bytes
    return elapsedMs < MEASURED_MS || bytes <= 0 ? null : ((totalBytes - sentBytes) * elapsedMs) / bytes / 1000
  }
}

function publish(): void {
  snapshot = [...entries.values()].map(({ stop: _, ...upload }) => ({ ...upload }))
  for (const listener of listeners) listener()
}

/** A person who closes the tab is asked first. */
function askBeforeClosing(event: BeforeUnloadEvent): void {
  if (snapshot.some(({ error }) => error === null)) event.preventDefault()
}
