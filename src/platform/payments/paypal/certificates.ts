/**
 * The certificates with which PayPal signs its events. An event names the address of its certificate, so the address is
 * only read if it is one of PayPal's own. A certificate is cached until it ends.
 */
import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { readUpTo } from '../../read-response.ts'

const MAX_BYTES = 64 * 1024
const TIMEOUT_MS = 5_000
const CACHED_FOR_MS = 24 * 60 * 60 * 1000
const MAX_CACHED = 8
/** PayPal changes its certificate about once a year. Forged events name many addresses that do not exist. */
const MAX_READS = 20
const READS_PER_MS = 60_000

/** Every certificate of PayPal's is at such a path. */
const PATH = /^\/v1\/notifications\/certs\/[\w.-]{1,200}$/
/** The owner, as in `messageverificationcerts.paypal.com`. */
const OWNER = /(?:^|\n)CN=[\w-]+(?:\.sandbox)?\.paypal\.com(?:\n|$)/

export type Certificates = {
  /**
   * The public key at this address. Null if the address is not PayPal's, if it has no certificate, or if that
   * certificate is not valid. @throws Error if PayPal cannot be reached, so that it delivers the event again
   */
  find(address: string, now: Date): Promise<X509Certificate | null>
}

export function createCertificates(origins: readonly string[]): Certificates {
  const cached = new Map<string, { certificate: X509Certificate; until: number }>()
  const reads: number[] = []

  async function read(address: string, now: Date): Promise<X509Certificate | null> {
    const recent = reads.filter((at) => at > now.getTime() - READS_PER_MS)
    if (recent.length >= MAX_READS) throw new Error('PayPal: too many unknown certificates in one minute')
    reads.splice(0, reads.length, ...recent, now.getTime())
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await readUpTo(response, MAX_BYTES)
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`PayPal: no certificate, status ${response.status}`)
    const certificate = readChain(text, now)
    if (!certificate) return null
    if (cached.size >= MAX_CACHED) cached.delete(cached.keys().next().value ?? '')
    cached.set(address, { certificate, until: now.getTime() + CACHED_FOR_MS })
    return certificate
  }

  return {
    async find(address, now) {
      if (!isOwn(address, origins)) return null
      const known = cached.get(address)
      if (known && known.until > now.getTime() && isCurrent(known.certificate, now)) return known.certificate
      return read(address, now)
    },
  }
}

/** Exactly one of the origins, without a name, a password, a query or a path elsewhere. */
function isOwn(address: string, origins: readonly string[]): boolean {
  const url = URL.parse(address)
  if (!url || url.href !== address) return false
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return isPlain && origins.includes(url.origin) && PATH.test(url.pathname)
}

/**
 * The first certificate of the file, if it is PayPal's, is current, and each one is signed by the next. If the last one
 * was issued by a root that Node trusts, that signature is checked too. The connection to PayPal's own host proves the
 * rest.
 */
export function readChain(text: string, now: Date): X509Certificate | null {
  const chain = parseAll(text)
  const [first] = chain
  if (!first || !OWNER.test(first.subject)) return null
  if (!chain.every((one) => isCurrent(one, now))) return null
  const isLinked = chain.every((one, index) => {
    const issuer = chain[index + 1]
    return !issuer || (one.checkIssued(issuer) && one.verify(issuer.publicKey))
  })
  const last = chain.at(-1)
  if (!isLinked || !last) return null
  const root = rootCertificates.map((pem) => new X509Certificate(pem)).find((one) => last.checkIssued(one))
  return !root || last.verify(root.publicKey) ? first : null
}

const CERTIFICATE_BEGINNING = '-----BEGIN CERTIFICATE-----'

function parseAll(text: string): X509Certificate[] {
  const blocks = text.split(CERTIFICATE_BEGINNING).slice(1)
  try {
    return blocks.map((block) => new X509Certificate(CERTIFICATE_BEGINNING + block))
  } catch {
    return []
  }
}

const isCurrent = (certificate: X509Certificate, now: Date): boolean =>
  certificate.validFromDate <= now && now <= certificate.validToDate
