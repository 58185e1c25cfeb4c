/** Ten codes to be printed and put away, for the day on which the authenticator app is lost. */
import { randomBytes } from 'node:crypto'
import type { Secrets } from '#platform/secrets.ts'

const CODES = 10
/** Crockford's base 32: no letter is taken for a digit. Ten of them are 50 random bits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

/** As they are shown, once: `7KX2M-9QHDR`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
    return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
  })
}

/** What may be kept of a code, newest secret first, however it was typed. Null where it cannot be one. */
export function hashesOfCode(secrets: Secrets, personId: string, typed: string): readonly Buffer[] | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  const isCode = code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter))
  return isCode ? secrets.macs('recovery-code', `${personId} ${code}`) : null
}
