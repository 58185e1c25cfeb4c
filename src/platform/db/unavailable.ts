/** Recognises an unavailable database. Clients are asked to try again, and one log line covers all failures of a time. */
import { isHeldError } from '../backup/held-error.ts'
import type { Log } from '../log.ts'

/** The `Retry-After` of a refusal. PostgreSQL is available again about two seconds after a kill. */
export const RETRY_AFTER_SECONDS = 2

const LOG_INTERVAL_MS = 30_000

/**
 * SQLSTATE: 08 connection, 53 out of connections or memory, 57P stopped or starting, 55P03 and 57014 timeout. Then
 * error codes of sockets, and messages of `pg` and `pg-boss` for errors without a code.
 */
const UNAVAILABLE_CODES = /^(08...|53...|57P..|55P03|57014|E(CONNREFUSED|CONNRESET|NOENT|PIPE))$/
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed)|the database system is |LISTEN\/NOTIFY (connection ended|heartbeat timed out))/

/**
 * Whether the database did not answer, or not in time; the statement itself may be correct. The job engine passes on
 * copies of errors, which are not instances of `Error`.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  return (
    ('code' in error && UNAVAILABLE_CODES.test(String(error.code))) ||
    ('message' in error && UNAVAILABLE_MESSAGES.test(String(error.message)))
  )
}

const lastLoggedAt = new WeakMap<Log, number>()

/** Called by the owners of connections. Logs at most once in 30 seconds. */
export function logDatabaseUnavailable(log: Log, reason: string): void {
  const now = performance.now()
  if (now - (lastLoggedAt.get(log) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS) return
  lastLoggedAt.set(log, now)
  log.warn({ reason }, 'the database does not answer; requests are refused until it does')
}

/**
 * Logs a failure as an error. An unavailable database is only a debug line, because its connections log it, and so is a
 * call that waits for the release of a restored installation.
 */
export function logFailure(log: Log, error: unknown, message: string, details: object = {}): void {
  if (isDatabaseUnavailable(error) || isHeldError(error)) log.debug({ err: error, ...details }, message)
  else log.error({ err: error, ...details }, message)
}
