/** Makes the first owner of an installation, with the settings of the site and a first course. docs/contract §48. */
import { createCourseIn } from '#catalogue/drafts/create-course.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { NO_SITE_SETTINGS, resolveSite, type SiteSettings } from '#domain/site/site.ts'
import type { Deps } from '#http/deps.ts'
import { choosePassword } from '#people/accounts/password/choose-password.ts'
import type { Passwords } from '#people/accounts/password/passwords.ts'
import { createOwner } from '#people/accounts/sign-up/create-owner.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { updateSite } from '#people/site/queries.ts'
import { reloadSite } from '#people/site/save-site.ts'
import { keepSeller } from '#people/site/seller.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { getSiteEnvironment } from '#platform/site-reader.ts'
import { hasSetUpLink, isSetUp, lockFirstOwner } from './queries.ts'
import { completeSample, SAMPLE } from './sample-course.ts'
import type { SetUpInput } from './wire.ts'

/** Refuses `NOT_FOUND` once there is, or was, an owner, and `SET_UP_LINK_INVALID` for any other link than the newest. */
export async function requireSetUpLink(
  { secrets }: Pick<Deps, 'secrets'>,
  db: Db | Tx,
  token: string,
): Promise<Outcome<null>> {
  if (await isSetUp(db)) return refused('NOT_FOUND')
  return (await hasSetUpLink(db, secrets.hash(token))) ? accepted(null) : refused('SET_UP_LINK_INVALID')
}

/** Refuses what `setUpSite` would refuse. */
export async function checkSetUp(deps: Deps, passwords: Passwords, input: SetUpInput): Promise<Outcome<null>> {
  const link = await requireSetUpLink(deps, deps.db, input.token)
  if (!link.ok) return link
  const chosen = await choosePassword(passwords, input.password)
  return chosen.ok ? accepted(null) : chosen
}

/** All or nothing. Of several browsers with the link one succeeds, and the others get `NOT_FOUND`. */
export async function setUpSite(
  deps: Deps,
  passwords: Passwords,
  input: SetUpInput,
): Promise<Outcome<{ coursePrefixCode: string | null }>> {
  // Before the password, whose hash costs time.
  const link = await requireSetUpLink(deps, deps.db, input.token)
  if (!link.ok) return link
  const chosen = await choosePassword(passwords, input.password)
  if (!chosen.ok) return chosen

  const done = await inOneTransaction(deps.db, async (tx): Promise<Outcome<{ coursePrefixCode: string | null }>> => {
    await lockFirstOwner(tx)
    const stillOpen = await requireSetUpLink(deps, tx, input.token)
    if (!stillOpen.ok) return stillOpen
    const { ownerName: name, email, timezoneId } = input
    const personId = await createOwner(deps, tx, { name, email, timezoneId, passwordHash: chosen.value })
    const owner = { personId, audience: 'admin' } as const
    const settings = toSettings(input)
    await updateSite(tx, settings, deps.clock())
    await keepSeller(tx, resolveSite(settings, getSiteEnvironment(deps.config)))
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: personId },
      action: 'site-set-up',
      object: { kind: 'site', id: null },
    })
    return createFirstCourse(deps, tx, owner, settings, input)
  })
  if (done.ok) await reloadSite(deps)
  return done
}

function toSettings(input: SetUpInput): SiteSettings {
  const { name, supportAddress, timezoneId, countryCode, sellerName, sellerAddress, sellerTaxId } = input
  const typed = { name, supportAddress, timezoneId, countryCode, sellerName, sellerAddress, sellerTaxId }
  return { ...NO_SITE_SETTINGS, ...typed }
}

async function createFirstCourse(
  deps: Deps,
  tx: Tx,
  owner: ActingPerson,
  settings: SiteSettings,
  { course, title, sentence, deliveryType }: SetUpInput,
): Promise<Outcome<{ coursePrefixCode: string | null }>> {
  if (course === 'none') return accepted({ coursePrefixCode: null })
  // The settings of this transaction, which `deps.site` does not know yet.
  const site = { ...deps.site, current: resolveSite(settings, getSiteEnvironment(deps.config)) }
  const timezoneId = settings.timezoneId ?? 'UTC'
  return course === 'sample'
    ? createCourseIn({ ...deps, site }, tx, owner, { ...SAMPLE, timezoneId }, completeSample)
    : createCourseIn({ ...deps, site }, tx, owner, { title, sentence, deliveryType, timezoneId })
}
