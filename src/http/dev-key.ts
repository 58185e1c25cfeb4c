/** A demo that others can reach shows its mails only with the key printed at its start. Contract §1. */
import { timingSafeEqual } from 'node:crypto'
import type { Deps } from './deps.ts'

export function devMailKey({ config, secrets }: Pick<Deps, 'config' | 'secrets'>): string | null {
  return config.demoPublic ? secrets.mac('dev-mail', 'key').toString('base64url').slice(0, 22) : null
}

export function mayReadDevMail(deps: Deps, given: string | null): boolean {
  if (deps.config.mode === 'production') return false
  const key = devMailKey(deps)
  if (key === null) return true
  return given !== null && given.length === key.length && timingSafeEqual(Buffer.from(given), Buffer.from(key))
}
