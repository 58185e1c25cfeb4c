/** What every newly chosen password goes through: long enough, not common, then the hash. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { passwordFault } from '#domain/password.ts'
import { isCommon } from './common-passwords.ts'
import type { Passwords } from './passwords.ts'

/** The hash to keep. */
export async function choosePassword(passwords: Passwords, password: string): Promise<Outcome<string>> {
  const fault = passwordFault(password) ?? (isCommon(password) ? 'Many people use this one. Choose another' : null)
  if (fault) return refused('PASSWORD_WEAK', { fields: { password: fault } })
  return accepted(await passwords.make(password))
}
