/** A public demo shows its mails only with the key printed at its start. See `docs/contract` §1. */
import { timingSafeEqual } from 'node:crypto'
import type { Deps } from './deps.ts'

export function getDevMailKey({ config, secrets }: Pick<Deps, 'config' | 'secrets'>): string | null {
  return config.demoPublic ? secrets.mac('dev-mail', 'key').toString('base64url').slice(0, 22) : null
}

export function mayReadDevMail(deps: Deps, providedKey: string | null): boolean {
  if (deps.config.mode === 'production') return false
  const key = getDevMailKey(deps)
  if (key === null) return true
  return (
    providedKey !== null &&
    providedKey.length === key.length &&
    timingSafeEqual(Buffer.from(providedKey), Buffer.from(key))
  )
}
