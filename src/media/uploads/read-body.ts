/** Reads the body of an upload piece by piece. A body that breaks off, or brings too little, ends like a short one. */
import { LONGEST_CALL_MS, SLOWEST } from './limits.ts'

export type BodyReader = {
  /** The first bytes, at most `count`. They are returned again by `next`. */
  peek(count: number): Promise<Uint8Array>
  /** The next bytes, at most `max`. Null: the body has ended. */
  next(max: number): Promise<Uint8Array | null>
  /** Why the body ended before its end. */
  fault(): 'slow' | 'broken' | null
  close(): void
}

type Limits = { bytes: number; ms: number; longestMs: number }

/** @param stop ends the body, for example when another call took the upload over */
export function readBody(
  body: AsyncIterable<Uint8Array>,
  stop: AbortSignal,
  limits: Limits = { ...SLOWEST, longestMs: LONGEST_CALL_MS },
): BodyReader {
  const source = body[Symbol.asyncIterator]()
  const ended = new AbortController()
  let fault: 'slow' | 'broken' | null = null
  let rest: Uint8Array = new Uint8Array()
  let received = 0
  let counted = 0

  const end = (reason: 'slow' | 'broken') => {
    fault ??= reason
    ended.abort()
  }
  const watch = setInterval(() => {
    if (received - counted < limits.bytes) end('slow')
    counted = received
  }, limits.ms)
  const longest = setTimeout(() => end('slow'), limits.longestMs)
  const onStop = () => end('broken')
  stop.addEventListener('abort', onStop, { once: true })
  const stopped = new Promise<null>((resolve) => {
    ended.signal.addEventListener('abort', () => resolve(null), { once: true })
    if (stop.aborted) onStop()
  })

  /** Null at the end of the body. */
  async function read(): Promise<Uint8Array | null> {
    if (ended.signal.aborted) return null
    const chunk = source.next().then(
      ({ done, value }) => (done ? null : value),
      () => {
        end('broken')
        return null
      },
    )
    const value = await Promise.race([chunk, stopped])
    received += value?.length ?? 0
    return value
  }

  return {
    async peek(count) {
      while (rest.length < count) {
        const chunk = await read()
        if (!chunk) break
        rest = Buffer.concat([rest, chunk])
      }
      return rest.subarray(0, count)
    },
    async next(max) {
      const chunk = rest.length > 0 ? rest : await read()
      if (!chunk) return null
      rest = chunk.subarray(max)
      return chunk.subarray(0, max)
    },
    fault: () => fault,
    close() {
      clearInterval(watch)
      clearTimeout(longest)
      stop.removeEventListener('abort', onStop)
    },
  }
}
