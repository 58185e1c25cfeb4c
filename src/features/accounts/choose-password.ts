/** What every newly chosen password goes through: long enough, not common, then the hash. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { passwordFault } from '#domain/password.ts'
import { isCommon } from './common-passwords.ts'
import type { Passwords } from './passwords.ts'

/** One of the many, or a few letters over and over, seen or not. */
function isEasy(password: string): boolean {
  const letters = new Set(password.replace(/[\s\p{Cf}]/gu, '').toLowerCase())
  return isCommon(password) || letters.size < 4 || password.toLowerCase() === 'understudy'
}

/** The hash to keep. */
export async function choosePassword(passwords: Passwords, password: string): Promise<Outcome<string>> {
  const fault = passwordFault(password) ?? (isEasy(password) ? 'This one is easily guessed. Choose another' : null)
  if (fault) return refused('PASSWORD_WEAK', { fields: { password: fault } })
  return accepted(await passwords.make(password))
}
