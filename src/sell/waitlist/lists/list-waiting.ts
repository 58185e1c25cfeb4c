/** The people who wait for a seat of a course, or asked for news about it, for its teachers. docs/contract §33. */
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordRead } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { countInterests, listInterestRows, listWaitingRows, type WaitingRow } from '../queries/lists.ts'
import type { CourseWaiting, InterestedPerson, WaitingEntry } from '../wire/lists.ts'

const LIST_LENGTH = 500

export async function listWaiting(
  deps: Deps,
  member: ActingPerson,
  courseCode: string,
): Promise<Outcome<CourseWaiting>> {
  const permitted = await requirePermission(deps.db, member, 'learner.list', courseCode)
  if (!permitted.ok) return permitted
  await recordRead(deps, {
    actor: { kind: member.audience, id: member.personId },
    action: 'waiting-listed',
    object: { kind: 'course', id: courseCode },
  })
  const [entries, interests, interestCount] = await Promise.all([
    listWaitingRows(deps.db, courseCode, LIST_LENGTH + 1),
    listInterestRows(deps.db, courseCode, LIST_LENGTH),
    countInterests(deps.db, courseCode),
  ])
  return accepted({
    waitlists: toWaitlists(entries.slice(0, LIST_LENGTH)),
    interests: interests.map(toInterestedPerson),
    interestCount,
    hasMore: entries.length > LIST_LENGTH || interestCount > interests.length,
  })
}

function toWaitlists(rows: readonly WaitingRow[]): CourseWaiting['waitlists'] {
  return [...Map.groupBy(rows, (row) => row.cohort_code)].map(([courseCode, own]) => {
    const [{ starts_at, timezone_id: timezoneId, free_seats: freeSeats }] = own as [WaitingRow]
    return { courseCode, startsAt: starts_at?.toISOString() ?? null, timezoneId, freeSeats, entries: toEntries(own) }
  })
}

/** @param rows of one cohort, in the order of its waitlist */
export function toEntries(rows: readonly WaitingRow[]): WaitingEntry[] {
  let position = 0
  return rows.map((row) => {
    const state = row.expires_at ? 'offered' : row.confirmed_at ? 'waiting' : 'unconfirmed'
    return {
      entryId: row.id,
      name: row.name,
      email: row.email,
      seats: row.party_size,
      state,
      position: state === 'waiting' ? ++position : null,
      since: row.created_at.toISOString(),
      offerExpiresAt: row.expires_at?.toISOString() ?? null,
      source: formatSource(row.attribution),
    }
  })
}

export function toInterestedPerson(row: Awaited<ReturnType<typeof listInterestRows>>[number]): InterestedPerson {
  const state = row.left_at
    ? 'off'
    : row.kind === 'curriculum'
      ? 'sent'
      : row.confirmed_at
        ? 'confirmed'
        : 'unconfirmed'
  return {
    interestId: row.id,
    name: row.name,
    email: row.email,
    kind: row.kind,
    state,
    since: row.created_at.toISOString(),
    source: formatSource(row.attribution),
  }
}

function formatSource(attribution: unknown): string {
  const { source = '', medium = '', campaign = '' } = (attribution ?? {}) as Record<string, string>
  return [source, medium, campaign].filter(Boolean).join(' / ')
}
