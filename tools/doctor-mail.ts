/** The findings of `npm run u -- doctor` about e-mails. */
import { createPublicKey } from 'node:crypto'
import { resolveTxt } from 'node:dns/promises'
import type { DkimConfig } from '#config/mail.ts'

/** Compares the DNS record of the DKIM key with the key. @throws if it is missing or another one */
export async function checkDkim(dkim: DkimConfig): Promise<string> {
  const { name, value } = createDkimRecord(dkim)
  const published = await resolveTxt(name).catch(() => [])
  const strip = (text: string) => text.replace(/\s/g, '')
  if (published.some((parts) => strip(parts.join('')).includes(strip(value.split('p=')[1]!))))
    return `${name} is published`
  throw new Error(`the DNS has not this TXT record: ${name} "${value}"`)
}

/** RFC 6376 §3.6.1. */
export function createDkimRecord({ domain, selector, privateKey }: DkimConfig): { name: string; value: string } {
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return { name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${key.toString('base64')}` }
}
