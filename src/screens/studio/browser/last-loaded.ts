/** What a page of the studio showed last: it stays when loading it again fails, so that nobody's work disappears. */
import { getPageFailure } from '#people/accounts/session/page-failure.ts'

let last: { key: string; data: unknown } | null = null

/**
 * Loads a page's data. When the server can't be reached and the same page with the same `key` was loaded last, returns
 * that page's data again. Any other failure is thrown, the end of the session among them.
 */
export async function loadOrKeep<Data>(key: string, load: () => Promise<Data>): Promise<Data> {
  try {
    const data = await load()
    last = { key, data }
    return data
  } catch (failure) {
    if (getPageFailure(failure)?.is === 'unreachable' && last?.key === key) return last.data as Data
    last = null
    throw failure
  }
}
