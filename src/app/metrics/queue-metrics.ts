/** What the database knows: queues with their ages, e-mails, payments and media. Read when Prometheus asks. */
import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '#http/deps.ts'
import { listLateJobs } from '#platform/jobs/schedule-records.ts'
import {
  countMediaSteps,
  countPaymentsOfLastHour,
  countUnsentMails,
  countWaitingJobs,
  type Waiting,
} from './queries.ts'

/** Every process answers with the same figures: alert on `max`, and never add them up. */
export function addQueueMetrics(registry: Registry, { db }: Deps): void {
  const registers = [registry]

  /** How many wait, and for how many seconds the oldest does. Each reads for itself, so that one is never a scrape late. */
  function addQueue(name: string, words: string, load: () => Promise<Waiting[]>): void {
    const addGauge = (suffix: string, help: string, pick: (waiting: Waiting) => number) =>
      new Gauge({
        name: `understudy_${name}_${suffix}`,
        help,
        labelNames: ['kind'] as const,
        registers,
        async collect() {
          const rows = await load()
          this.reset()
          for (const row of rows) this.set({ kind: row.kind }, pick(row))
        },
      })
    addGauge('waiting', `Number of ${words}.`, ({ count }) => count)
    addGauge('oldest_seconds', `Seconds that the oldest of the ${words} has waited.`, ({ seconds }) => seconds)
  }

  addQueue('jobs', 'jobs that are due', () => countWaitingJobs(db))
  addQueue('mails', 'e-mails that are not sent yet', () => countUnsentMails(db))
  addQueue('media_steps', 'steps of media files that wait or run', () => countMediaSteps(db))
  new Gauge({
    name: 'understudy_late_jobs',
    help: 'Scheduled jobs without a success for three of their intervals.',
    registers,
    async collect() {
      this.set((await listLateJobs(db)).length)
    },
  })
  new Gauge({
    name: 'understudy_payments_last_hour',
    help: 'Payments that began in the last hour, by provider and state.',
    labelNames: ['provider', 'state'] as const,
    registers,
    async collect() {
      this.reset()
      for (const { provider, state, count } of await countPaymentsOfLastHour(db)) this.set({ provider, state }, count)
    },
  })
}
