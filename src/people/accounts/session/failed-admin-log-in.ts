/**
 * Records a refused admin log-in. Two refusals are not recorded: rate limits, so that nobody can fill the log, and the
 * request for the second factor, which follows the right password.
 */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { passkeyByCredential } from '../queries/passkeys.ts'
import { personByEmail } from '../queries/people.ts'
import type { CreatedSession } from './create-session.ts'

type LogInAttempt = { isCommunityAdmin?: boolean | undefined; email?: string; credential?: { id: string } }

const NOT_RECORDED = ['RATE_LIMITED', 'OTP_REQUIRED']

/** Returns the outcome unchanged. The entry contains the account id, or null for an unknown account. */
export async function recordFailedAdminLogIn(
  deps: Deps,
  attempt: LogInAttempt,
  outcome: Outcome<CreatedSession>,
): Promise<Outcome<CreatedSession>> {
  if (outcome.ok || !attempt.isCommunityAdmin || NOT_RECORDED.includes(outcome.refusal.code)) return outcome
  const id = attempt.email
    ? ((await personByEmail(deps.db, attempt.email))?.id ?? null)
    : ((await passkeyByCredential(deps.db, attempt.credential?.id ?? ''))?.person_id ?? null)
  await recordEvent(deps, deps.db, {
    actor: { kind: 'unknown' },
    action: 'admin-log-in-failed',
    object: { kind: 'account', id },
    details: { refusal: outcome.refusal.code, by: attempt.email ? 'password' : 'passkey' },
  })
  return outcome
}
