/**
 * Three workers write and send a message to learners and are killed, while learners leave and turn messages off. Each
 * person of the message gets it once, and nobody else gets it. docs/contract §43, promise S7.
 */
import { sql } from 'kysely'
import { EVERYBODY } from '#domain/messages/learner-choice.ts'
import type { Deps } from '#http/deps.ts'
import { broadcastStartJob } from '#learn/messages/queue.ts'
import { startMessage, writeMessage } from '#learn/messages/write-message.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { createRandom, type Random } from '../../support/random.ts'
import { givenCourse } from '../../world/selling.ts'
import { pause } from '../installation.ts'
import { withInstallation } from '../processing/worker-process.ts'
import { type BadServer, startBadServer } from './bad-server.ts'
import { addLearners, countQueued, createWorker, enqueueRest, finish } from './reminders.ts'

export type MessagesPlan = { learners: number; kills: number; seed: number }
export type MessagesReport = {
  kills: number
  sent: number
  visiblyFailed: number
  leftOut: number
  faults: string[]
}

const WORKERS = 3
const PATIENCE_MS = 600_000

export function tortureMessages({ learners, kills, seed }: MessagesPlan): Promise<MessagesReport> {
  return withInstallation(async (deps, dataDir) => {
    const random = createRandom(seed)
    // At times the server has an e-mail and never answers: its worker dies before it knows.
    const server = await startBadServer(() => (random.chance(0.03) ? 'accept-and-hang' : 'accept'))
    const workers = Array.from({ length: WORKERS }, () => createWorker(dataDir, server.url, 'run-message-worker.ts'))
    try {
      const { messageId, strangers } = await givenMessage(deps, learners)
      await Promise.all(workers.map((worker) => worker.start()))
      await deps.jobs.enqueue(deps.db, broadcastStartJob, { messageId })
      let killed = 0
      for (; killed < kills && (await isGoingOn(deps, messageId)); killed++) {
        await waitForProgress(deps, messageId, server, ((killed + 1) * learners) / (kills + 2), killed % 2 === 0)
        await letSomeLeave(deps, random)
        const worker = random.pick(workers)
        await worker.kill9()
        await worker.start()
      }
      const deadline = Date.now() + PATIENCE_MS
      while ((await isGoingOn(deps, messageId)) && Date.now() < deadline) {
        // As the sweep does each minute.
        await startMessage(deps, messageId)
        await writeMessage(deps, messageId)
        await enqueueRest(deps)
        await pause(500)
      }
      await Promise.all(workers.map((worker) => worker.kill9()))
      await finish(deps, server)
      return { kills: killed, ...(await judge(deps, server, messageId, strangers)) }
    } finally {
      await Promise.all(workers.map((worker) => worker.kill9()))
      await server.close()
    }
  })
}

/** A message that is due, to the learners of a course. Another course has learners of its own. */
async function givenMessage(deps: Deps, learners: number): Promise<{ messageId: string; strangers: Set<string> }> {
  const [cohortCode, other] = [
    await givenCourse(deps, { seats: learners }),
    await givenCourse(deps, { seats: learners }),
  ]
  await addLearners(deps, cohortCode, 0, learners)
  await addLearners(deps, other, 1, 20)
  // They left before sending starts.
  await sql`update enrolment set state = 'cancelled', cancelled_at = now() from person
    where person.id = enrolment.person_id and person.email like 'g0-%7@understudy.test'`.execute(deps.db)
  const { rows } = await sql<{ email: string }>`select email from person
    where email like 'g1-%' or email like 'g0-%7@understudy.test'`.execute(deps.db)
  const { id } = await deps.db
    .insertInto('broadcast')
    .values({
      course_code: cohortCode.slice(0, -2),
      recipients: JSON.stringify(EVERYBODY),
      subject: 'Bring a lamp',
      body: 'Hello {first name}',
      state: 'scheduled',
      send_at: new Date(Date.now() - 1000),
      day_slot: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { messageId: id, strangers: new Set(rows.map(({ email }) => email)) }
}

async function isGoingOn(deps: Deps, messageId: string): Promise<boolean> {
  const { state } = await deps.db
    .selectFrom('broadcast')
    .select('state')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
  return state !== 'sent' || (await countQueued(deps)) > 0
}

/** Waits for so many handled recipients, or for so many e-mails that arrived. */
async function waitForProgress(
  deps: Deps,
  messageId: string,
  server: BadServer,
  count: number,
  isWriting: boolean,
): Promise<void> {
  const countHandled = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from broadcast_recipient
      where broadcast_id = ${messageId} and handled_at is not null`.execute(deps.db)
    return rows[0]!.count
  }
  const deadline = Date.now() + 20_000
  while ((isWriting ? await countHandled() : server.received.length) < count && Date.now() < deadline) await pause(5)
}

async function letSomeLeave({ db }: Deps, random: Random): Promise<void> {
  const digit = random.pick(['1', '3', '5'])
  await sql`update enrolment set state = 'cancelled', cancelled_at = now() from person
    where person.id = enrolment.person_id and person.email like ${`g0-%${digit}2@understudy.test`} and enrolment.state = 'active'`.execute(
    db,
  )
  await sql`insert into mail_opt_out (address, category) select email, 'course.news' from person
    where email like ${`g0-%${digit}4@understudy.test`} on conflict do nothing`.execute(db)
}

async function judge(
  deps: Deps,
  server: BadServer,
  messageId: string,
  strangers: ReadonlySet<string>,
): Promise<Omit<MessagesReport, 'kills'>> {
  const faults: string[] = []
  const counts = { sent: 0, visiblyFailed: 0, leftOut: 0 }
  const byTo = Map.groupBy(server.received, ({ to }) => to)
  for (const address of byTo.keys()) if (strangers.has(address)) faults.push(`sent to a stranger: ${address}`)
  const { rows } = await sql<{ email: string; state: string; mail: string | null; problem: string | null }>`
    select person.email, recipient.state, mail.state as mail, mail.problem from broadcast_recipient recipient
      join person on person.id = recipient.person_id
      left join mail on mail.dedupe_key = 'course.news:' || recipient.person_id || ':' || recipient.broadcast_id
    where recipient.broadcast_id = ${messageId}`.execute(deps.db)
  for (const { email, state, mail, problem } of rows) {
    const arrived = byTo.get(email)?.length ?? 0
    const name = `${email} (${state}, ${mail}, ${arrived} arrived, ${problem})`
    if (arrived > 1) faults.push(`sent twice: ${name}`)
    if (strangers.has(email)) faults.push(`a stranger is a recipient: ${name}`)
    if (state === 'waiting') faults.push(`never handled: ${name}`)
    else if (state === 'left-out' || mail === 'cancelled') {
      counts.leftOut++
      if (arrived > 0 || (mail !== null && state === 'left-out')) faults.push(`sent although left out: ${name}`)
    } else if (mail === 'sent') {
      counts.sent++
      if (arrived !== 1) faults.push(`recorded as sent, and lost: ${name}`)
    } else if (mail === 'failed' && problem?.includes('may have arrived')) counts.visiblyFailed++
    else faults.push(`not finished: ${name}`)
  }
  const { violations } = (await audit(deps)).find(({ id }) => id === 'Q17')!
  return { ...counts, faults: [...faults, ...violations.map((violation) => JSON.stringify(violation))] }
}
