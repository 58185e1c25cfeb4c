/** The one line that every request writes. */
import { pino } from 'pino'

export type RequestLine = { method: string; route: string | undefined; status: number; ms: number; reqId: string }
export type RequestLog = {
  tell(line: RequestLine): void
  /** Writes what is still held back. */
  flush(): void
}

const INFO = pino.levels.values.info
const TOGETHER_CHARACTERS = 16_384
const TOGETHER_MILLISECONDS = 200

/**
 * Apart from the log, because every field is known to be harmless, and because to mask a line and to write it by
 * itself costs as much as to answer from the cache. Lines are put together here: the destination would measure all
 * that it holds back anew with each of them. A process that is killed loses a fifth of a second of them.
 */
export function openRequestLog(level: string): RequestLog {
  if (!pino({ level }).isLevelEnabled('info')) return { tell: () => {}, flush: () => {} }
  const output = pino.destination({ sync: true })
  let held = ''
  const flush = () => {
    if (held) output.write(held)
    held = ''
  }
  setInterval(flush, TOGETHER_MILLISECONDS).unref()
  return {
    tell(line) {
      held += `${JSON.stringify({ level: INFO, time: Date.now(), ...line })}\n`
      if (held.length >= TOGETHER_CHARACTERS) flush()
    },
    flush,
  }
}
