/**
 * Keeps third-party scripts and admin tokens apart, because a script can read all storage of its origin. A page with
 * such scripts holds a shared Web Lock. An admin's log-in reloads those pages without the scripts, and stores its
 * tokens only when the lock is free.
 */
import type { KeyValueStorage } from '../client.ts'

const LOCK = 'understudy:third-party'
const CHANNEL = 'understudy:admin-log-in'
const ADMIN_KEYS = ['admin_access_token', 'admin_refresh_token']
const WAIT_MS = 5000

function hasAdminTokens(local: Pick<KeyValueStorage, 'getItem'>): boolean {
  return ADMIN_KEYS.some((key) => local.getItem(key) !== null)
}

/** Runs `load` if no admin is logged in, and reloads the page as soon as one logs in. */
export function loadWithoutAdmin(load: () => void): void {
  const start = () => {
    if (hasAdminTokens(localStorage)) return false
    new BroadcastChannel(CHANNEL).addEventListener('message', () => location.reload())
    addEventListener('storage', () => hasAdminTokens(localStorage) && location.reload())
    load()
    return true
  }
  // Without locks (plain http on another machine), only the message and the storage event work.
  if (!navigator.locks) return void start()
  void navigator.locks.request(LOCK, { mode: 'shared' }, () => start() && new Promise(() => {}))
}

/** Runs `store` once no page runs third-party scripts. Returns false if a page keeps the lock. */
export async function storeAdminTokens(store: () => void): Promise<boolean> {
  if (typeof navigator === 'undefined' || !navigator.locks) {
    store()
    return true
  }
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('log-in')
  channel.close()
  try {
    await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(WAIT_MS) }, store)
    return true
  } catch {
    return false
  }
}
