/** Loads an admin's home page. It names no customer, so the audit log has no entry for it. */
import { money, toWire } from '#domain/money/money.ts'
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { getProfile } from '#people/accounts/profile/profile.ts'
import { getTotp } from '#people/accounts/queries/second-factor.ts'
import { listSessionViews } from '#people/accounts/session/sessions.ts'
import { loadSiteNeeds } from '#people/site/needs/load-needs.ts'
import { countConversationsByState } from '#people/support/queries.ts'
import { type BackupState, getBackupState, isBackupLate } from '#platform/backup/backup-runs.ts'
import { getHold } from '#platform/backup/hold.ts'
import { listLateJobs } from '#platform/jobs/schedule-records.ts'
import { getFigures } from './figures.ts'
import { listUndecidedDisputes, type UndecidedDisputeRow } from './queries/figures.ts'
import type { AdminHome, Backups, UndecidedDisputes } from './wire/home.ts'

/** How many disputes the home page names. */
const DISPUTE_COUNT = 5

export async function loadAdminHome(
  deps: Deps,
  { personId, sessionId }: { personId: string; sessionId: string },
  timeZone: string,
): Promise<Outcome<AdminHome>> {
  const [profile, sessions, totp, conversations, lateJobs, hold, backups, disputes, figures, needs] = await Promise.all(
    [
      getProfile(deps, personId),
      listSessionViews(deps, personId, sessionId),
      getTotp(deps.db, personId),
      countConversationsByState(deps.db),
      listLateJobs(deps.db),
      getHold(deps.db),
      getBackupState(deps.db),
      listUndecidedDisputes(deps.db, deps.clock(), DISPUTE_COUNT),
      getFigures(deps, timeZone),
      loadSiteNeeds(deps),
    ],
  )
  if (!profile.ok) return profile
  return accepted({
    profile: profile.value,
    sessions,
    hasSecondFactor: totp !== undefined && totp.confirmed_at !== null,
    unansweredCount: conversations.open,
    lateJobs: lateJobs.map(({ name, since }) => ({ name, since: since.toISOString() })),
    held: hold && { backupAt: hold.backupAt.toISOString(), restoredAt: hold.restoredAt.toISOString() },
    backups: toBackups(backups, deps.clock()),
    // The page has a part of its own for backups.
    openNeeds: needs?.flatMap(({ need, state, title }) => (state === 'done' || need === 'backup' ? [] : [title])) ?? [],
    disputes: toDisputes(disputes, deps.clock()),
    figures,
  })
}

function toBackups({ lastAt, verifiedAt, fault }: BackupState, now: Date): Backups {
  return {
    lastAt: lastAt?.toISOString() ?? null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    hasFailed: fault !== null,
    isLate: lastAt !== null && isBackupLate(lastAt, now),
  }
}

function toDisputes(rows: readonly UndecidedDisputeRow[], now: Date): UndecidedDisputes {
  return {
    count: rows[0]?.count ?? 0,
    next: rows.map((row) => ({
      disputeId: row.id,
      orderId: row.order_id,
      orderNumber: `U-${row.order_number}`,
      state: row.state,
      amount: toWire(money(row.amount_minor, row.currency)),
      answerBy: row.answer_by && row.answer_by > now ? row.answer_by.toISOString() : null,
    })),
  }
}
