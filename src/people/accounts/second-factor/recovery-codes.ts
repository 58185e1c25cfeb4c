/** Ten single-use codes to print or save, in case the authenticator app is lost. */
import { randomBytes } from 'node:crypto'
import type { Secrets } from '#platform/secrets.ts'

const CODE_COUNT = 10
/** Crockford's base 32, which has no letters that look like digits. Ten characters are 50 random bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 10

/** Formatted as they are shown, once: `7KX2M-9QHDR`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: CODE_COUNT }, () => {
    const characters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
    return `${characters.slice(0, CODE_LENGTH / 2)}-${characters.slice(CODE_LENGTH / 2)}`
  })
}

/** Hashes of a code for each server secret, newest first. Ignores case, spaces and hyphens. Null for an invalid code. */
export function hashRecoveryCode(secrets: Secrets, personId: string, input: string): readonly Buffer[] | null {
  const code = input.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  const isCode = code.length === CODE_LENGTH && [...code].every((character) => ALPHABET.includes(character))
  return isCode ? secrets.macs('recovery-code', `${personId} ${code}`) : null
}
