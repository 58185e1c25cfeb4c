/** One JSON line for each thing worth knowing. What could open a door is masked here, whoever logs it. */
import { type Logger, pino } from 'pino'

export type Log = Logger

const MASKED = [
  'authorization',
  'cookie',
  'password',
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
  return pino({ level, base: undefined, redact: { paths: [...masked, '*.headers["set-cookie"]'], censor: '…' } })
}

/** For a person at a terminal, not for the log: what `npm start` says while it works. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
