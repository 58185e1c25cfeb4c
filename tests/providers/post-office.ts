/** Brings a double's signed events to us: once and in order, or as the worst day would have it. */
import type { Random } from '../support/random.ts'

export type Route = {
  url: string
  /** The headers that sign a body, as the provider would. */
  sign(body: string): Record<string, string>
  /** `plain`: each once. `wild`: each three times, late, in any order, and again through an outage. `lost`: none. */
  manner: 'plain' | 'wild' | 'lost'
  random: Random
}

const LATEST_MS = 400
/** Providers try for days. A `wild` event is tried for two minutes, longer than a killed server needs to start again. */
const TRIES = { plain: 6, wild: 240 }
const PAUSE_MS = 500

export type PostOffice = {
  send(event: object): void
  /** Delivers what has not gone yet, now: an event may be there before the answer to what caused it. */
  hurry(): Promise<void>
  /** Until nothing is under way. */
  rest(): Promise<void>
  delivered: number
}

export function createWebhookSender(route: () => Route | null): PostOffice {
  const underWay = new Set<Promise<void>>()
  let waiting: object[] = []

  async function deliver(event: object, { url, sign, manner }: Route, delayMs: number): Promise<void> {
    await pause(delayMs)
    const body = JSON.stringify(event)
    const tries = TRIES[manner === 'wild' ? 'wild' : 'plain']
    for (let attempt = 1; attempt <= tries && route(); attempt++) {
      const headers = { 'content-type': 'application/json', ...sign(body) }
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(5000),
      }).catch(() => null)
      await answer?.arrayBuffer().catch(() => null)
      if (answer?.ok) return void office.delivered++
      await pause(PAUSE_MS)
    }
  }

  function startDelivery(event: object, delayMs: number): Promise<void> {
    const to = route()
    if (!to) return Promise.resolve()
    const journey = deliver(event, to, delayMs).finally(() => underWay.delete(journey))
    underWay.add(journey)
    return journey
  }

  const office: PostOffice = {
    delivered: 0,
    send(event) {
      const to = route()
      if (!to || to.manner === 'lost') return
      if (to.manner === 'plain') return void startDelivery(event, 0)
      waiting.push(event)
      for (let copy = 1; copy < 3; copy++) void startDelivery(event, to.random.next() * LATEST_MS)
      // The first copy waits for hurry(), or goes late too.
      setTimeout(() => {
        if (!waiting.includes(event)) return
        waiting = waiting.filter((other) => other !== event)
        void startDelivery(event, 0)
      }, to.random.next() * LATEST_MS)
    },
    async hurry() {
      const now = waiting
      waiting = []
      const journeys = now.map((event) => startDelivery(event, 0))
      await Promise.race([Promise.all(journeys), pause(1000)])
    },
    async rest() {
      while (waiting.length > 0 || underWay.size > 0) {
        await pause(20)
        await Promise.all(underWay)
      }
    },
  }
  return office
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
