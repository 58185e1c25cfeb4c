/** Settings of sent e-mails. */
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

export type DkimConfig = {
  domain: string
  selector: string
  /** PEM. */
  privateKey: string
}
export type MailConfig = {
  /** Null: e-mails are not signed here. */
  dkim: DkimConfig | null
  /** E-mails that are sent in one clock hour. Null: no limit. */
  perHour: number | null
}

export const mailSettings = {
  MAILS_PER_HOUR: z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(10, 'must be 10 or more')
    .optional()
    .describe(
      'E-mails that are sent in one clock hour, below the quota of your mail provider. The last fifth is for urgent e-mails, such as receipts. Default: no limit.',
    ),
  DKIM_DOMAIN: z.hostname('must be a domain').optional().describe('Domain of the DKIM signature: that of `MAIL_FROM`.'),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must have only lower-case letters, digits and hyphens')
    .optional()
    .describe('Name of the DKIM key in the DNS record `SELECTOR._domainkey.DOMAIN`.'),
  DKIM_PRIVATE_KEY: z
    .string()
    .optional()
    .describe(
      'Private RSA key of 2048 bits or more in PEM form, which signs e-mails. A line end may be written as `\\n`. `npm run u -- doctor` prints its DNS record.',
    ),
  DKIM_PRIVATE_KEY_FILE: z.string().optional().describe('File with the key, instead of `DKIM_PRIVATE_KEY`.'),
}
type MailSettings = z.output<z.ZodObject<typeof mailSettings>>

export function mailFaults(settings: MailSettings): (string | false)[] {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY, DKIM_PRIVATE_KEY_FILE } = settings
  const parts = [DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY ?? DKIM_PRIVATE_KEY_FILE]
  if (parts.every((part) => part === undefined)) return []
  if (parts.some((part) => part === undefined))
    return ['DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY (or DKIM_PRIVATE_KEY_FILE) belong together.']
  return [
    DKIM_PRIVATE_KEY !== undefined &&
      DKIM_PRIVATE_KEY_FILE !== undefined &&
      'DKIM_PRIVATE_KEY and DKIM_PRIVATE_KEY_FILE exclude each other.',
    findKeyFault(settings),
  ]
}

function findKeyFault(settings: MailSettings): string | false {
  try {
    const key = createPrivateKey(readKey(settings))
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    if (key.asymmetricKeyType === 'rsa' && bits >= 2048) return false
    return 'DKIM_PRIVATE_KEY must be an RSA key of 2048 bits or more.'
  } catch {
    return 'DKIM_PRIVATE_KEY or its file is no private key in PEM form that can be read.'
  }
}

function readKey({ DKIM_PRIVATE_KEY, DKIM_PRIVATE_KEY_FILE }: MailSettings): string {
  return DKIM_PRIVATE_KEY?.replaceAll('\\n', '\n') ?? readFileSync(DKIM_PRIVATE_KEY_FILE!, 'utf8')
}

export function mailConfig(settings: MailSettings): MailConfig {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, MAILS_PER_HOUR: perHour = null } = settings
  return { perHour, dkim: domain && selector ? { domain, selector, privateKey: readKey(settings) } : null }
}
