/** What providers send us: checked, stored once by event id, and only then acted on by a job. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { isDecided } from '#domain/payment.ts'
import type { Deps } from '#http/deps.ts'
import type { Call } from '#http/handle.ts'
import { transact } from '#platform/db/one-transaction.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { endCardTesting } from './checkout-limits.ts'
import { hearRefunds } from './hear-refunds.ts'
import { addEvent, markEventHandled, paymentOfIntent } from './queries/payments.ts'
import { settle } from './settle.ts'
import { syncDisputesOfIntent } from './sync-disputes.ts'

const ABOUT_REFUNDS = /^(charge\.)?refund/
const ABOUT_DISPUTES = /^(charge\.)?dispute\./

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

/**
 * Events may come twice, late and out of order: the intent itself is asked, not the event believed. Most come after
 * the buyer's browser has brought the same news, and then there is nothing to ask.
 */
export async function handleEvent(
  deps: Deps,
  event: { eventId: string; intentId: string; type: string },
): Promise<void> {
  const { gateway } = deps
  if (!gateway) return
  const known = await paymentOfIntent(deps.db, gateway.provider, event.intentId)
  if (!known || !isDecided(known.state)) await settle(deps, await gateway.getIntent(event.intentId))
  if (known) await endCardTesting(deps, known.order_id, event.type)
  if (known && ABOUT_REFUNDS.test(event.type)) await hearRefunds(deps, known.id)
  if (ABOUT_DISPUTES.test(event.type)) await syncDisputesOfIntent(deps, event.intentId)
  await markEventHandled(deps.db, gateway.provider, event.eventId)
}
