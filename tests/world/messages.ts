/** Messages to learners in a test: a class, its teacher, and a draft. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { EVERYBODY } from '#domain/messages/learner-choice.ts'
import { messagesJobs } from '#learn/messages/jobs.ts'
import type { RecipientFilter } from '#learn/messages/recipient-filter.ts'
import * as wire from '#learn/messages/wire.ts'
import { isMessageTrue, startMessage } from '#learn/messages/write-message.ts'
import { mailingJobs } from '#people/mailing/jobs.ts'
import type { Identity } from './identity.ts'
import { createLearner, type Learner } from './learner.ts'
import { givenSession } from './lessons.ts'
import { givenCourse } from './selling.ts'
import { createTeacher } from './teacher.ts'

const BODY = 'Hello {first name},\n\nour next session is **{next session}**. See {portal link}.\n\n- a lamp\n- a spoon'
const auth = 'learner' as const

export type Class = { cohortCode: string; course: string; learners: Learner[]; teacher: Learner }

/** The jobs of messages and e-mails, as the worker has them. */
export function workOnMessages({ world }: Identity): Promise<void> {
  return world.jobs.work([...messagesJobs(world), ...mailingJobs(world, { 'course.news': isMessageTrue })])
}

export async function givenClass(setup: Identity, learnerCount: number): Promise<Class> {
  const cohortCode = await givenCourse(setup.world, { seats: null })
  await givenSession(setup.world, cohortCode, { title: 'Light', startsAt: new Date(Date.now() + 86_400_000) })
  const learners: Learner[] = []
  for (let count = 0; count < learnerCount; count++) learners.push(await createLearner(setup, cohortCode))
  return { cohortCode, course: cohortCode.slice(0, -2), learners, teacher: await createTeacher(setup, cohortCode) }
}

type DraftFields = { subject?: string; body?: string; filter?: Partial<RecipientFilter>; repliesToSender?: boolean }
export type Draft = Awaited<ReturnType<typeof givenDraft>>

export async function givenDraft({ course, teacher }: Class, { filter, ...fields }: DraftFields = {}) {
  const made = await teacher.client.call(wire.createMessage, {
    auth,
    params: { course },
    body: { filter: EVERYBODY },
    idempotencyKey: randomUUID(),
  })
  const params = { course, messageId: must(made).data.messageId }
  const text = {
    subject: 'Bring a lamp',
    body: BODY,
    filter: { ...EVERYBODY, ...filter },
    repliesToSender: false,
    ...fields,
  }
  const saved = await teacher.client.call(wire.saveMessage, { auth, params, body: { version: 1, text } })
  return { params, text, version: must(saved).data.version }
}

/** @param sendAt null: in 30 seconds */
export function sendDraft({ client }: Learner, { params, version }: Draft, sendAt: Date | null = null) {
  return client.call(wire.sendMessage, {
    auth,
    params,
    body: { version, sendAt: sendAt?.toISOString() ?? null },
    idempotencyKey: randomUUID(),
  })
}

/** The dependencies half a minute later. */
export const afterUndo = ({ world }: Identity) => ({ ...world, clock: () => new Date(Date.now() + 31_000) })

/** As the worker does, half a minute later. */
export async function sendAll(setup: Identity, { params }: Draft): Promise<void> {
  await startMessage(afterUndo(setup), params.messageId)
  await setup.world.runJobs()
}

export const listMessageMails = ({ world }: Identity, { email }: Learner) =>
  world.db
    .selectFrom('mail')
    .selectAll()
    .where('to_address', '=', email)
    .where(sql<boolean>`kind like 'course.news%'`)
    .execute()

/** The body of a call that was not refused. */
export function must<Body>(response: { error: null; data: Body } | { error: string; data?: unknown }): Body {
  if (response.error !== null) throw new Error(response.error)
  return response.data as Body
}
