/** The log line that every request writes. */
import type { Log } from './log.ts'

export type RequestLine = {
  method: string
  route: string | undefined
  status: number
  ms: number
  reqId: string
  /** The id of the logged-in person. Absent if the call was anonymous. */
  personId?: string | undefined
}
export type RequestLog = (line: RequestLine) => void

/** Without redaction, which costs eight times as much as the line. No field of a request line can hold a secret. */
export function createRequestLog(log: Log): RequestLog {
  const unredactedLog = log.child({}, { redact: [] })
  return (line) => unredactedLog.info(line)
}
