/**
 * Gives a new demo the twelve weeks before its first day, while the demo is in use. Each step begins at most once, so a
 * killed story goes on at the next start. docs/contract §8, docs/decisions/0069.
 */
import { z } from 'zod'
import { StartupError } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import { listCourseSessions } from '#learn/live/queries/sessions.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import { defineJob, type JobHandler, type JobName } from '#platform/jobs/define-job.ts'
import { SIGNATURE_HEADER } from '#sandbox/books.ts'
import { sandboxDeliverJob } from '#sandbox/queue.ts'
import {
  deleteStoryJob,
  endStory,
  getNextStoryJob,
  getStory,
  noteStep,
  type StoryJob,
  startStoryJob,
  withStoryLock,
} from '#sandbox/story-record.ts'
import { receiveWebhook } from '#sell/payments/webhooks.ts'
import { createRest } from './create-rest.ts'
import { createPast, type Past } from './past-deps.ts'
import { perform } from './perform.ts'
import { createPlot, getStoryStart, type Step } from './plot.ts'

const DAY_MS = 86_400_000

export type Telling = {
  listHandlers(deps: Deps): JobHandler[]
  signal: AbortSignal
  /** @param percent of the steps */
  onProgress?: (percent: number) => void
  /** The server refuses requests, so that the story rests longer. Null in tests: the story does not rest. */
  isOverloaded: (() => boolean) | null
  /** A shorter one in tests. */
  createSteps?: typeof createPlot
}

/**
 * Resolves with true once the story is told. False: there is none, another process tells it, or the signal ended it.
 *
 * @throws StartupError in every mode but demo
 */
export async function tellStory(live: Deps, telling: Telling): Promise<boolean> {
  if (live.config.mode !== 'demo') throw new StartupError('Only a demo has a story.')
  const story = await getStory(live.db)
  if (!story || story.isTold) return false
  const past = createPast(live, getStoryStart(story.beganAt))
  let isTold = false
  try {
    await withStoryLock(past.deps.db, async () => {
      isTold = await tell(live, past, telling)
    })
  } finally {
    await past.close()
  }
  return isTold
}

async function tell(live: Deps, past: Past, telling: Telling): Promise<boolean> {
  const { deps } = past
  const story = await getStory(deps.db)
  if (!story || story.isTold) return false
  const taught = (await listCourseSessions(deps.db, 'SND')).map(({ starts_at }) => starts_at)
  const plot = (telling.createSteps ?? createPlot)(story.beganAt, taught)
  const handlers = createHandlers(deps, telling)
  const { signal, isOverloaded } = telling
  const rest = isOverloaded ? createRest({ signal, isOverloaded }) : async () => {}
  const lastBegun = plot[story.step - 1]
  if (lastBegun) past.moveTo(lastBegun.at)
  for (const [index, step] of plot.entries()) {
    if (index < story.step) continue
    await runJobs(past, handlers, step.at, rest, telling.signal)
    if (telling.signal.aborted) return false
    past.moveTo(step.at)
    await noteStep(deps.db, { step: index + 1, steps: plot.length })
    await performSafely(deps, step)
    await rest()
    telling.onProgress?.(Math.floor(((index + 1) / plot.length) * 100))
  }
  await runJobs(past, handlers, story.beganAt, rest, telling.signal)
  if (telling.signal.aborted) return false
  await handOver(live)
  await endStory(live.db)
  return true
}

/** A visitor may have taken the seat meanwhile. The rest of the story does not depend on one step. */
async function performSafely(deps: Deps, { act }: Step): Promise<void> {
  try {
    await perform(deps, act)
  } catch (error) {
    // The steps throw plain errors for what is not as the story needs it.
    if (error instanceof Error && error.constructor === Error)
      deps.log.warn({ step: act.kind, reason: error.message }, 'a step of the demo’s story was left out')
    else logFailure(deps.log, error, 'a step of the demo’s story failed', { step: act.kind })
  }
}

