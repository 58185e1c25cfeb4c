/** The random names of a certificate: its address, and the number printed for people. docs/contract §17. */
import { randomBytes, randomInt } from 'node:crypto'

/** Without O, I and L, which people read as 0 and 1. */
const NUMBER_CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTUVWXYZ'
const NUMBER_LENGTH = 10
const GROUP_LENGTH = 5

export function createNumber(): string {
  return Array.from({ length: NUMBER_LENGTH }, () => NUMBER_CHARACTERS[randomInt(NUMBER_CHARACTERS.length)]).join('')
}

/** 128 random bits, 22 characters, so that nobody finds a certificate by guessing. */
export function createPublicId(): string {
  return randomBytes(16).toString('base64url')
}

/** `U7F3K92QDM` → `U7F3K-92QDM`. */
export function formatNumber(number: string): string {
  return `${number.slice(0, GROUP_LENGTH)}-${number.slice(GROUP_LENGTH)}`
}
