import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSecrets } from '#platform/secrets.ts'
import { codeAt, STEP_MS, toBase32 } from '../../../../tests/support/authenticator-app.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { createTotpSetup, findTotpStep } from './totp.ts'

const toDate = (seconds: number) => new Date(seconds * 1000)

describe('the codes of an authenticator app', () => {
  /** RFC 6238, appendix B, SHA-1: the last six of the eight digits. */
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('match RFC 6238 at second %i', (seconds, code) => {
    const secret = toBase32(Buffer.from('12345678901234567890'))
    expect(findTotpStep(secret, code, toDate(seconds))).toBe(Math.floor(seconds / 30))
    expect(codeAt(secret, toDate(seconds))).toBe(code)
  })

  test('are accepted from one step before to one step after, exact to the millisecond', () => {
    const secret = toBase32(Buffer.from('12345678901234567890'))
    const step = 59_000_000
    const code = codeAt(secret, new Date(step * STEP_MS))
    const findStepAt = (ms: number) => findTotpStep(secret, code, new Date(step * STEP_MS + ms))
    expect([
      findStepAt(-STEP_MS - 1),
      findStepAt(-STEP_MS),
      findStepAt(0),
      findStepAt(2 * STEP_MS - 1),
      findStepAt(2 * STEP_MS),
    ]).toEqual([null, step, step, step, null])
  })

  test('return their own step, for any secret at any time', () => {
    const secrets = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => toBase32(Buffer.from(bytes)))
    const steps = fc.integer({ min: 3, max: 4_000_000_000 })
    fc.assert(
      fc.property(secrets, steps, fc.integer({ min: -3, max: 3 }), (secret, step, stepOffset) => {
        const code = codeAt(secret, new Date((step + stepOffset) * STEP_MS))
        const foundStep = findTotpStep(secret, code, new Date(step * STEP_MS + 17))
        // Two steps may share a code by chance; then either may be returned.
        const isSameCode = foundStep !== null && codeAt(secret, new Date(foundStep * STEP_MS)) === code
        return Math.abs(stepOffset) <= 1
          ? isSameCode && Math.abs(foundStep - step) <= 1
          : foundStep === null || isSameCode
      }),
    )
  })

  test.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])('are six digits, not %j', (code) => {
    expect(findTotpStep(createTotpSetup('ana@cruz.test', 'Understudy').secret, code, toDate(59))).toBeNull()
  })

  test('have a secret of 160 random bits, an otpauth URI and a QR code', () => {
    const { secret, uri, qrSvg } = createTotpSetup('ana@cruz.test', 'Understudy')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toBe(
      `otpauth://totp/Understudy:ana%40cruz.test?issuer=Understudy&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(qrSvg).toMatch(/^<svg [^>]*>/)
    expect(qrSvg).not.toMatch(/script|style=|href/)
    expect(createTotpSetup('ana@cruz.test', 'Understudy').secret).not.toBe(secret)
  })
})

describe('recovery codes', () => {
  const secrets = createSecrets(randomBytes(32))

  test('are ten, all different, each of 50 random bits', () => {
    const codes = Array.from({ length: 20 }, createRecoveryCodes).flat()
    expect(new Set(codes).size).toBe(200)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    // Every character of the alphabet appears at every position: 32 ^ 10 = 2 ^ 50.
    const manyCodes = Array.from({ length: 200 }, createRecoveryCodes).flat()
    for (const position of [0, 1, 2, 3, 4, 6, 7, 8, 9, 10])
      expect(new Set(manyCodes.map((code) => code[position])).size).toBe(32)
  })

  test('ignore case and separators, and belong to one person', () => {
    const expectedHashes = hashRecoveryCode(secrets, 'ana', '7K01M-9QHDR')
    for (const input of ['7k01m9qhdr', ' 7KO1M 9QHDR ', '7K0I-M9QH-DR', '7kolm-9qhdr'])
      expect(hashRecoveryCode(secrets, 'ana', input)).toEqual(expectedHashes)
    expect(hashRecoveryCode(secrets, 'ben', '7K01M-9QHDR')).not.toEqual(expectedHashes)
    for (const input of ['', '7K01M', '7K01M-9QHDR-2', 'U'.repeat(10)])
      expect(hashRecoveryCode(secrets, 'ana', input)).toBeNull()
  })
})

test('the name of a site with a colon is written without it, because apps split there', () => {
  const { uri } = createTotpSetup('ana@understudy.test', 'Mill: A School')
  expect(uri).toContain('issuer=Mill%20A%20School')
  expect(uri).not.toMatch(/%3A/i)
})
