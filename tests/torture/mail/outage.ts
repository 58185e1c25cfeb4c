/**
 * A mail server that misbehaves for an hour of simulated time. No e-mail is lost, and one arrives twice only if the server
 * accepted it and then dropped the connection. docs/contract §26.
 */
import { randomUUID } from 'node:crypto'
import type { Deps } from '#http/deps.ts'
import { listDueMails, releaseExpiredLeases } from '#people/mailing/queries/delivery.ts'
import { addMail } from '#people/mailing/queries.ts'
import { sendMail } from '#people/mailing/send.ts'
import { transact } from '#platform/db/transaction.ts'
import { createLog } from '#platform/log.ts'
import { createSmtp } from '#platform/mail/smtp.ts'
import { createRandom } from '../../support/random.ts'
import { withInstallation } from '../processing/worker-process.ts'
import { type BadServer, type Mood, startBadServer } from './bad-server.ts'

export type OutagePlan = { mails: number; seed: number }
export type OutageReport = { minutes: number; moods: Record<string, number>; doubles: number; faults: string[] }

const BAD_MINUTES = 60
/** The longest wait between two attempts is 30 minutes and a quarter of it. */
const MOST_MINUTES = BAD_MINUTES + 240
const AT_ONCE = 12
const TIMEOUTS = { connectionTimeout: 2000, greetingTimeout: 2000, socketTimeout: 300 }
const BAD: readonly Mood[] = [
  ...(['greylist', 'busy', 'hang-early', 'hang-late', 'drop-early', 'drop-late', 'accept-and-drop'] as const),
  'accept',
]

export function tortureOutage(plan: OutagePlan): Promise<OutageReport> {
  return withInstallation((deps) => sendThroughOutage(deps, plan))
}

async function sendThroughOutage(installation: Deps, { mails, seed }: OutagePlan): Promise<OutageReport> {
  const random = createRandom(seed)
  const start = Date.now()
  let minute = 0
  const server = await startBadServer(() => (minute < BAD_MINUTES ? random.pick(BAD) : 'accept'))
  const mailer = createSmtp(server.url, { from: 'school@understudy.test', timeouts: TIMEOUTS })
  const deps = { ...installation, mailer, log: createLog('silent'), clock: () => new Date(start + minute * 60_000) }
  try {
    await addMails(deps, mails)
    for (; minute < MOST_MINUTES && (await countOpen(deps)) > 0; minute++) {
      await releaseExpiredLeases(deps.db, deps.clock())
      const due = await listDueMails(deps.db, deps.clock())
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let id = due.shift(); id; id = due.shift()) await sendMail(deps, id)
        }),
      )
    }
    const { faults, doubles } = await judge(deps, server)
    return { minutes: minute, moods: Object.fromEntries(server.moods), doubles, faults }
  } finally {
    mailer.close()
    await server.close()
  }
}

/** Two of three e-mails are about an order and may be repeated; the third is a reminder. */
async function addMails({ db }: Deps, count: number): Promise<void> {
  const usefulUntil = new Date(Date.now() + 86_400_000)
  await transact(db, async (tx) => {
    for (let at = 0; at < count; at++) {
      const id = randomUUID()
      const content = { to: `r${at}@understudy.test`, subject: `Mail ${at}`, text: 'Hello', html: '<p>Hello</p>' }
      if (at % 3 === 0) await addMail(tx, { dedupeKey: `session.soon:${id}`, ...content, usefulUntil })
      else await addMail(tx, { dedupeKey: `receipt:${id}`, ...content })
    }
  })
}

async function countOpen({ db }: Deps): Promise<number> {
  const open = db.selectFrom('mail').select((is) => is.fn.countAll<string>().as('count'))
  return Number((await open.where('state', 'in', ['queued', 'sending']).executeTakeFirstOrThrow()).count)
}

async function judge({ db }: Deps, server: BadServer): Promise<{ faults: string[]; doubles: number }> {
  const faults: string[] = []
  let doubles = 0
  const byTo = Map.groupBy(server.received, ({ to }) => to)
  for (const mail of await db.selectFrom('mail').selectAll().execute()) {
    const arrived = byTo.get(mail.to_address) ?? []
    const dropped = arrived.filter(({ isDropped }) => isDropped).length
    const name = `${mail.dedupe_key} (${mail.state}, ${arrived.length} arrived, ${dropped} dropped, ${mail.problem})`
    if (arrived.length > 1) doubles++
    // An answer that comes after our time-out is as good as none.
    if (arrived.length > 1 + Math.max(dropped, mail.unknown_count)) faults.push(`sent again without a reason: ${name}`)
    if (!mail.may_repeat && arrived.length > 1) faults.push(`a reminder arrived twice: ${name}`)
    if (mail.state === 'sent' && arrived.length === 0) faults.push(`recorded as sent, and lost: ${name}`)
    const mayFail = !mail.may_repeat && mail.problem?.includes('may have arrived')
    if (mail.state === 'failed' && !mayFail) faults.push(`failed: ${name}`)
    if (mail.state !== 'sent' && mail.state !== 'failed') faults.push(`not finished: ${name}`)
    if (new Set(arrived.map(({ messageId }) => messageId)).size > 1) faults.push(`two Message-IDs: ${name}`)
  }
  return { faults, doubles }
}
