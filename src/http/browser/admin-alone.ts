/**
 * Keeps scripts of others and admin tokens apart: both live in one origin, and each script reads its whole storage.
 * A page that runs such scripts holds a shared Web Lock. An admin's log-in makes those pages load again without
 * them, and stores its tokens only once all have let go of the lock.
 */
import type { Keys } from '../client.ts'

const LOCK = 'understudy:third-party'
const CHANNEL = 'understudy:admin-log-in'
const ADMIN_KEYS = ['admin_access_token', 'admin_refresh_token']
const WAIT_MS = 5000

function hasAdminTokens(local: Pick<Keys, 'getItem'>): boolean {
  return ADMIN_KEYS.some((key) => local.getItem(key) !== null)
}

/** Runs `load` where no admin is logged in, and gives this page up as soon as one logs in. */
export function loadWithoutAdmin(load: () => void): void {
  const start = () => {
    if (hasAdminTokens(localStorage)) return false
    new BroadcastChannel(CHANNEL).addEventListener('message', () => location.reload())
    addEventListener('storage', () => hasAdminTokens(localStorage) && location.reload())
    load()
    return true
  }
  // Without locks (plain http on another machine) the message and the storage event must do.
  if (!navigator.locks) return void start()
  void navigator.locks.request(LOCK, { mode: 'shared' }, () => start() && new Promise(() => {}))
}

/** Runs `store` once no page runs scripts of others. False where one does not let go. */
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
