/** One JSON line for each thing worth knowing. What could open a door is masked here, whoever logs it. */
import { type Logger, pino } from 'pino'

export type Log = Logger

const MASKED = [
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
const masked = MASKED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

export function openLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    serializers: { err: tellError },
    redact: { paths: [...masked, '*.headers["set-cookie"]'], censor: '…' },
  })
}

/** A database's own error would also bring the row it is about, and the connection it came by. */
function tellError(error: unknown) {
  if (!(error instanceof Error)) return { message: messageOf(error) }
  const { name, message, stack, cause } = error
  return {
    name,
    message,
    code: (error as NodeJS.ErrnoException).code,
    stack,
    ...(cause instanceof Error && { cause: cause.message }),
  }
}

function messageOf(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error
  return String(hasMessage ? error.message : error)
}

/** For the person at the terminal, not for the log: what a start says while it works. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Says what is being done and, where it took a moment, how long it took. */
export async function saying<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  say(`${what} …`)
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  if (seconds > 1) say(`  took ${seconds.toFixed(1)} s`)
  return result
}
