/**
 * Three workers send reminders of sessions and are killed. None is sent twice, none to a person who left or about a session
 * that moved, and one that may have been lost is a visible failure. docs/contract §26.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Deps } from '#http/deps.ts'
import { isReminderTrue } from '#learn/live/is-reminder-true.ts'
import { sendReminders } from '#learn/live/send-session-mails.ts'
import { isMessageTrue } from '#learn/messages/write-message.ts'
import { listDueMails, releaseExpiredLeases } from '#people/mailing/queries/delivery.ts'
import { mailSendJob } from '#people/mailing/queue.ts'
import { sendMail } from '#people/mailing/send.ts'
import { createSmtp } from '#platform/mail/smtp.ts'
import { createRandom, type Random } from '../../support/random.ts'
import { givenSession } from '../../world/lessons.ts'
import { givenCourse } from '../../world/selling.ts'
import { pause } from '../installation.ts'
import { withInstallation } from '../processing/worker-process.ts'
import { type BadServer, startBadServer } from './bad-server.ts'

export type RemindersPlan = { reminders: number; kills: number; seed: number }
export type RemindersReport = {
  kills: number
  sent: number
  visiblyFailed: number
  cancelled: number
  faults: string[]
}

const WORKERS = 3
const CLASSES = 5
const PATIENCE_MS = 600_000
const LEASE_OVER_MS = 180_000

export function tortureReminders({ reminders, kills, seed }: RemindersPlan): Promise<RemindersReport> {
  return withInstallation(async (deps, dataDir) => {
    const random = createRandom(seed)
    // Before each second kill one worker waits for the answer to an e-mail that the server has. It dies before it knows.
    let hangsAt: number | null = null
    const server = await startBadServer(() => {
      if (hangsAt === null || server.received.length < hangsAt) return 'accept'
      hangsAt = null
      return 'accept-and-hang'
    })
    const workers = Array.from({ length: WORKERS }, () => createWorker(dataDir, server.url))
    try {
      const gone = await writeReminders(deps, reminders, random)
      const between = (reminders - gone.size) / (kills + 2)
      hangsAt = between
      await Promise.all(workers.map((worker) => worker.start()))
      let killed = 0
      for (; killed < kills && (await countQueued(deps)) > 0; killed++) {
        const until = server.received.length + between
        const isDue = () => (killed % 2 === 0 ? countUnanswered(server) > killed / 2 : server.received.length >= until)
        while (!isDue() && (await countQueued(deps)) > 0) await pause(5)
        const worker = random.pick(workers)
        await worker.kill9()
        if (killed % 2 === 1) hangsAt = server.received.length + between
        await worker.start()
      }
      const deadline = Date.now() + PATIENCE_MS
      while ((await countQueued(deps)) > 0 && Date.now() < deadline) {
        await enqueueRest(deps)
        await pause(1000)
      }
      await Promise.all(workers.map((worker) => worker.kill9()))
      await finish(deps, server)
      return { kills: killed, ...(await judge(deps, server, gone)) }
    } finally {
      await Promise.all(workers.map((worker) => worker.kill9()))
      await server.close()
    }
  })
}

export function createWorker(dataDir: string, smtpUrl: string, program = 'run-worker.ts') {
  let child: ChildProcess | undefined
  return {
    async start() {
      const env = { ...process.env, NODE_OPTIONS: '', MODE: 'demo', DATA_DIR: dataDir, SMTP_URL: smtpUrl }
      child = spawn(process.execPath, [join(import.meta.dirname, program)], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
      if (child.exitCode !== null) throw new Error(`The worker ended with ${child.exitCode}.`)
    },
    async kill9() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * Writes the reminders, and then lets people leave, one session be cancelled and another move, before any is sent.
 *
 * @returns the addresses that may get nothing
 */
async function writeReminders(deps: Deps, count: number, random: Random): Promise<Set<string>> {
  const startsAt = new Date(Date.now() + 3_600_000 - 5000)
  const sessions: string[] = []
  for (let group = 0; group < CLASSES; group++) {
    const cohortCode = await givenCourse(deps, { seats: count })
    sessions.push((await givenSession(deps, cohortCode, { startsAt })).sessionId)
    await addLearners(deps, cohortCode, group, Math.ceil(count / CLASSES))
  }
  while ((await countQueued(deps)) < count) {
    const before = await countQueued(deps)
    await sendReminders(deps)
    if ((await countQueued(deps)) === before) break
  }
  const [cancelled, moved] = random.shuffle(sessions)
  await deps.db.updateTable('cohort_session').set({ cancelled_at: new Date() }).where('id', '=', cancelled!).execute()
  await deps.db
    .updateTable('cohort_session')
    .set({
      starts_at: new Date(startsAt.getTime() + 86_400_000),
      ends_at: new Date(startsAt.getTime() + 90_000_000),
      sequence: 1,
    })
    .where('id', '=', moved!)
    .execute()
  await sql`update enrolment set state = 'cancelled', cancelled_at = now() from person
    where person.id = enrolment.person_id and person.email like '%7@understudy.test'`.execute(deps.db)
  const { rows } = await sql<{ email: string }>`select email from person
    join enrolment on enrolment.person_id = person.id join cohort_session on cohort_session.cohort_code = enrolment.cohort_code
    where enrolment.state = 'cancelled' or cohort_session.id in (${cancelled}, ${moved})`.execute(deps.db)
  return new Set(rows.map(({ email }) => email))
}

