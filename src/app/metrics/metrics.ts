/** The figures of this process for Prometheus: requests, event loop, memory, and the connections to the database. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '#http/deps.ts'
import { countConnections } from '#platform/db/db.ts'
import type { RequestLog } from '#platform/request-log.ts'
import { addQueueMetrics } from './queue-metrics.ts'

export type Metrics = {
  registry: Registry
  /** Counts the requests that the log gets. */
  measure(log: RequestLog): RequestLog
}

/** Seconds. Up to the point at which a person no longer waits. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(deps: Deps): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'understudy_requests_total',
    help: 'Requests by the pattern of their route, method and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'understudy_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['route'] as const,
    buckets: DURATION_BUCKETS,
    registers,
  })
  new Gauge({
    name: 'understudy_database_connections',
    help: 'Connections to the database, and statements that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(countConnections(deps.db))) this.set({ state }, count)
    },
  })
  addQueueMetrics(registry, deps)
  return {
    registry,
    measure: (log) => (line) => {
      // An unknown address has no pattern, and its own text would make a new series for each.
      const route = line.route ?? 'none'
      requests.inc({ method: line.method, route, status: line.status })
      durations.observe({ route }, line.ms / 1000)
      log(line)
    },
  }
}
