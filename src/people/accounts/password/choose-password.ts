/** Checks and hashes every new password: long enough and not easily guessed. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { passwordFault } from '#domain/password.ts'
import { isCommon } from './common-passwords.ts'
import type { Passwords } from './passwords.ts'

/** A common password, or fewer than four different characters; spaces and invisible characters do not count. */
function isEasilyGuessed(password: string): boolean {
  const characters = new Set(password.replace(/[\s\p{Cf}]/gu, '').toLowerCase())
  return isCommon(password) || characters.size < 4 || password.toLowerCase() === 'understudy'
}

/** Returns the hash to store. */
export async function choosePassword(passwords: Passwords, password: string): Promise<Outcome<string>> {
  const fault =
    passwordFault(password) ?? (isEasilyGuessed(password) ? 'This password is too easy to guess. Choose another' : null)
  if (fault) return refused('PASSWORD_WEAK', { fields: { password: fault } })
  return accepted(await passwords.createHash(password))
}