export async function addLearners({ db }: Deps, cohortCode: string, group: number, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`insert into person (email, name, email_verified_at)
      select ${`g${group}-`} || n || '@understudy.test', 'Ada', now() from generate_series(1, ${count}::int) n`.execute(
      tx,
    )
    await sql`update cohort set taken = ${count} where cohort_code = ${cohortCode}`.execute(tx)
    await sql`with learner as (select id, email, name from person where email like ${`g${group}-%`}),
      placed as (insert into orders (product, cohort_code, offer_code, seats, subtotal_minor, total_minor, currency, payment_type,
          terms_accepted_at, timezone_id, email, name, person_id, state, completed_at)
        select 'cohort', ${cohortCode}, ${cohortCode}, 1, 0, 0, 'USD', 'full', now(), 'UTC', email, name, id, 'complete', now() from learner
        returning id, person_id)
      insert into enrolment (person_id, cohort_code, order_id) select person_id, ${cohortCode}, id from placed`.execute(
      tx,
    )
  })
}

const countState = async ({ db }: Deps, state: 'queued' | 'cancelled') =>
  Number(
    (
      await db
        .selectFrom('mail')
        .select((is) => is.fn.countAll<string>().as('count'))
        .where('state', '=', state)
        .executeTakeFirstOrThrow()
    ).count,
  )
export const countQueued = (deps: Deps) => countState(deps, 'queued')

/** The e-mails that the server stored without an answer. */
const countUnanswered = ({ received }: BadServer) => received.filter(({ isDropped }) => isDropped).length

export async function enqueueRest(deps: Deps): Promise<void> {
  for (const mailId of await listDueMails(deps.db, new Date()))
    await deps.jobs.enqueue(deps.db, mailSendJob, { mailId }, { key: mailId })
}

/** Lets the leases of the killed workers end, and sends what is safe to send. */
export async function finish(deps: Deps, server: BadServer): Promise<void> {
  const mailer = createSmtp(server.url, { from: 'school@understudy.test' })
  const later = { ...deps, mailer, clock: () => new Date(Date.now() + LEASE_OVER_MS) }
  await releaseExpiredLeases(deps.db, later.clock())
  for (const id of await listDueMails(deps.db, later.clock()))
    await sendMail(later, id, { 'session.soon': isReminderTrue, 'course.news': isMessageTrue })
  mailer.close()
}

async function judge(
  deps: Deps,
  server: BadServer,
  gone: ReadonlySet<string>,
): Promise<Omit<RemindersReport, 'kills'>> {
  const faults: string[] = []
  const counts = { sent: 0, visiblyFailed: 0, cancelled: 0 }
  const byTo = Map.groupBy(server.received, ({ to }) => to)
  for (const mail of await deps.db.selectFrom('mail').selectAll().execute()) {
    const arrived = byTo.get(mail.to_address)?.length ?? 0
    const name = `${mail.to_address} (${mail.state}, ${arrived} arrived, ${mail.problem})`
    if (mail.state === 'sent') counts.sent++
    else if (mail.state === 'failed') counts.visiblyFailed++
    else if (mail.state === 'cancelled') counts.cancelled++
    else faults.push(`not finished: ${name}`)
    if (arrived > 1) faults.push(`sent twice: ${name}`)
    if (arrived > 0 && gone.has(mail.to_address)) faults.push(`sent although its reason ended: ${name}`)
    if (mail.state === 'sent' && arrived !== 1) faults.push(`recorded as sent, and lost: ${name}`)
    if (mail.state === 'cancelled' && !gone.has(mail.to_address)) faults.push(`cancelled without a reason: ${name}`)
    if (mail.state === 'failed' && !mail.problem?.includes('may have arrived')) faults.push(`failed: ${name}`)
  }
  return { ...counts, faults }
}
