/** The link that opens the set-up. Only its hash is stored. docs/contract §48. */
import type { Deps } from '#http/deps.ts'
import { putSetUpLink } from './queries.ts'

/** 24 hours. */
const LINK_MINUTES = 24 * 60

/**
 * Returns a new link, which replaces the earlier one. Null: the installation is set up.
 *
 * @param unlessThere also null if a link was made before, so that one start prints it and the next ones do not
 */
export async function createSetUpLink(
  { db, secrets, config }: Pick<Deps, 'db' | 'secrets' | 'config'>,
  { unlessThere = false } = {},
): Promise<string | null> {
  const token = secrets.newToken()
  const link = { hash: secrets.hash(token), minutes: LINK_MINUTES }
  if (!(await putSetUpLink(db, link, { unlessThere }))) return null
  return `${new URL('/set-up', config.publicUrl).href}#token=${token}`
}
