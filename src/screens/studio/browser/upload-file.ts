/**
 * Sends a file by tus 1.0.0 (docs/decisions/0037): asks how much has arrived, then sends part after part. A lost
 * connection is tried again until the person pauses.
 */
import { type SignedInAudience, TOKEN_KEYS } from '#http/browser/stored-tokens.ts'

export type UploadTarget = { assetId: string; as: SignedInAudience }
/** `error` is a sentence. `paused`: the signal was aborted. */
export type UploadEnd = { state: 'done' | 'paused' } | { state: 'failed'; error: string }

type Watch = {
  signal: AbortSignal
  /** Bytes that are stored or on their way. */
  onProgress(sentBytes: number): void
  /** The connection is lost or the server is busy: the sentence for it. Null: bytes flow again. */
  onWait(reason: string | null): void
  /** Gets a new access token. Returns false if the person is logged out. */
  renewToken(): Promise<boolean>
}

const PART_BYTES = 8 * 1024 * 1024
const WAITS_SECONDS = [1, 2, 4, 8, 16, 30]
/** No connection, a moved offset, a slow body, another tab, a busy server. */
const RETRIED = new Set([0, 408, 409, 423, 429, 500, 502, 503, 504])

export async function uploadFile(file: File, target: UploadTarget, watch: Watch): Promise<UploadEnd> {
  let waits = 0
  let offset: number | null = null
  while (!watch.signal.aborted) {
    if (offset === file.size) return { state: 'done' }
    const from: number | null = offset
    const answer: Answer =
      from === null
        ? await request(target, watch.signal, { method: 'HEAD' })
        : await request(target, watch.signal, {
            method: 'PATCH',
            offset: from,
            body: file.slice(from, from + PART_BYTES),
            onProgress: (bytes) => watch.onProgress(from + bytes),
          })
    if (answer.offset !== null && answer.status < 300) {
      // The server takes nothing of a part that breaks off at once.
      if (answer.offset !== from) waits = 0
      offset = answer.offset
      watch.onWait(null)
      watch.onProgress(offset)
    } else if (answer.status === 401) {
      if (!(await watch.renewToken())) return { state: 'failed', error: 'Please log in again.' }
    } else if (RETRIED.has(answer.status)) {
      offset = null
      watch.onWait(answer.status === 423 ? answer.error : 'No connection. Trying again…')
      await pause(WAITS_SECONDS[Math.min(waits++, WAITS_SECONDS.length - 1)]!, watch.signal)
    } else return { state: 'failed', error: answer.error }
  }
  return { state: 'paused' }
}

type Answer = { status: number; offset: number | null; error: string }
type Sent = { method: 'HEAD' } | { method: 'PATCH'; offset: number; body: Blob; onProgress(bytes: number): void }

/** `fetch` does not tell how much of a body is sent. */
function request({ assetId, as }: UploadTarget, signal: AbortSignal, sent: Sent): Promise<Answer> {
  return new Promise((resolve) => {
    const call = new XMLHttpRequest()
    const base = document.querySelector<HTMLMetaElement>('meta[name="api-static-data"]')?.content ?? ''
    call.open(sent.method, `${base}/api/v1/uploads/${assetId}`)
    call.setRequestHeader('authorization', `Bearer ${localStorage.getItem(TOKEN_KEYS[as].access)}`)
    call.setRequestHeader('tus-resumable', '1.0.0')
    const abort = () => call.abort()
    signal.addEventListener('abort', abort, { once: true })
    call.onloadend = () => {
      signal.removeEventListener('abort', abort)
      const offset = call.status ? call.getResponseHeader('upload-offset') : null
      resolve({ status: call.status, offset: offset === null ? null : Number(offset), error: readSentence(call) })
    }
    if (sent.method === 'HEAD') return call.send()
    call.setRequestHeader('upload-offset', String(sent.offset))
    call.setRequestHeader('content-type', 'application/offset+octet-stream')
    call.upload.onprogress = ({ loaded }) => sent.onProgress(loaded)
    call.send(sent.body)
  })
}

function readSentence(call: XMLHttpRequest): string {
  try {
    return JSON.parse(call.responseText).message ?? 'Something went wrong'
  } catch {
    return call.status === 404 ? 'This upload has ended. Please start it again.' : 'Something went wrong'
  }
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, seconds * 1000)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end, { once: true })
  })
}