type Handlers = { byName: ReadonlyMap<string, JobHandler['handle']>; sweeps: readonly JobHandler[] }

/** Films, backups, expiry and the comparison with the providers wait for the end of the story. */
const NOT_IN_THE_PAST = /^(media|backup|personal-data)\.|^checkout\.(reconcile|lost|late|delete)/

function createHandlers(deps: Deps, { listHandlers }: Telling): Handlers {
  const all = listHandlers(deps)
  const byName = new Map(all.map(({ job, handle }) => [job.name as string, handle]))
  byName.set(sandboxDeliverJob.name, (data) => deliver(deps, sandboxDeliverJob.schema.parse(data).eventId))
  return { byName, sweeps: all.filter(({ job }) => job.cron && !NOT_IN_THE_PAST.test(job.name)) }
}

/** The provider's event, without the way over HTTP: the server that would get it lives today. */
async function deliver(deps: Deps, eventId: string): Promise<void> {
  const delivery = await deps.gateways.forMethod('card')?.sandbox?.delivery(eventId)
  if (!delivery) return
  const call = {
    actor: { kind: 'guest', checkoutToken: null },
    ip: '',
    proxyCountry: null,
    requestId: eventId,
  } as const
  const headers = { [SIGNATURE_HEADER]: delivery.signature }
  await receiveWebhook(deps, delivery.provider, { ...call, headers, rawBody: delivery.body })
}

/** What a job waits for has passed when it runs. */
const JOB_DELAY_MS = 1000
/** The hours of UTC at which the jobs of the schedules run in the story. */
const SWEEP_HOURS = [8, 18]

/** Runs what is due until then, each job at its own time. */
async function runJobs(
  past: Past,
  handlers: Handlers,
  until: Date,
  rest: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (let sweepAt = getNextSweep(past.deps.clock()); ; ) {
    const before = sweepAt < until ? sweepAt : until
    for (
      let job = await getNextStoryJob(past.deps.db, before);
      job;
      job = await getNextStoryJob(past.deps.db, before)
    ) {
      if (signal.aborted) return
      past.moveTo(new Date(job.startAfter.getTime() + JOB_DELAY_MS))
      await runJob(past.deps, handlers.byName.get(job.name), job)
      await rest()
    }
    if (sweepAt >= until || signal.aborted) return
    past.moveTo(sweepAt)
    for (const sweep of handlers.sweeps) await runSafely(past.deps, sweep.job.name, () => sweep.handle(null))
    await rest()
    sweepAt = getNextSweep(sweepAt)
  }
}

function getNextSweep(after: Date): Date {
  const day = Math.floor(after.getTime() / DAY_MS) * DAY_MS
  const times = [...SWEEP_HOURS, SWEEP_HOURS[0]! + 24].map((hour) => day + hour * 3_600_000)
  return new Date(times.find((time) => time > after.getTime())!)
}

async function runJob(deps: Deps, handle: JobHandler['handle'] | undefined, job: StoryJob): Promise<void> {
  await startStoryJob(deps.db, job.id)
  if (handle) await runSafely(deps, job.name, () => handle(job.data))
  await deleteStoryJob(deps.db, job.id)
}

async function runSafely(deps: Deps, job: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    logFailure(deps.log, error, 'a job of the demo’s story failed', { job })
  }
}

/** Jobs of a time after the story, such as the reminders of sessions to come, are the demo's own from now on. */
async function handOver({ db, jobs }: Deps): Promise<void> {
  for (let job = await getNextStoryJob(db, null); job; job = await getNextStoryJob(db, null)) {
    const { id, name, data, key, startAfter } = job
    const named = defineJob({ name: name as JobName, schema: z.record(z.string(), z.unknown()) })
    await db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, named, { ...data }, { startAfter, ...(key && { key }) })
      await deleteStoryJob(tx, id)
    })
  }
}
