/** Stores the key of this browser's last sign-up. A mailed link opens in a new tab, so the key is in local storage. */
import type { KeyValueStorage } from '#http/client.ts'

const SIGN_UP_KEY = 'sign_up_key'

/** Stores the key of a response or refusal that contains one. */
export function storeSignUpKey(storage: KeyValueStorage, body: unknown): void {
  const key = (body as { data?: { signUpKey?: unknown } } | null)?.data?.signUpKey
  if (typeof key === 'string') storage.setItem(SIGN_UP_KEY, key)
}

export function getSignUpKey(storage: KeyValueStorage): string | null {
  return storage.getItem(SIGN_UP_KEY)
}

export function deleteSignUpKey(storage: KeyValueStorage): void {
  storage.removeItem(SIGN_UP_KEY)
}
