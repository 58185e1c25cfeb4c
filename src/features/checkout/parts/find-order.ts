/** An order for its receipt, by whichever credential this browser has for it, and the course that was bought. */
import { hasSession } from '#features/accounts/session.ts'
import type { CourseDefinition, course } from '#features/catalog/wire.ts'
import type { Client, ClientEnvironment, Credential } from '#http/client.ts'
import { callOrder, callVerifyPayment } from '../calls.ts'
import type { OrderView } from '../wire/order.ts'
import { credentialFor, readEnrolment } from './enrolment.ts'
import { afterStanding } from './outcomes.ts'

export type Found =
  /** `bankUrl`: where the bank's question is answered, while it asks one. */
  | {
      is: 'order'
      order: OrderView
      bankUrl: string | null
      /** No card has reached the provider. */
      isUnsent: boolean
      course: CourseDefinition | null
      auth: Credential
      email: string | null
    }
  | { is: 'not-found'; isSignedIn: boolean }
  | { is: 'unreachable'; message: string }

type Given = { client: Client; kept: Pick<ClientEnvironment, 'local' | 'session'>; now: Date; orderId: string }

export async function findOrder({ client, kept, now, orderId }: Given): Promise<Found> {
  const isSignedIn = () => hasSession(kept)
  let auth = credentialFor(kept, orderId, now)
  let found = await callOrder(client, orderId, auth)
  if (found.error !== null && auth === 'checkout' && isSignedIn()) {
    auth = 'learner'
    found = await callOrder(client, orderId, auth)
  }
  if (found.error !== null) {
    return found.status > 0 && found.status < 500
      ? { is: 'not-found', isSignedIn: isSignedIn() }
      : { is: 'unreachable', message: found.error }
  }

  const { order, ...open } = await asItStands(client, found.data.data, auth)
  const told = order.gift ? null : await callCourse(client, order.courseCode)
  const mine = readEnrolment(kept, now)
  return {
    is: 'order',
    order,
    bankUrl: open.bankUrl,
    isUnsent: open.isUnsent ?? false,
    course: told?.error === null ? told.data.data : null,
    auth,
    email: order.buyer?.email ?? (mine?.orderId === orderId ? mine.email : null),
  }
}

/** Who comes back from the bank's page has often been answered already: the provider is asked before anything is shown. */
async function asItStands(
  client: Client,
  order: OrderView,
  auth: Credential,
): Promise<{ order: OrderView; bankUrl: string | null; isUnsent?: boolean }> {
  if (order.payments.at(-1)?.status !== 'pending') return { order, bankUrl: null }
  const told = await callVerifyPayment(client, { orderId: order.orderId }, auth)
  if (told.error !== null) return { order, bankUrl: null }
  const after = afterStanding(told.data)
  if (after.next === 'question') return { order, bankUrl: after.bankUrl }
  if (after.next === 'wait' || after.next === 'unsent' || after.next === 'ask-anew')
    return { order, bankUrl: null, isUnsent: after.next === 'unsent' }
  const now = await callOrder(client, order.orderId, auth)
  return { order: now.error === null ? now.data.data : order, bankUrl: null }
}

const callCourse = (client: Client, prefixCode: string) =>
  client.call<typeof course>(
    { host: 'static-data', method: 'GET', path: 'courses/:prefixCode' },
    { params: { prefixCode }, query: {} },
  )
