/** The one line that every request writes. */
import { pino } from 'pino'

export type RequestLine = {
  method: string
  route: string | undefined
  status: number
  ms: number
  reqId: string
  /** The id of the person who is logged in, where the call said so. */
  personId?: string | undefined
}
export type RequestLog = {
  tell(line: RequestLine): void
  /** Writes what is still held back. */
  flush(): void
}

const INFO = pino.levels.values.info
const TOGETHER = 128
const TOGETHER_MILLISECONDS = 200

/**
 * Apart from the log, because every field is known to be harmless, and because to mask a line and to write it by
 * itself costs as much as to answer from the cache. Lines are spelled out together, too: one at a time, each between
 * two answers, they cost more. A process that is killed loses a fifth of a second of them.
 */
export function openRequestLog(level: string): RequestLog {
  if (!pino({ level }).isLevelEnabled('info')) return { tell: () => {}, flush: () => {} }
  const output = pino.destination({ sync: true })
  let held: [time: number, line: RequestLine][] = []
  const flush = () => {
    if (held.length === 0) return
    const text = held.map(([time, { method, route, status, ms, reqId, personId }]) =>
      JSON.stringify({ level: INFO, time, method, route, status, ms, reqId, personId }),
    )
    held = []
    output.write(`${text.join('\n')}\n`)
  }
  setInterval(flush, TOGETHER_MILLISECONDS).unref()
  return {
    tell(line) {
      if (held.push([Date.now(), line]) >= TOGETHER) flush()
    },
    flush,
  }
}
