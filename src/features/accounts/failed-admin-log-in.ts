/**
 * Records a log-in as admin that was refused. Two refusals are left out: too many tries, so that nobody fills the log,
 * and the question for the second factor, which follows the right password.
 */
import type { Outcome } from '#domain/outcome.ts'
import { recordEvent } from '#features/audit-log/record.ts'
import type { Deps } from '#http/deps.ts'
import type { Opened } from './open-session.ts'
import { passkeyByCredential } from './queries/passkeys.ts'
import { personByEmail } from './queries/people.ts'

type Shown = { isCommunityAdmin?: boolean | undefined; email?: string; credential?: { id: string } }

const NOT_RECORDED = ['RATE_LIMITED', 'OTP_REQUIRED']

/** Answers the outcome itself. The account is named by its id, and not at all where there is none. */
export async function recordFailedAdminLogIn(
  deps: Deps,
  shown: Shown,
  outcome: Outcome<Opened>,
): Promise<Outcome<Opened>> {
  if (outcome.ok || !shown.isCommunityAdmin || NOT_RECORDED.includes(outcome.refusal.code)) return outcome
  const id = shown.email
    ? ((await personByEmail(deps.db, shown.email))?.id ?? null)
    : ((await passkeyByCredential(deps.db, shown.credential?.id ?? ''))?.person_id ?? null)
  await recordEvent(deps, deps.db, {
    actor: { kind: 'unknown' },
    action: 'admin-log-in-failed',
    object: { kind: 'account', id },
    details: { refusal: outcome.refusal.code, by: shown.email ? 'password' : 'passkey' },
  })
  return outcome
}
