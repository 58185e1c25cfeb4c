/** What "the database is away" means, in one place: whoever asks is told to come back, and the log hears of it once. */
import type { Log } from '../log.ts'

/** How long whoever asked is told to wait. PostgreSQL is back about two seconds after it was killed. */
export const RETRY_AFTER_SECONDS = 2

const SAID_ONCE_IN_MILLISECONDS = 30_000

/**
 * SQLSTATE: 08 connection, 53 out of connections or memory, 57P ended or starting, 55P03 and 57014 waited
 * too long. Then what the operating system says of a socket, and what `pg` says where neither spoke.
 */
const CODES = /^(08...|53...|57P..|55P03|57014|E(CONNREFUSED|CONNRESET|NOENT|PIPE))$/
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed)|the database system is )/

/**
 * It did not answer, or not in time: nothing is known to be wrong with what was asked. The job engine hands
 * on copies of errors, which are no `Error`s any more.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  return (
    ('code' in error && CODES.test(String(error.code))) || ('message' in error && WORDS.test(String(error.message)))
  )
}

const lastSaid = new WeakMap<Log, number>()

/** Said by whoever holds connections, once for all that fails meanwhile: it is no fault of the code that asked. */
export function noteDatabaseAway(log: Log, reason: string): void {
  const now = performance.now()
  if (now - (lastSaid.get(log) ?? Number.NEGATIVE_INFINITY) < SAID_ONCE_IN_MILLISECONDS) return
  lastSaid.set(log, now)
  log.warn({ reason }, 'the database does not answer; whoever asks is told to come back')
}

/** A failure goes to the log with all there is to know. That the database is away was said by its connections. */
export function logFault(log: Log, error: unknown, message: string, more: object = {}): void {
  if (isDatabaseAway(error)) log.debug({ err: error, ...more }, message)
  else log.error({ err: error, ...more }, message)
}
