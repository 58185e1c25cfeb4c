/** Loads an admin's home page. It names no customer, so the audit log has no entry for it. */
import { accepted, type Outcome } from '#domain/outcome.ts'
import { getProfile } from '#features/accounts/profile/profile.ts'
import { getTotp } from '#features/accounts/queries/second-factor.ts'
import { listSessionViews } from '#features/accounts/session/sessions.ts'
import { countConversationsByState } from '#features/support/queries.ts'
import type { Deps } from '#http/deps.ts'
import { listLateJobs } from '#platform/jobs/schedule-records.ts'
import { getFigures } from './figures.ts'
import type { AdminHome } from './wire/home.ts'

export async function loadAdminHome(
  deps: Deps,
  { personId, sessionId }: { personId: string; sessionId: string },
  timeZone: string,
): Promise<Outcome<AdminHome>> {
  const [profile, sessions, totp, conversations, lateJobs, figures] = await Promise.all([
    getProfile(deps, personId),
    listSessionViews(deps, personId, sessionId),
    getTotp(deps.db, personId),
    countConversationsByState(deps.db),
    listLateJobs(deps.db),
    getFigures(deps, timeZone),
  ])
  if (!profile.ok) return profile
  return accepted({
    profile: profile.value,
    sessions,
    hasSecondFactor: totp !== undefined && totp.confirmed_at !== null,
    unansweredCount: conversations.open,
    lateJobs: lateJobs.map(({ name, since }) => ({ name, since: since.toISOString() })),
    figures,
  })
}
