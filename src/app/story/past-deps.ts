/** The dependencies of a verb that runs at a moment of the past, with the sandboxes only: no letter and no charge leaves. */
import { createSandboxGateways } from '#app/configured-gateways.ts'
import type { Deps } from '#http/deps.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { createPastDb } from '#sandbox/past-db.ts'
import { addStoryJob } from '#sandbox/story-record.ts'

export type Past = {
  deps: Deps
  /** Never goes back. */
  moveTo(time: Date): void
  close(): Promise<void>
}

/** The worker looks for new films by itself. */
const ABOUT_FILMS = /^media\./

export function createPast(live: Deps, start: Date): Past {
  let now = start
  const { db, close } = createPastDb(live.databaseUrl, live.log, () => now)
  const jobs: Deps['jobs'] = {
    ...live.jobs,
    async enqueue(tx, job, data, options = {}) {
      if (!ABOUT_FILMS.test(job.name)) await addStoryJob(tx, job, data, options)
    },
  }
  const { origin: _, ...own } = live
  const deps: Deps = {
    ...own,
    db,
    jobs,
    gateways: createSandboxGateways(live.config, { db, jobs, secrets: live.secrets }),
    mailer: createOutbox(),
    clock: () => now,
  }
  return {
    deps,
    moveTo(time) {
      if (time > now) now = time
    },
    close,
  }
}
