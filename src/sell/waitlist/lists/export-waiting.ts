/**
 * The people who wait as a CSV file. A byte order mark lets spreadsheets read UTF-8. Times are in UTC. Text that would
 * start a formula is escaped. docs/contract §33.
 */
import { stringify } from 'csv-stringify/sync'
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { SentFile } from '#http/handle.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { listInterestRows, listWaitingRows } from '../queries/lists.ts'
import { toEntries, toInterestedPerson } from './list-waiting.ts'

const COLUMNS = ['list', 'cohort_code', 'state', 'position', 'seats', 'name', 'email', 'since', 'source']

export async function exportWaiting(deps: Deps, member: ActingPerson, courseCode: string): Promise<Outcome<SentFile>> {
  const permitted = await requirePermission(deps.db, member, 'learner.export', courseCode)
  if (!permitted.ok) return permitted
  const [entries, interests] = await Promise.all([
    listWaitingRows(deps.db, courseCode, null),
    listInterestRows(deps.db, courseCode, null),
  ])
  await recordEvent(deps, deps.db, {
    actor: { kind: member.audience, id: member.personId },
    action: 'waiting-exported',
    object: { kind: 'course', id: courseCode },
    details: { count: entries.length + interests.length },
  })
  const waiting = [...Map.groupBy(entries, (row) => row.cohort_code)].flatMap(([cohort_code, rows]) =>
    toEntries(rows).map((entry) => ({ list: 'waitlist', cohort_code, ...entry, position: entry.position ?? '' })),
  )
  const others = interests.map(toInterestedPerson).map((person) => ({ list: person.kind, ...person }))
  const text = stringify([...waiting, ...others], {
    bom: true,
    header: true,
    columns: COLUMNS,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  return accepted({ filename: `waiting-${courseCode}.csv`, content: Buffer.from(text) })
}
