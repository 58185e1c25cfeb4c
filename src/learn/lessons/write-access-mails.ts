/** Writes the e-mails about access, once each. docs/contract §22. */
import { formatDay } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { renderEmail } from '#people/mailing/email.tsx'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { enqueueOptionalMail } from '#people/mailing/enqueue-optional-mail.ts'
import { hasMail } from '#people/mailing/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { accessEndingMail, accessFrozenMail, accessLockedMail, accessRestoredMail } from './mail/access-mails.ts'
import { listEndingSoon, listPeopleOfOrder } from './queries/mail-facts.ts'
import type { AccessChange } from './queue.ts'

const DAY_MS = 86_400_000
/** The most days before the end, and the least: a reminder that is late by more than half its lead is not sent. */
const REMINDERS = [
  { days: 14, leastDays: 7 },
  { days: 2, leastDays: 1 },
] as const

/** Runs each hour. An end that moves later gets its own reminders. */
export async function writeEndingEmails(deps: Deps): Promise<void> {
  const now = deps.clock().getTime()
  for (const { days, leastDays } of REMINDERS) {
    const window = { from: new Date(now + leastDays * DAY_MS), until: new Date(now + days * DAY_MS) }
    await handleEach(
      deps.log,
      await listEndingSoon(deps.db, window),
      (row) => writeEndingEmail(deps, row, days),
      ({ id: enrolmentId }) => ['no e-mail about the end of access', { enrolmentId }],
    )
  }
}

type EndingRow = Awaited<ReturnType<typeof listEndingSoon>>[number]

async function writeEndingEmail(deps: Deps, row: EndingRow, days: number): Promise<void> {
  const endsOn = formatDay(row.access_ends_at, row.timezone_id)
  await transact(deps.db, (tx) =>
    enqueueOptionalMail(deps, tx, {
      kind: 'access.ending',
      person: { id: row.person_id, email: row.email },
      about: `${row.id}:${row.access_ends_at.toISOString()}:${days}`,
      content: accessEndingMail(deps, row, endsOn),
      timezoneId: row.timezone_id,
      usefulUntil: row.access_ends_at,
    }),
  )
}

/**
 * After an order was paused or disputed, or that is over. A buyer gets the e-mails about the balance instead, so
 * `locked` goes to friends only. The end is written only to people who got the beginning. Nobody hears of a pause whose
 * access has ended anyway.
 */
export async function writeAccessChange(deps: Deps, { orderId, kind, since, isOver }: AccessChange): Promise<void> {
  for (const row of await listPeopleOfOrder(deps.db, orderId)) {
    if (kind === 'locked' && row.email === row.buyer_email) continue
    if (row.access_ends_at && row.access_ends_at <= deps.clock()) continue
    const isClosed = kind === 'locked' ? row.paused_at !== null : row.frozen_at !== null
    if (isClosed === isOver || (isOver && (row.paused_at || row.frozen_at))) continue
    const about = `${row.person_id}:${row.id}:${since}`
    const beginning = `access.${kind}:${about}` as const
    const write = kind === 'locked' ? accessLockedMail : accessFrozenMail
    await transact(deps.db, async (tx) => {
      if (isOver && !(await hasMail(tx, beginning))) return
      const content = (isOver ? accessRestoredMail : write)(deps, row)
      const dedupeKey = isOver ? (`access.restored:${about}` as const) : beginning
      await enqueueMail(tx, deps.jobs, { dedupeKey, to: row.email, ...renderEmail(content) })
    })
  }
}
