/** PayPal's events: as it delivers them, and as it lists them. https://developer.paypal.com/api/rest/webhooks/event-names/ */
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { ProviderEvent } from '../gateway.ts'
import type { Certificates } from './certificates.ts'
import type { PaypalClient } from './client.ts'
import { DisputeShape, getDisputedCapture } from './disputes.ts'
import { findOrderId, type Subject } from './find-order.ts'
import { CaptureShape, LinksShape } from './shapes.ts'
import { isSigned } from './signature.ts'

export const EventShape = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  event_type: z.string().max(100),
  resource: z.unknown(),
})
export type EventShape = z.output<typeof EventShape>

export const EventListShape = z.object({ events: z.array(EventShape).nullish(), links: LinksShape })

const OrderResource = z.object({ id: z.string().regex(/^[A-Z0-9]{1,36}$/) })
const RefundResource = z.object({ links: LinksShape })

/**
 * The event in a signed delivery. Null if PayPal did not sign it. PayPal is asked for the order of a refund or a dispute.
 * @throws Error if PayPal cannot be asked, so that it delivers the event again
 */
export async function readEvent(
  client: PaypalClient,
  certificates: Certificates,
  delivery: { rawBody: string; headers: IncomingHttpHeaders; webhookId: string },
): Promise<ProviderEvent | null> {
  if (!(await isSigned(delivery, certificates, new Date()))) return null
  const event = EventShape.parse(JSON.parse(delivery.rawBody))
  return { eventId: event.id, type: event.event_type, intentId: await findOrderId(client, getSubject(event)) }
}

/** An event is about an order, or about a capture whose order PayPal has to be asked for. */
export function getSubject({ event_type: type, resource }: EventShape): Subject {
  if (type.startsWith('CHECKOUT.ORDER.')) {
    const order = OrderResource.safeParse(resource)
    return order.success ? { orderId: order.data.id } : null
  }
  if (type === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED') {
    const reversed = z.object({ order_id: OrderResource.shape.id }).safeParse(resource)
    return reversed.success ? { orderId: reversed.data.order_id } : null
  }
  if (type.startsWith('CUSTOMER.DISPUTE.')) return toSubject(getDisputed(resource))
  if (!type.startsWith('PAYMENT.CAPTURE.')) return null
  const capture = CaptureShape.safeParse(resource)
  const orderId = capture.success && capture.data.supplementary_data?.related_ids?.order_id
  if (orderId) return { orderId }
  return toSubject(getCaptureOfRefund(resource) ?? (capture.success ? capture.data.id : null))
}

const toSubject = (captureId: string | null): Subject => (captureId ? { captureId } : null)

function getDisputed(resource: unknown): string | null {
  const dispute = DisputeShape.pick({ disputed_transactions: true }).safeParse(resource)
  return dispute.success ? getDisputedCapture(dispute.data) : null
}

/** A refund names its capture by a link only. */
function getCaptureOfRefund(resource: unknown): string | null {
  const refund = RefundResource.safeParse(resource)
  const up = refund.success ? (refund.data.links ?? []).find(({ rel }) => rel === 'up') : undefined
  return /\/v2\/payments\/captures\/([A-Z0-9]{1,36})$/.exec(up?.href ?? '')?.[1] ?? null
}
