/** The learners of a page as their teachers see them, with the same number of statements for any number of them. */
import { FIRST_DAYS_ON_DEMAND } from '#domain/learners/learner-list.ts'
import { decideAccess } from '#domain/learning/access.ts'
import { isAttended } from '#domain/learning/completion.ts'
import { add, type Money, money, smaller, toWire, zero } from '#domain/money/money.ts'
import { splitByWeights } from '#domain/money/split.ts'
import { calculateLineBalances } from '#domain/orders/refund-terms.ts'
import { toAccessFacts } from '#learn/lessons/load-course-facts.ts'
import type { Db } from '#platform/db/db.ts'
import type { PermittedScope } from './learner-scope.ts'
import type { LearnerRowColumns, ReleasedLesson } from './queries/matching-learners.ts'
import { listAttendance, listCompleted, listLinesWithPaid, listSessionsOfCohorts } from './queries/page-facts.ts'
import { listReleasedLessons } from './released-lessons.ts'
import type { LearnerRow } from './wire.ts'

const DAY_MS = 86_400_000

export async function viewLearners(
  db: Db,
  rows: readonly LearnerRowColumns[],
  { may, scope }: Pick<PermittedScope, 'may' | 'scope'>,
): Promise<LearnerRow[]> {
  const { now } = scope
  const cohortCodes = [...new Set(rows.map(({ cohort_code }) => cohort_code))]
  const personIds = [...new Set(rows.map(({ person_id }) => person_id))]
  const released = await listReleasedLessons(db, cohortCodes, now)
  const sessions = (await listSessionsOfCohorts(db, cohortCodes)).filter(
    ({ cancelled_at, starts_at }) => cancelled_at === null && starts_at <= now,
  )
  const [completed, attendance, lines] = await Promise.all([
    listCompleted(db, personIds, [...new Set(released.map(({ lessonId }) => lessonId))]),
    listAttendance(
      db,
      personIds,
      sessions.map(({ id }) => id),
    ),
    listLinesWithPaid(db, [...new Set(rows.map(({ order_id }) => order_id))]),
  ])
  const facts = {
    now,
    may,
    released: Map.groupBy(released, ({ cohortCode }) => cohortCode),
    sessions: Map.groupBy(sessions, ({ cohort_code }) => cohort_code),
    completed: new Set(completed.map(({ person_id, lesson_id }) => `${person_id} ${lesson_id}`)),
    attended: new Set(
      attendance
        .filter((one) => isAttended({ startsAt: one.starts_at, joinedAt: one.joined_at, verdict: one.verdict }, now))
        .map(({ person_id, session_id }) => `${person_id} ${session_id}`),
    ),
    lines: Map.groupBy(lines, ({ order_id }) => order_id),
  }
  return rows.map((row) => toLearnerRow(row, facts))
}

type PageFacts = {
  now: Date
  may: PermittedScope['may']
  released: ReadonlyMap<string, ReleasedLesson[]>
  sessions: ReadonlyMap<string, Awaited<ReturnType<typeof listSessionsOfCohorts>>>
  completed: ReadonlySet<string>
  attended: ReadonlySet<string>
  lines: ReadonlyMap<string, Awaited<ReturnType<typeof listLinesWithPaid>>>
}

function toLearnerRow(row: LearnerRowColumns, facts: PageFacts): LearnerRow {
  const { now } = facts
  const access = decideAccess(
    {
      isTeacher: false,
      enrolments: [toAccessFacts({ ...row, enrolment_id: row.id, enrolment_state: row.state })],
    },
    now,
  )
  const open = (facts.released.get(row.cohort_code) ?? []).filter(({ afterDays }) => isDue(row, afterDays, now))
  const done = open.filter(({ lessonId }) => facts.completed.has(`${row.person_id} ${lessonId}`)).length
  return {
    enrolmentId: row.id,
    personId: row.person_id,
    name: row.name,
    email: row.email,
    course: { coursePrefixCode: row.course_code, title: row.course_title },
    cohort: {
      cohortCode: row.cohort_code,
      name: row.cohort_name,
      startsAt: row.cohort_starts_at?.toISOString() ?? null,
      timezoneId: row.cohort_timezone_id,
    },
    access: { state: access.state, until: access.until?.toISOString() ?? null },
    joinedAt: row.created_at.toISOString(),
    lessons: { done, open: open.length },
    isBehind: row.state === 'active' && hasBegun(row, now) && done * 2 < open.length,
    lastSeenOn: row.last_seen_on,
    attendance: (facts.sessions.get(row.cohort_code) ?? []).map(({ id }) =>
      facts.attended.has(`${row.person_id} ${id}`),
    ),
    payment: row.payment,
    money: facts.may('learner.money', row.course_code) ? viewMoney(row, facts.lines.get(row.order_id) ?? []) : null,
  }
}

/** On demand: after the first days with the seat. */
const hasBegun = ({ cohort_starts_at: startsAt, created_at }: LearnerRowColumns, now: Date) =>
  (startsAt ?? new Date(created_at.getTime() + FIRST_DAYS_ON_DEMAND * DAY_MS)) <= now

/** As the clause of the list decides it, by days in UTC. */
function isDue(row: LearnerRowColumns, afterDays: number | null, now: Date): boolean {
  if (afterDays === null) return true
  const day = (at: Date) => Math.floor(at.getTime() / DAY_MS)
  return day(row.created_at) + afterDays <= day(now)
}

/** The share of the seat, as refunds split the order (docs/contract §5). */
function viewMoney(
  row: LearnerRowColumns,
  lines: NonNullable<ReturnType<PageFacts['lines']['get']>>,
): LearnerRow['money'] {
  const balances = calculateLineBalances(
    lines.map(({ id, amount_minor, refunded_minor, waived_minor }) => ({
      id,
      amount: amount_minor,
      refunded: refunded_minor,
      waived: waived_minor,
    })),
    money(lines[0]?.paid_minor ?? 0, row.currency),
    0,
  )
  const line = lines.find(({ position }) => position === row.seat - 1)
  const at = balances.findIndex(({ id }) => id === line?.id)
  const balance = balances[at]
  const kept = splitKept(row, lines, balances)[at] ?? zero(row.currency)
  const isDue = row.payment === 'overdue' || row.payment === 'deposit'
  return {
    paid: toWire(balance?.captured ?? zero(row.currency)),
    refunded: toWire(money(line?.refunded_minor ?? 0, row.currency)),
    kept: toWire(kept),
    due: isDue && balance ? toWire(balance.unpaid) : null,
    dueAt: isDue ? (row.balance_due_at?.toISOString() ?? null) : null,
    orderNumber: `U-${row.order_number}`,
  }
}

/** By line: what was paid and not refunded, without the amount that banks took back. */
function splitKept(
  { currency }: LearnerRowColumns,
  lines: readonly { paid_minor: number; lost_minor: number; refunded_minor: number }[],
  balances: ReturnType<typeof calculateLineBalances>,
): Money[] {
  const { paid_minor = 0, lost_minor = 0 } = lines[0] ?? {}
  const refunded = lines.reduce((sum, line) => sum + line.refunded_minor, 0)
  const left = money(Math.max(0, paid_minor - lost_minor - refunded), currency)
  const refundable = balances.map((balance) => balance.refundable)
  return splitByWeights(
    smaller(left, refundable.reduce(add, zero(currency))),
    refundable.map(({ minor }) => minor),
  )
}
