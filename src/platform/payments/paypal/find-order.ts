/** Finds the order of a capture: events and disputes name captures, and our payments name orders. */
import { type PaypalClient, requireDone } from './client.ts'
import { CaptureShape } from './shapes.ts'

/** Null: none of our payments. */
export type Subject = { orderId: string } | { captureId: string } | null

/** The order of a capture. Null for a capture without an order, such as one of another use of the account. */
export async function findOrderId(client: PaypalClient, subject: Subject): Promise<string | null> {
  if (!subject) return null
  if ('orderId' in subject) return subject.orderId
  const answer = await client.get(`/v2/payments/captures/${subject.captureId}`, CaptureShape)
  if (answer.ok) return answer.value.supplementary_data?.related_ids?.order_id ?? null
  return answer.refusal.status === 404 ? null : requireDone('to show a capture', answer)
}
