/** The log: one JSON line per event. Fields that may hold secrets are redacted. */
import { type Logger, pino } from 'pino'

export type Log = Logger

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'otp',
  'token',
  'refreshToken',
  'refresh_token',
  'clientSecret',
  'secret',
  'card',
  'cvc',
]
const secretPaths = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: undefined,
      serializers: { err: serialiseError },
      redact: { paths: [...secretPaths, '*.headers["set-cookie"]'], censor: '…' },
    },
    // Several lines at once, at the latest after 200 ms, or when the process exits.
    pino.destination({ sync: false, minLength: 4_096, periodicFlush: 200 }),
  )
}

/** Only these fields: a database error also holds the row and the connection. */
function serialiseError(error: unknown) {
  if (!(error instanceof Error)) return { message: getMessage(error) }
  const { name, message, stack, cause } = error
  return {
    name,
    message,
    code: (error as NodeJS.ErrnoException).code,
    stack,
    ...(cause instanceof Error && { cause: cause.message }),
  }
}

function getMessage(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error
  return String(hasMessage ? error.message : error)
}

/** Prints a line for the person at the terminal. It does not go to the log. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints what is being done, and its duration if it took more than a second. */
export async function withProgress<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  say(`${what} …`)
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  if (seconds > 1) say(`  took ${seconds.toFixed(1)} s`)
  return result
}
