/**
 * The private calendar feed of a person: the sessions of all own courses, and the days on which balances are due.
 * docs/contract §28.
 */
import { createHash } from 'node:crypto'
import { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { addSessionEvent, createCalendar, createEventId, toCalendarText } from '#catalogue/catalog/calendar/calendar.ts'
import { formatWithSymbol, money } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { toZoneTime } from '#domain/schedule.ts'
import { isolated } from '#domain/typed-text.ts'
import type { Deps } from '#http/deps.ts'
import { listBalancesDue } from '#learn/lessons/queries/due.ts'
import { consumeLimit } from '#platform/limits.ts'
import {
  deleteFeed,
  findFeed,
  getFeedId,
  listFeedSessions,
  listFrozenOrders,
  putFeed,
} from './queries/calendar-feed.ts'

const PURPOSE = 'calendar-feed'
const SECRET = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/
const REFRESH_SECONDS = 3600

type UrlDeps = Pick<Deps, 'secrets' | 'config'>

/** Null: the person has no feed. */
export async function getCalendarFeed(deps: Deps, personId: string): Promise<string | null> {
  const id = await getFeedId(deps.db, personId)
  return id && createFeedUrl(deps, id)
}

/** `renews` ends the old address. Otherwise a repeat returns the same address. */
export async function putCalendarFeed(deps: Deps, personId: string, renews: boolean): Promise<string> {
  return createFeedUrl(deps, await putFeed(deps.db, personId, renews))
}

export async function endCalendarFeed({ db }: Pick<Deps, 'db'>, personId: string): Promise<void> {
  await deleteFeed(db, personId)
}

function createFeedUrl({ secrets, config }: UrlDeps, id: string): string {
  const mac = secrets.mac(PURPOSE, id).toString('base64url')
  return new URL(`/calendar/feed/${id}.${mac}.ics`, config.publicUrl).href
}

type FeedFile = { etag: string; content: string }

/**
 * The file behind an address. Its secret is all that opens it, so an unknown, replaced or changed secret is the same
 * 404.
 */
export async function loadFeedFile(deps: Deps, secret: string): Promise<Outcome<FeedFile>> {
  const [, id, mac] = SECRET.exec(secret) ?? []
  if (!id || !mac || !deps.secrets.isMac(PURPOSE, id, mac)) return refused('NOT_FOUND')
  const wait = await consumeLimit(deps.db, 'calendarFeed', id)
  if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
  const feed = await findFeed(deps.db, id)
  if (!feed) return refused('NOT_FOUND')
  const [sessions, balances] = await Promise.all([
    listFeedSessions(deps.db, feed.person_id, deps.clock()),
    listOpenBalances(deps, feed.person_id),
  ])
  const { publicUrl } = deps.config
  const calendar = createCalendar(deps.site.current.name, ICalCalendarMethod.PUBLISH)
  calendar.ttl(REFRESH_SECONDS)
  for (const session of sessions.toReversed()) addSessionEvent(calendar, session, publicUrl)
  for (const balance of balances) {
    const { order_id: orderId, title, currency, left_minor: leftMinor } = balance
    const zone = feed.timezone_id ?? balance.timezone_id
    const due = toZoneTime(balance.balance_due_at, zone)
    calendar.createEvent({
      id: createEventId(`balance-${orderId}`, publicUrl),
      // The date of a balance never changes after the purchase.
      sequence: 0,
      allDay: true,
      start: new Date(`${due.localDate}T00:00:00Z`),
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: toCalendarText(isolated`Balance due: ${formatWithSymbol(money(leftMinor, currency))} (${title})`),
      description: `Pay until ${due.displayText}.`,
      url: new URL(`/order/${orderId}`, publicUrl).href,
    })
  }
  const data = JSON.stringify([sessions, balances, feed.timezone_id, publicUrl, deps.site.current.name])
  // Weak: each answer has its own DTSTAMP.
  const etag = `W/"${createHash('sha256').update(data).digest('base64url')}"`
  return accepted({ etag, content: calendar.toString() })
}

/** Without orders that a dispute froze: their balance cannot be paid. */
async function listOpenBalances({ db }: Pick<Deps, 'db'>, personId: string) {
  const balances = await listBalancesDue(db, personId)
  const orderIds = balances.map(({ order_id }) => order_id)
  const frozen = orderIds.length > 0 ? await listFrozenOrders(db, orderIds) : new Set()
  return balances.filter(({ order_id }) => !frozen.has(order_id))
}
