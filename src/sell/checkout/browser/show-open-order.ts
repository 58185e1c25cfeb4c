/** A course page that the buyer returns to says that an order of this tab still waits for its payment. */
import { browserClient } from '#http/client.ts'
import { registerCheckoutHooks } from '../session/client-hooks.ts'
import { getOrderAccess, readEnrolment } from '../session/enrolment.ts'
import { readBuyerOrder } from '../wire/order.ts'

/** The page has a hidden note with a link, which names the course: `data-open-order`. */
export async function showOpenOrder(page: Document): Promise<void> {
  const note = page.querySelector<HTMLElement>('[data-open-order]')
  const storage = { local: localStorage, session: sessionStorage }
  const orderId = readEnrolment(storage, new Date())?.orderId
  if (!note || !orderId) return
  registerCheckoutHooks()
  const auth = getOrderAccess(storage, orderId, new Date())
  const response = await browserClient().call(readBuyerOrder, { params: { orderId }, auth })
  const order = response.error === null ? response.data.data : null
  note.hidden = order?.status !== 'pending' || order.coursePrefixCode !== note.dataset.openOrder
  note.querySelector('a')!.href = `/order/${orderId}`
}
