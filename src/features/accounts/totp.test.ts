import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openSecrets } from '#platform/secrets.ts'
import { codeAt, STEP_MS, toBase32 } from '../../../tests/authenticator-app.ts'
import { hashesOfCode, newRecoveryCodes } from './recovery-codes.ts'
import { newTotp, stepOf } from './totp.ts'

const second = (seconds: number) => new Date(seconds * 1000)

describe('the codes of an authenticator app', () => {
  /** RFC 6238, appendix B, SHA-1; of its eight digits the last six. */
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('are those of RFC 6238 at second %i', (seconds, code) => {
    const secret = toBase32(Buffer.from('12345678901234567890'))
    expect(stepOf(secret, code, second(seconds))).toBe(Math.floor(seconds / 30))
    expect(codeAt(secret, second(seconds))).toBe(code)
  })

  test('are taken from one step before to one step after, to the millisecond', () => {
    const secret = toBase32(Buffer.from('12345678901234567890'))
    const step = 59_000_000
    const code = codeAt(secret, new Date(step * STEP_MS))
    const at = (ms: number) => stepOf(secret, code, new Date(step * STEP_MS + ms))
    expect([at(-STEP_MS - 1), at(-STEP_MS), at(0), at(2 * STEP_MS - 1), at(2 * STEP_MS)]).toEqual([
      null,
      step,
      step,
      step,
      null,
    ])
  })

  test('name their own step, for any secret at any time', () => {
    const secrets = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => toBase32(Buffer.from(bytes)))
    const steps = fc.integer({ min: 3, max: 4_000_000_000 })
    fc.assert(
      fc.property(secrets, steps, fc.integer({ min: -3, max: 3 }), (secret, step, off) => {
        const code = codeAt(secret, new Date((step + off) * STEP_MS))
        const named = stepOf(secret, code, new Date(step * STEP_MS + 17))
        // Two steps may share a code by chance: then either may be named.
        const isSame = named !== null && codeAt(secret, new Date(named * STEP_MS)) === code
        return Math.abs(off) <= 1 ? isSame && Math.abs(named - step) <= 1 : named === null || isSame
      }),
    )
  })

  test.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])('are six digits, not %j', (code) => {
    expect(stepOf(newTotp('ana@cruz.test').secret, code, second(59))).toBeNull()
  })

  test('come from 160 random bits, in an address that apps know and a drawing of it', () => {
    const { secret, uri, qrSvg } = newTotp('ana@cruz.test')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toBe(
      `otpauth://totp/Understudy:ana%40cruz.test?issuer=Understudy&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(qrSvg).toMatch(/^<svg [^>]*>/)
    expect(qrSvg).not.toMatch(/script|style=|href/)
    expect(newTotp('ana@cruz.test').secret).not.toBe(secret)
  })
})

describe('recovery codes', () => {
  const secrets = openSecrets(randomBytes(32))

  test('are ten, all different, each of 50 random bits', () => {
    const codes = Array.from({ length: 20 }, newRecoveryCodes).flat()
    expect(new Set(codes).size).toBe(200)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    // Every letter of the alphabet turns up in every place: 32 ^ 10 = 2 ^ 50.
    const many = Array.from({ length: 200 }, newRecoveryCodes).flat()
    for (const place of [0, 1, 2, 3, 4, 6, 7, 8, 9, 10]) expect(new Set(many.map((code) => code[place])).size).toBe(32)
  })

  test('are read however they are typed, and are somebody’s own', () => {
    const kept = hashesOfCode(secrets, 'ana', '7K01M-9QHDR')
    for (const typed of ['7k01m9qhdr', ' 7KO1M 9QHDR ', '7K0I-M9QH-DR', '7kolm-9qhdr'])
      expect(hashesOfCode(secrets, 'ana', typed)).toEqual(kept)
    expect(hashesOfCode(secrets, 'ben', '7K01M-9QHDR')).not.toEqual(kept)
    for (const typed of ['', '7K01M', '7K01M-9QHDR-2', 'U'.repeat(10)])
      expect(hashesOfCode(secrets, 'ana', typed)).toBeNull()
  })
})
