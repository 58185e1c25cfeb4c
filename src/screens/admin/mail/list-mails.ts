/** Lists e-mails and suppressed addresses for admins. docs/contract §34. */
import { normaliseEmail } from '#domain/contact.ts'
import type { Deps } from '#http/deps.ts'
import {
  countMails,
  countMailsByView,
  listMailRows,
  listSuppressionRows,
  type MailRow,
  type SuppressionCursor,
} from '../queries/mails.ts'
import type { MailFilterQuery, MailListItem, Suppression } from '../wire/mails.ts'

const PAGE_SIZE = 25

export async function listMails({ db }: Pick<Deps, 'db'>, query: MailFilterQuery & { after?: string | undefined }) {
  const criteria = { view: query.view ?? null, kind: query.kind ?? null, address: parseAddress(query.email) }
  const [rows, count, counts] = await Promise.all([
    listMailRows(db, criteria, { after: query.after ?? null, limit: PAGE_SIZE + 1 }),
    countMails(db, criteria),
    countMailsByView(db),
  ])
  const mails = rows.slice(0, PAGE_SIZE).map(toListItem)
  return { mails, count, counts, next: rows.length > PAGE_SIZE ? mails.at(-1)!.mailId : null }
}

export async function listSuppressions(
  { db }: Pick<Deps, 'db'>,
  query: { email?: string | undefined; after?: string | undefined },
) {
  const [rows, counts] = await Promise.all([
    listSuppressionRows(db, {
      address: parseAddress(query.email),
      after: parseCursor(query.after),
      limit: PAGE_SIZE + 1,
    }),
    countMailsByView(db),
  ])
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  return {
    suppressions: page.map(toSuppression),
    counts,
    next: rows.length > PAGE_SIZE && last ? `${last.at} ${last.address}` : null,
  }
}

export function toSuppression(row: { address: string; reason: string; detail: string; created_at: Date }): Suppression {
  const { address: email, detail, created_at } = row
  return { email, reason: row.reason as Suppression['reason'], detail, since: created_at.toISOString() }
}

export function toListItem(row: MailRow): MailListItem {
  return {
    mailId: row.id,
    kind: row.kind,
    to: row.to_address,
    subject: row.subject,
    state: row.state as MailListItem['state'],
    mayHaveArrived: row.unknown_count > 0 && row.state !== 'sent',
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    attempts: row.attempts,
    problem: row.problem,
  }
}

const parseAddress = (email: string | undefined): string | null => (email ? normaliseEmail(email) : null)

/** `2027-01-01 10:00:00.123456+00 a@b.test`. Anything else begins at the newest. */
function parseCursor(after: string | undefined): SuppressionCursor | null {
  const [, at, address] =
    /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?) (\S+)$/.exec(after ?? '') ?? []
  return at && address && !Number.isNaN(Date.parse(at.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')))
    ? { at, address }
    : null
}
