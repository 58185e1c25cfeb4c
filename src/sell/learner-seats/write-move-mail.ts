/** The one e-mail after a move to other dates, with a calendar file that removes the old sessions and adds the new ones. */
import { ICalCalendarMethod } from 'ical-generator'
import { addSessionEvent, type CalendarFile, createCalendar } from '#catalogue/catalog/calendar/calendar.ts'
import { describeAccessEnd } from '#domain/learning/access-term.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { add, formatWithSymbol } from '#domain/money/money.ts'
import { formatDay } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { renderEmail } from '#people/mailing/email.tsx'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import type { Tx } from '#platform/db/db.ts'
import { getOrderBalance } from '#sell/orders/get-order-balance.ts'
import { listOrderPayments } from '#sell/orders/queries/payments.ts'
import { countLostProSessions, type MovedSeat, nameDates } from './list-move-effects.ts'
import { createMoveMail } from './mail/move-mail.ts'
import { countHeldSessions, listSessionsAhead } from './queries/targets.ts'

export async function enqueueMoveMail(deps: Deps, tx: Tx, moveId: string, moved: MovedSeat): Promise<void> {
  const { order, seat, courseCode, from, to, accessEndsAt } = moved
  const now = deps.clock()
  const [removed, added] = [
    await listSessionsAhead(tx, from.facts.cohortCode, now),
    await listSessionsAhead(tx, to.facts.cohortCode, now),
  ]
  const calendar = createMoveCalendar({ removed, added }, to.facts.cohortCode, deps.config.publicUrl)
  const zone = seat.timezoneId ?? to.facts.timezoneId
  const content = createMoveMail({
    name: seat.name,
    courseTitle: added[0]?.course_title ?? removed[0]?.course_title ?? courseCode,
    before: nameDates(from.facts),
    sessions: added,
    timezoneId: zone,
    lostProSessions: countLostProSessions(removed, added),
    hasRemoved: removed.length > 0,
    hasHeld: (await countHeldSessions(tx, from.facts.cohortCode, now)) > 0,
    access: describeAccessEnd(accessEndsAt, zone),
    balance: await describeBalance(deps, tx, moved),
    orderUrl: new URL(`/order/${order.id}`, deps.config.publicUrl).href,
    roomUrl: new URL(getRoomPath(courseCode), deps.config.publicUrl).href,
    sender: deps.site.current,
  })
  await enqueueMail(tx, deps.jobs, {
    dedupeKey: `seat.moved:${moveId}`,
    to: seat.email,
    ...renderEmail(content),
    attachments: calendar ? [calendar] : [],
  })
}

/** Only for the buyer. Null: nothing is due. */
async function describeBalance(deps: Deps, tx: Tx, { order, seat }: MovedSeat) {
  if (order.person_id !== seat.personId || !order.balance_due_at) return null
  const { dueNow, dueLater } = getOrderBalance(order, await listOrderPayments(tx, order.id), deps.clock())
  const due = add(dueNow, dueLater)
  return due.minor === 0
    ? null
    : { amount: formatWithSymbol(due), day: formatDay(order.balance_due_at, order.timezone_id) }
}

type Sessions = Awaited<ReturnType<typeof listSessionsAhead>>
type Update = { removed: Sessions; added: Sessions }

/** Null without sessions. `raiseSequences` follows, so that a later change of the old sessions has a higher number. */
function createMoveCalendar({ removed, added }: Update, cohortCode: string, siteUrl: string): CalendarFile | null {
  const [first] = [...added, ...removed]
  if (!first) return null
  const method = ICalCalendarMethod.PUBLISH
  const calendar = createCalendar(first.course_title, method)
  for (const session of removed) addSessionEvent(calendar, { ...session, is_cancelled: true }, siteUrl)
  for (const session of added) addSessionEvent(calendar, session, siteUrl)
  return {
    filename: `${cohortCode.toLowerCase()}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: Buffer.from(calendar.toString()),
  }
}
