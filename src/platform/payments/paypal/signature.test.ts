import { X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createSigner,
  KEYS,
  type PaypalDouble,
  type Signed,
  startPaypal,
} from '../../../../tests/providers/paypal/paypal.ts'
import { createCertificates, readChain } from './certificates.ts'
import { isSigned } from './signature.ts'

let double: PaypalDouble
beforeAll(async () => {
  double = await startPaypal()
})
afterAll(() => double.close())

// After the certificates of this file were made.
const NOW = new Date(Date.now() + 60_000)
const MINUTE_MS = 60_000
const BODY = JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { note: 'Größe 1' } })
const check = (headers: Record<string, string>, rawBody = BODY, webhookId = KEYS.webhookId, now = NOW) =>
  isSigned({ rawBody, headers, webhookId }, createCertificates([double.url]), now)
const HEADERS = [
  'paypal-transmission-id',
  'paypal-transmission-time',
  'paypal-transmission-sig',
  'paypal-cert-url',
  'paypal-auth-algo',
]
const signed = (change: Partial<Signed> = {}) => double.sign(BODY, change)
const sentAt = (minutes: number) => signed({ time: new Date(NOW.getTime() + minutes * MINUTE_MS).toISOString() })

describe('an event', () => {
  test('that PayPal signed is read', async () => {
    expect(await check(signed())).toBe(true)
  })

  test('of which one letter was changed is not, nor is one that was written anew', async () => {
    expect(await check(signed(), BODY.replace('COMPLETED', 'COMPLETEd'))).toBe(false)
    expect(await check(signed(), JSON.stringify(JSON.parse(BODY), null, 1))).toBe(false)
  })

  test('for another webhook is not', async () => {
    expect(await check(signed(), BODY, 'ANOTHERWEBHOOK')).toBe(false)
    expect(await check(signed({ webhookId: 'ANOTHERWEBHOOK' }))).toBe(false)
  })

  test('of another time or delivery than was signed is not', async () => {
    expect(await check({ ...signed(), 'paypal-transmission-id': 'another' })).toBe(false)
    expect(await check({ ...signed(), 'paypal-transmission-time': new Date(0).toISOString() })).toBe(false)
  })

  test('is read for the four days in which PayPal may deliver it again', async () => {
    expect(await check(sentAt(-4 * 24 * 60 + 1))).toBe(true)
    expect(await check(sentAt(-4 * 24 * 60 - 1))).toBe(false)
    expect(await check(sentAt(4))).toBe(true)
    expect(await check(sentAt(6))).toBe(false)
  })

  test.each(HEADERS)('without %s is not', async (name) => {
    const { [name]: _left, ...rest } = signed()
    expect(await check(rest)).toBe(false)
  })

  test('by another algorithm is not', async () => {
    expect(await check({ ...signed(), 'paypal-auth-algo': 'SHA1withRSA' })).toBe(false)
  })

  test('that somebody else signed is not', async () => {
    const { privateKey } = await createSigner()
    expect(await check(signed({ privateKey }))).toBe(false)
  })
})

describe('a certificate', () => {
  const LIVE = ['https://api.paypal.com']
  test.each([
    'https://api.paypal.com.evil.test/v1/notifications/certs/CERT-1',
    'https://evil.test/v1/notifications/certs/CERT-1',
    'http://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com:444/v1/notifications/certs/CERT-1',
    'https://api.paypal.com@evil.test/v1/notifications/certs/CERT-1',
    'https://name:secret@api.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'https://www.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com/v1/notifications/certs/../../redirect',
    'https://api.paypal.com/v1/notifications/certs/a/b',
    'https://api.paypal.com/v1/notifications/certs/CERT-1?to=https://evil.test',
    'https://api.paypal.com/v1/notifications/certs/CERT-1#x',
    'https://API.paypal.com/v1/notifications/certs/CERT-1',
    'file:///v1/notifications/certs/CERT-1',
    'CERT-1',
    '',
  ])('at %s is not read', async (address) => {
    const read = vi.spyOn(globalThis, 'fetch')
    expect(await createCertificates(LIVE).find(address, NOW)).toBeNull()
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
  })

  test('is read once, and again after a day', async () => {
    const read = vi.spyOn(globalThis, 'fetch')
    const certificates = createCertificates([double.url])
    const address = signed()['paypal-cert-url'] ?? ''
    for (const hours of [0, 1, 23, 25]) await certificates.find(address, new Date(NOW.getTime() + hours * 3_600_000))
    expect(read).toHaveBeenCalledTimes(2)
    read.mockRestore()
  })

  test('that is not there is none, and a PayPal that is away is an error', async () => {
    const certificates = createCertificates([double.url])
    const address = `${double.url}/v1/notifications/certs/CERT-other`
    expect(await certificates.find(address, NOW)).toBeNull()
    double.next.push('before')
    await expect(certificates.find(address, NOW)).rejects.toThrow('no certificate')
  })

  test('is looked for twenty times a minute at most', async () => {
    const certificates = createCertificates([double.url])
    const find = (number: number) => certificates.find(`${double.url}/v1/notifications/certs/C-${number}`, NOW)
    for (let number = 0; number < 20; number++) expect(await find(number)).toBeNull()
    await expect(find(20)).rejects.toThrow('too many')
    expect(
      await certificates.find(`${double.url}/v1/notifications/certs/C`, new Date(NOW.getTime() + 61_000)),
    ).toBeNull()
  })

  test('is PayPal’s by its name, and current', async () => {
    const own = await createSigner()
    expect(readChain(own.certificate, NOW)).toBeInstanceOf(X509Certificate)
    expect(readChain(own.certificate, new Date(NOW.getTime() + 400 * 24 * 60 * MINUTE_MS))).toBeNull()
    expect(readChain(own.certificate, new Date(NOW.getTime() - 24 * 60 * MINUTE_MS))).toBeNull()
    for (const owner of ['paypal.com.evil.test', 'evilpaypal.com', 'certs.evil.test'])
      expect(readChain((await createSigner(owner)).certificate, NOW)).toBeNull()
    expect(readChain('no certificate', NOW)).toBeNull()
  })

  test('in a chain is signed by the next one', async () => {
    const extensions = [
      { name: 'basicConstraints' as const, cA: true },
      { name: 'keyUsage' as const, keyCertSign: true },
    ]
    const name = [{ name: 'commonName', value: 'An Issuer' }]
    const issuer = await generate(name, { extensions })
    const other = await generate(name, { extensions })
    const owner = [{ name: 'commonName', value: 'messageverificationcerts.paypal.com' }]
    const own = await generate(owner, { ca: { key: issuer.private, cert: issuer.cert } })
    expect(readChain(`${own.cert}\n${issuer.cert}`, NOW)).toBeInstanceOf(X509Certificate)
    expect(readChain(`${own.cert}\n${other.cert}`, NOW)).toBeNull()
    expect(readChain(`${own.cert}\n${double.certificate}`, NOW)).toBeNull()
  })
})
