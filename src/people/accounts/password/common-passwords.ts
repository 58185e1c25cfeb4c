/** Whether a password is among the 49,233 most common ones. Server only, because the list is half a megabyte. */
import { dictionary } from '@zxcvbn-ts/language-common'

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])

export function isCommon(password: string): boolean {
  return COMMON.has(password.toLowerCase())
}
