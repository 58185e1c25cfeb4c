/** Changes the settings of the site. They count at once, in every process. docs/contract §45. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { can } from '#domain/permission.ts'
import { resolveSite, SITE_SETTINGS } from '#domain/site/site.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { type ActingPerson, getSiteRole } from '#people/roles/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { readSiteSettings } from '#platform/db/site-setting.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { getSiteEnvironment } from '#platform/site-reader.ts'
import { lockSite, updateSite } from './queries.ts'
import { keepSeller } from './seller.ts'
import type { SiteChange } from './wire.ts'

/** All of the change, or nothing. Refuses `VERSION_CONFLICT` if somebody else has saved meanwhile. */
export async function saveSite(
  deps: Deps,
  person: ActingPerson,
  { version, ...settings }: SiteChange,
): Promise<Outcome<{ version: number }>> {
  const saved = await inOneTransaction(deps.db, async (tx): Promise<Outcome<{ version: number }>> => {
    if (!(await mayEditSite(tx, person))) return refused('OWNER_NEEDED')
    await lockSite(tx)
    const before = await readSiteSettings(tx)
    const changed = SITE_SETTINGS.filter((setting) => before.settings[setting] !== settings[setting])
    // Also after a lost answer: what the person saved is there.
    if (changed.length === 0) return accepted({ version: before.version })
    if (before.version !== version) return refused('VERSION_CONFLICT')
    await updateSite(tx, settings, deps.clock())
    await keepSeller(tx, resolveSite(settings, getSiteEnvironment(deps.config)))
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: person.personId },
      action: 'site-changed',
      object: { kind: 'site', id: null },
      details: { changed: changed.join(', ') },
    })
    return accepted({ version: version + 1 })
  })
  if (saved.ok) await reloadSite(deps)
  return saved
}

/** The settings belong to owners, in an admin's session. */
export async function mayEditSite(db: Db | Tx, { personId, audience }: ActingPerson): Promise<boolean> {
  const site = audience === 'admin' ? await getSiteRole(db, personId) : null
  return can({ site, course: null }, 'site.setting')
}

/** So that the person sees the change with the answer. The notification of the database does the same a moment later. */
export async function reloadSite({ site, log }: Deps): Promise<void> {
  try {
    await site.reload()
  } catch (error) {
    log.warn({ err: error }, 'the settings of the site could not be read')
  }
}
