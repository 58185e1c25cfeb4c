/** What the home page of a person who teaches shows of the studio. It names no learner. docs/contract §21. */
import { money, toWire } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requireCourseMaker } from '#people/roles/require-permission.ts'
import { sumDueByCohort } from '#screens/admin/queries/money.ts'
import { toCalendarSession } from './list-calendar.ts'
import { listNewOrders, type NewOrderRow } from './queries/home.ts'
import { countSessionsWithoutMeeting, listCalendarSessions } from './queries.ts'
import { loadStudioCards, maySeeMoney, toKept } from './studio-cards.ts'
import type { StudioHome } from './wire.ts'

const COURSES_SHOWN = 6
const SESSIONS_SHOWN = 3
const ORDERS_SHOWN = 5
const NEW_MS = 14 * 24 * 60 * 60 * 1000

/** In a learner's session: site roles of admins do not count. */
export async function loadStudioHome(deps: Deps, { personId }: ActingPerson): Promise<StudioHome> {
  const { db, clock } = deps
  const now = clock()
  const person = { personId, audience: 'learner' as const }
  const own = { personId, isEveryCourse: false, from: now, until: null }
  const [{ cards, kept }, mayCreate, sessions, withoutLink, withoutLinkCount] = await Promise.all([
    loadStudioCards(deps, person),
    requireCourseMaker(db, person),
    listCalendarSessions(db, { ...own, limit: SESSIONS_SHOWN }),
    listCalendarSessions(db, { ...own, limit: SESSIONS_SHOWN, isWithoutMeeting: true }),
    countSessionsWithoutMeeting(db, own),
  ])
  const codes = cards.filter(maySeeMoney).map(({ coursePrefixCode }) => coursePrefixCode)
  const [orders, due] = await Promise.all([
    listNewOrders(db, codes, { since: new Date(now.getTime() - NEW_MS), limit: ORDERS_SHOWN }),
    sumDueByCohort(db, kept.currency),
  ])
  const ownDue = due.filter(({ course_code }) => course_code !== null && codes.includes(course_code))
  return {
    mayCreate: mayCreate.ok,
    courseCount: cards.length,
    courses: cards.slice(0, COURSES_SHOWN),
    drafts: cards.flatMap(({ coursePrefixCode, title, missingCount, actions }) =>
      missingCount === null || !actions.includes('course.publish') ? [] : [{ coursePrefixCode, title, missingCount }],
    ),
    sessions: sessions.map((row) => toCalendarSession(row, sessions, null)),
    withoutLink: {
      count: withoutLinkCount,
      sessions: withoutLink.map((row) => toCalendarSession(row, withoutLink, null)),
    },
    money:
      codes.length === 0
        ? null
        : {
            since: kept.since.toISOString(),
            kept: toKept(kept, codes),
            due: toWire(
              money(
                ownDue.reduce((sum, row) => sum + row.due_minor, 0),
                kept.currency,
              ),
            ),
          },
    orders: codes.length === 0 ? null : { count: orders[0]?.count ?? 0, newest: orders.map(toNewOrder) },
  }
}

function toNewOrder(row: NewOrderRow): NonNullable<StudioHome['orders']>['newest'][number] {
  const { total_minor: total, refunded_minor: refunded } = row
  return {
    orderId: row.id,
    coursePrefixCode: row.course_code,
    courseTitle: row.title,
    seats: row.seats,
    total: toWire(money(total, row.currency)),
    completedAt: row.completed_at.toISOString(),
    refunded: refunded === 0 ? 'none' : refunded < total ? 'part' : 'all',
  }
}
