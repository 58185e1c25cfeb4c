/**
 * The signature of PayPal's events: RSA with SHA-256 over the delivery's id and time, the id of our webhook, and the
 * checksum of the body. https://developer.paypal.com/api/rest/webhooks/rest/
 */
import { verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { Certificates } from './certificates.ts'

/** PayPal delivers an event again for three days. A repeat changes nothing, because each event is stored once. */
const OLDEST_MS = 4 * 24 * 60 * 60 * 1000
const CLOCKS_DIFFER_MS = 5 * 60 * 1000

const Headers = z.object({
  'paypal-transmission-id': z.string().regex(/^[\w-]{1,100}$/),
  'paypal-transmission-time': z.iso.datetime({ offset: true }),
  'paypal-transmission-sig': z.base64().max(2_000),
  'paypal-cert-url': z.string().max(500),
  'paypal-auth-algo': z.literal('SHA256withRSA'),
})

/** @throws Error if the certificate could not be read */
export async function isSigned(
  delivery: { rawBody: string; headers: IncomingHttpHeaders; webhookId: string },
  certificates: Certificates,
  now: Date,
): Promise<boolean> {
  const headers = Headers.safeParse(delivery.headers)
  if (!headers.success) return false
  const sentAt = headers.data['paypal-transmission-time']
  const age = now.getTime() - Date.parse(sentAt)
  if (age > OLDEST_MS || age < -CLOCKS_DIFFER_MS) return false
  const certificate = await certificates.find(headers.data['paypal-cert-url'], now)
  if (certificate?.publicKey.asymmetricKeyType !== 'rsa') return false
  const id = headers.data['paypal-transmission-id']
  const signed = [id, sentAt, delivery.webhookId, crc32(delivery.rawBody)].join('|')
  const signature = Buffer.from(headers.data['paypal-transmission-sig'], 'base64')
  return verify('sha256', Buffer.from(signed), certificate.publicKey, signature)
}
