/** What providers send us: checked, stored once by event id, and only then acted on by a job. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Call } from '#http/handle.ts'
import { transact } from '#platform/db/one-transaction.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { addEvent, markEventHandled } from './queries/payments.ts'
import { settle } from './settle.ts'

export async function takeWebhook(deps: Deps, provider: Gateway['provider'], call: Call): Promise<Outcome<null>> {
  const { gateway } = deps
  if (gateway?.provider !== provider || !gateway.readEvent) return refused('NOT_FOUND')
  const event = call.rawBody === null ? null : gateway.readEvent(call.rawBody, call.headers)
  if (!event) return refused('SIGNATURE_INVALID')

  await transact(deps.db, async (tx) => {
    const isNew = await addEvent(tx, { provider: gateway.provider, ...event })
    if (isNew && event.intentId) await deps.jobs.enqueue(tx, 'provider.event', event, { key: event.eventId })
  })
  return accepted(null)
}

/** Events may come twice, late and out of order: the intent itself is asked, not the event believed. */
export async function handleEvent(deps: Deps, event: { eventId: string; intentId: string }): Promise<void> {
  if (!deps.gateway) return
  await settle(deps, await deps.gateway.getIntent(event.intentId))
  await markEventHandled(deps.db, deps.gateway.provider, event.eventId)
}
