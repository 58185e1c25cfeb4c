/** The charges, refunds and disputes of a time, from PayPal's lists. PayPal lists charges and refunds as events only. */
import type { z } from 'zod'
import type { Gateway } from '../gateway.ts'
import type { ProviderDispute } from '../provider-dispute.ts'
import type { ProviderRefund } from '../provider-refund.ts'
import { type PaypalClient, requireDone } from './client.ts'
import { DisputeListShape, DisputeShape, getDisputedCapture, toProviderDispute } from './disputes.ts'
import { EventListShape, type EventShape, getSubject } from './events.ts'
import { findOrderId, type Subject } from './find-order.ts'
import { getRefunded, listOrderRefunds } from './orders.ts'
import { CaptureShape, type LinksShape, OrderShape } from './shapes.ts'

const PAGE = 100
const DISPUTES_PAGE = 50
/** The most pages that one listing reads. */
const MOST_PAGES = 100
const AT_ONCE = 8
/** PayPal's clock may be ahead of ours. */
const CLOCKS_DIFFER_MS = 5 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** PayPal lists the events of 30 days, and the disputes of 180. It refuses an earlier start. */
const MOST_EVENT_DAYS = 29
const MOST_DISPUTE_DAYS = 179

type Charge = Awaited<ReturnType<Gateway['listCharges']>>[number]

/** Charges of other uses of the same account have no reference. */
export async function listCharges(client: PaypalClient, since: Date): Promise<Charge[]> {
  const events = await listEvents(client, 'PAYMENT.CAPTURE.COMPLETED', since)
  const refunds = await listRefunds(client, since)
  const charges = events.flatMap(({ resource }): Charge[] => {
    const { amount, custom_id: reference, supplementary_data: data } = CaptureShape.parse(resource)
    const intentId = data?.related_ids?.order_id
    if (!reference || !intentId) return []
    const own = refunds.filter((refund) => refund.intentId === intentId)
    return [{ intentId, reference, amount, refunded: getRefunded(own, amount.currency) }]
  })
  return [...new Map(charges.map((charge) => [charge.intentId, charge])).values()]
}

/** The events tell which orders had a refund. Their orders tell how each refund ended. */
export async function listRefunds(client: PaypalClient, since: Date): Promise<ProviderRefund[]> {
  const events = await listEvents(client, 'PAYMENT.CAPTURE.REFUNDED', since)
  const orderIds = await forEach([...distinct(events.map(getSubject))], (subject) => findOrderId(client, subject))
  const all = await forEach([...new Set(orderIds.filter((id) => id !== null))], async (orderId) => {
    const answer = await client.get(`/v2/checkout/orders/${orderId}`, OrderShape)
    return answer.ok ? listOrderRefunds(answer.value) : []
  })
  return all
    .flat()
    .filter(({ at }) => at >= since)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** The disputes of one capture, or all that were opened since then; the oldest first. */
export async function listDisputes(
  client: PaypalClient,
  of: { since: Date } | { captureId: string; intentId: string },
): Promise<ProviderDispute[]> {
  const filter: Record<string, string> =
    'since' in of ? { start_time: getStart(of.since, MOST_DISPUTE_DAYS) } : { disputed_transaction_id: of.captureId }
  const query = new URLSearchParams({ ...filter, page_size: String(DISPUTES_PAGE) })
  const pages = await readPages(client, `/v1/customer/disputes?${query}`, DisputeListShape)
  const ids = new Set(pages.flatMap(({ items }) => items ?? []).map(({ dispute_id }) => dispute_id))
  const all = await forEach([...ids], async (id): Promise<ProviderDispute[]> => {
    const dispute = requireDone('to show a dispute', await client.get(`/v1/customer/disputes/${id}`, DisputeShape))
    const captureId = getDisputedCapture(dispute)
    const intentId = 'intentId' in of ? of.intentId : await findOrderId(client, captureId ? { captureId } : null)
    return intentId ? [toProviderDispute(dispute, intentId)] : []
  })
  return all.flat().sort((a, b) => a.at.getTime() - b.at.getTime())
}

const getStart = (since: Date, mostDays: number): string =>
  new Date(Math.max(since.getTime(), Date.now() - mostDays * DAY_MS)).toISOString()

async function listEvents(client: PaypalClient, type: string, since: Date): Promise<EventShape[]> {
  const query = new URLSearchParams({
    event_type: type,
    start_time: getStart(since, MOST_EVENT_DAYS),
    end_time: new Date(Math.max(Date.now(), since.getTime()) + CLOCKS_DIFFER_MS).toISOString(),
    page_size: String(PAGE),
  })
  const pages = await readPages(client, `/v1/notifications/webhooks-events?${query}`, EventListShape)
  return [...new Map(pages.flatMap(({ events }) => events ?? []).map((event) => [event.id, event])).values()]
}

/** Follows PayPal's own links, but only their path: the token goes to no other host. */
async function readPages<Schema extends z.ZodType<{ links?: z.output<typeof LinksShape> }>>(
  client: PaypalClient,
  first: string,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const pages: z.output<Schema>[] = []
  for (let path: string | null = first; path !== null && pages.length < MOST_PAGES; ) {
    const page: z.output<Schema> = requireDone('a list', await client.get(path, schema))
    pages.push(page)
    const next: string | undefined = (page.links ?? []).find(({ rel }) => rel === 'next')?.href
    const address = next ? URL.parse(next) : null
    path = address ? address.pathname + address.search : null
  }
  return pages
}

const distinct = (subjects: readonly Subject[]): Iterable<Subject> =>
  new Map(subjects.map((subject) => [JSON.stringify(subject), subject])).values()

async function forEach<Item, Answer>(items: readonly Item[], act: (item: Item) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) answers[index] = await act(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return answers
}
