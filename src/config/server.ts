/** Settings that decide who can reach an installation and what it may do. See `docs/contract` §1. */
import { isIP } from 'node:net'
import { z } from 'zod'

const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((text) => text === '1')
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
const proxies = z
  .string()
  .transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((part) => part.trim())))
  .refine((list) => list.every(isNetwork), { error: 'must be a comma list of addresses or networks, or none' })

export const startSettings = {
  MODE: z
    .enum(['demo', 'development', 'production'], { error: 'must be demo, development or production' })
    .default('demo')
    .describe(
      '`demo`: invented courses, fixed log-ins, e-mails readable at /dev/mail. `development`: the same with reloading. `production`: no demo content, and stricter checks of the settings below. A database is used only in the mode in which it was created.',
    ),
  LISTEN_ADDRESS: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on. Outside production any address but this machine’s own needs `DEMO_PUBLIC=1`.'),
  PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int('must be a port number')
    .min(1, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(3000)
    .describe('Port to listen on.'),
  PUBLIC_URL: webAddress
    .optional()
    .describe(
      'Public address of the site. Required in production, with https. Default otherwise: http:// with the listening address, or localhost, and the port. The address of another machine needs `DEMO_PUBLIC=1`.',
    ),
  DEMO_PUBLIC: flag
    .default(false)
    .describe(
      '`1` opens a demo to other machines. Its passwords are then random, and /dev/mail needs a key. Both are printed.',
    ),
  DEMO_STORY: flag
    .default(true)
    .describe(
      'A new demo writes twelve weeks of orders, learners and messages while it runs, in a few minutes. `0`: only its courses and log-ins.',
    ),
  METRICS_ADDRESS: z
    .string()
    .regex(/^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,5}$/i, 'must be an address with a port, such as 127.0.0.1:9464')
    .optional()
    .describe(
      'Address and port, such as `127.0.0.1:9464`, where `/metrics` answers Prometheus. Nobody logs in there: keep it inside your network. Default: no figures.',
    ),
  TRUSTED_PROXIES: proxies
    .optional()
    .describe(
      'Comma list of addresses or networks (such as `127.0.0.1,10.0.0.0/8`) of the web servers in front, whose X-Forwarded-For is trusted; `none` if there is none. Required in production if `LISTEN_ADDRESS` is this machine: without it all visitors would count as one client.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address that begins with smtp:// or smtps://' })
    .optional()
    .describe(
      'Mail server, such as smtps://user:password@mail.example.com. Required in production, unless `MAIL_DELIVERY=none`. A demo without one shows its e-mails at /dev/mail.',
    ),
  MAIL_DELIVERY: z
    .enum(['none'], { error: 'must be none, if it is set' })
    .optional()
    .describe('`none` runs production without a mail server: e-mails wait in the database and are not sent.'),
}

const Settings = z.object(startSettings)
type Settings = z.output<typeof Settings>

/** Settings of config.ts that these checks also read. */
type RelatedSettings = {
  DATABASE_URL?: string | undefined
  DATA_DIR?: string | undefined
  BLOB_DIR?: string | undefined
  S3_BUCKET?: string | undefined
  SECRET?: string | undefined
  SECRET_PREVIOUS: readonly string[]
  SERVE: readonly string[]
  LOGIN_API_URL?: string | undefined
  PAYMENT_API_URL?: string | undefined
  STATIC_DATA_API_URL?: string | undefined
  COMMUNITY_API_URL?: string | undefined
}

/** Returns one sentence for each fault. */
export function startFaults(settings: Settings & RelatedSettings): string[] {
  const faults = [
    ...(settings.MODE === 'production' ? productionFaults(settings) : demoFaults(settings)),
    settings.SECRET_PREVIOUS.length > 0 &&
      !settings.SECRET &&
      'SECRET_PREVIOUS needs SECRET. Earlier secrets of a file in DATA_DIR are its further lines.',
  ]
  return faults.filter((fault) => typeof fault === 'string')
}

function productionFaults(settings: Settings & RelatedSettings): (string | false | undefined)[] {
  const { PUBLIC_URL, DATABASE_URL, DATA_DIR, BLOB_DIR, S3_BUCKET, SECRET, DEMO_PUBLIC, LISTEN_ADDRESS, SERVE } =
    settings
  const { TRUSTED_PROXIES, SMTP_URL, MAIL_DELIVERY } = settings
  const servesHttp = SERVE.some((part) => part !== 'worker')
  return [
    !PUBLIC_URL?.startsWith('https://') && 'PUBLIC_URL is required in production and must begin with https://.',
    !DATABASE_URL && !DATA_DIR && 'DATABASE_URL or DATA_DIR is required in production.',
    DATABASE_URL &&
      !DATA_DIR &&
      !SECRET &&
      'SECRET is required in production where there is no DATA_DIR to keep one in.',
    DATABASE_URL &&
      !DATA_DIR &&
      !BLOB_DIR &&
      !S3_BUCKET &&
      'BLOB_DIR, DATA_DIR or S3_BUCKET is required in production: uploaded files need a place that stays.',
    DEMO_PUBLIC && 'DEMO_PUBLIC has no place in production.',
    servesHttp &&
      isLoopback(LISTEN_ADDRESS) &&
      !TRUSTED_PROXIES &&
      'TRUSTED_PROXIES is required in production where LISTEN_ADDRESS is this machine itself: name the web server in front, such as 127.0.0.1, or say none.',
    SERVE.includes('worker') &&
      !SMTP_URL &&
      !MAIL_DELIVERY &&
      'SMTP_URL is required in production, or MAIL_DELIVERY=none, which sends no mail.',
    SMTP_URL && MAIL_DELIVERY && 'MAIL_DELIVERY=none and SMTP_URL exclude each other.',
  ]
}

function demoFaults(settings: Settings & RelatedSettings): (string | false)[] {
  const { MODE, LISTEN_ADDRESS, DEMO_PUBLIC, MAIL_DELIVERY } = settings
  const names = ['PUBLIC_URL', 'LOGIN_API_URL', 'PAYMENT_API_URL', 'STATIC_DATA_API_URL', 'COMMUNITY_API_URL'] as const
  const nonLocal = names.filter((name) => settings[name] && !isLoopback(new URL(settings[name]).hostname))
  const reason = `would let other machines in, which the mode ${MODE} does only with DEMO_PUBLIC=1.`
  return [
    ...(DEMO_PUBLIC
      ? []
      : [!isLoopback(LISTEN_ADDRESS) && `LISTEN_ADDRESS ${reason}`, ...nonLocal.map((name) => `${name} ${reason}`)]),
    MAIL_DELIVERY !== undefined &&
      'MAIL_DELIVERY=none is for production: a demo without SMTP_URL shows its mails at /dev/mail.',
  ]
}

/** Accepts `192.0.2.1`, `192.0.2.0/24` and `2001:db8::/32`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...extra] = text.split('/')
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    extra.length === 0 && maxBits > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
  )
}

/** Also accepts the form used in URLs: `[::1]`. */
function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|\[?::1\]?|127(\.\d{1,3}){3})$/.test(host)
}

/** Returns the host to put into a URL for a listening address. */
export function getUrlHost(host: string): string {
  const isLocalhost = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)
  if (isLocalhost) return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}

/** @param address such as `127.0.0.1:9464` or `[::1]:9464` */
export function parseAddress(address: string): { host: string; port: number } {
  const [, host = '', port] = /^\[?(.+?)\]?:(\d+)$/.exec(address) ?? []
  return { host, port: Number(port) }
}
