/** Keeps the key of this browser's last sign-up. A mailed link opens in a new tab, so local storage holds the key. */
import type { Keys } from '#http/client.ts'

const SIGN_UP_KEY = 'sign_up_key'

/** Stores the key of an answer or a refusal that carries one. */
export function storeSignUpKey(local: Keys, body: unknown): void {
  const key = (body as { data?: { signUpKey?: unknown } } | null)?.data?.signUpKey
  if (typeof key === 'string') local.setItem(SIGN_UP_KEY, key)
}

export function getSignUpKey(local: Keys): string | null {
  return local.getItem(SIGN_UP_KEY)
}

export function deleteSignUpKey(local: Keys): void {
  local.removeItem(SIGN_UP_KEY)
}
