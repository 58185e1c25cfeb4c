/** The settings that decide who can reach an installation and what it may do there, a part of config.ts. Contract §1. */
import { isIP } from 'node:net'
import { z } from 'zod'

const flag = z.enum(['0', '1'], { error: 'is 0 or 1' }).transform((text) => text === '1')
const webAddress = z.url({ protocol: /^https?$/, error: 'is an address that begins with http:// or https://' })
const proxies = z
  .string()
  .transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((part) => part.trim())))
  .refine((list) => list.every(isNetwork), { error: 'is a comma list of addresses or networks, or none' })

export const startSettings = {
  MODE: z
    .enum(['demo', 'development', 'production'], { error: 'is demo, development or production' })
    .default('demo')
    .describe(
      '`demo`: invented courses, fixed log-ins, mail readable at /dev/mail. `development`: the same with reloading. `production`: nothing invented, and the settings below are checked more strictly. A database is used only in the mode it was created in.',
    ),
  HOST: z
    .string()
    .min(1, 'is empty')
    .default('127.0.0.1')
    .describe('Address to listen on. Outside production anything but this machine itself needs `DEMO_PUBLIC=1`.'),
  PORT: z.coerce
    .number({ error: 'is a port number' })
    .int('is a port number')
    .min(1, 'is a port number')
    .max(65_535, 'is a port number')
    .default(3000)
    .describe('Port to listen on.'),
  PUBLIC_URL: webAddress
    .optional()
    .describe(
      'Where people find the site. In production required, and https; otherwise http:// with the address that is listened on, or localhost, and the port; another machine’s address needs `DEMO_PUBLIC=1`.',
    ),
  DEMO_PUBLIC: flag
    .default(false)
    .describe(
      '`1` lets a demo be reached from other machines; its passwords are then random, and /dev/mail needs a key. Both are printed.',
    ),
  TRUSTED_PROXIES: proxies
    .optional()
    .describe(
      'Comma list of addresses or networks (such as `127.0.0.1,10.0.0.0/8`) of the web servers in front, whose X-Forwarded-For is believed; `none` where there is none. Required in production where `HOST` is this machine itself: without it all visitors would count as one client.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'is an address that begins with smtp:// or smtps://' })
    .optional()
    .describe(
      'Mail server, such as smtps://user:password@mail.example.com. Required in production, unless `MAIL=none`. In a demo without one, mails are read at /dev/mail.',
    ),
  MAIL: z
    .enum(['none'], { error: 'is none, or not set' })
    .optional()
    .describe('`none` runs production without a mail server: mails wait in the database and are not sent.'),
}

const Settings = z.object(startSettings)
type Settings = z.output<typeof Settings>

/** The settings of config.ts that are checked here too. */
type Others = {
  DATABASE_URL?: string | undefined
  DATA_DIR?: string | undefined
  SECRET?: string | undefined
  SECRET_PREVIOUS: readonly string[]
  SERVE: readonly string[]
  LOGIN_API_URL?: string | undefined
  PAYMENT_API_URL?: string | undefined
  STATIC_DATA_API_URL?: string | undefined
  COMMUNITY_API_URL?: string | undefined
}

/** One sentence for each fault. */
export function startFaults(given: Settings & Others): string[] {
  const faults = [
    ...(given.MODE === 'production' ? productionFaults(given) : demoFaults(given)),
    given.SECRET_PREVIOUS.length > 0 &&
      !given.SECRET &&
      'SECRET_PREVIOUS needs SECRET. Earlier secrets of a file in DATA_DIR are its further lines.',
  ]
  return faults.filter((fault) => typeof fault === 'string')
}

function productionFaults(given: Settings & Others): (string | false | undefined)[] {
  const { PUBLIC_URL, DATABASE_URL, DATA_DIR, SECRET, DEMO_PUBLIC, HOST, SERVE, TRUSTED_PROXIES, SMTP_URL, MAIL } =
    given
  const answers = SERVE.some((part) => part !== 'worker')
  return [
    !PUBLIC_URL?.startsWith('https://') && 'PUBLIC_URL is required in production and begins with https://.',
    !DATABASE_URL && !DATA_DIR && 'DATABASE_URL or DATA_DIR is required in production.',
    DATABASE_URL &&
      !DATA_DIR &&
      !SECRET &&
      'SECRET is required in production where there is no DATA_DIR to keep one in.',
    DEMO_PUBLIC && 'DEMO_PUBLIC has no place in production.',
    answers &&
      isLoopback(HOST) &&
      !TRUSTED_PROXIES &&
      'TRUSTED_PROXIES is required in production where HOST is this machine itself: name the web server in front, such as 127.0.0.1, or say none.',
    SERVE.includes('worker') &&
      !SMTP_URL &&
      !MAIL &&
      'SMTP_URL is required in production, or MAIL=none, which sends no mail.',
    SMTP_URL && MAIL && 'MAIL=none and SMTP_URL exclude each other.',
  ]
}

function demoFaults(given: Settings & Others): (string | false)[] {
  const { MODE, HOST, DEMO_PUBLIC, MAIL } = given
  const names = ['PUBLIC_URL', 'LOGIN_API_URL', 'PAYMENT_API_URL', 'STATIC_DATA_API_URL', 'COMMUNITY_API_URL'] as const
  const elsewhere = names.filter((name) => given[name] && !isLoopback(new URL(given[name]).hostname))
  const lets = `would let other machines in, which the mode ${MODE} does only with DEMO_PUBLIC=1.`
  return [
    ...(DEMO_PUBLIC
      ? []
      : [!isLoopback(HOST) && `HOST ${HOST} ${lets}`, ...elsewhere.map((name) => `${name} ${given[name]} ${lets}`)]),
    MAIL !== undefined && 'MAIL=none is for production: a demo without SMTP_URL shows its mails at /dev/mail.',
  ]
}

/** `192.0.2.1`, `192.0.2.0/24`, `2001:db8::/32` */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

/** Also as an address has it: `[::1]`. */
function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|\[?::1\]?|127(\.\d{1,3}){3})$/.test(host)
}

/** What to write in an address for the host that is listened on. */
export function nameOf(host: string): string {
  const isLocalhost = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)
  if (isLocalhost) return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}
