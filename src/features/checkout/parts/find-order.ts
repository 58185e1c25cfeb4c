/** An order for its receipt, by whichever credential this browser has for it, and the course that was bought. */
import { hasSession } from '#features/accounts/session.ts'
import type { CourseDefinition, course } from '#features/catalog/wire.ts'
import type { Client, Credential, Surroundings } from '#http/client.ts'
import { callOrder } from '../calls.ts'
import type { OrderView } from '../wire.ts'
import { credentialFor, readEnrolment } from './enrolment.ts'

export type Found =
  | { is: 'order'; order: OrderView; course: CourseDefinition | null; auth: Credential; email: string | null }
  | { is: 'not-found'; isSignedIn: boolean }
  | { is: 'unreachable'; message: string }

type Given = { client: Client; kept: Pick<Surroundings, 'local' | 'session'>; now: Date; orderId: string }

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

  const order = found.data.data
  const told = await callCourse(client, order.courseCode)
  const mine = readEnrolment(kept, now)
  return {
    is: 'order',
    order,
    course: told.error === null ? told.data.data : null,
    auth,
    email: order.buyer?.email ?? (mine?.orderId === orderId ? mine.email : null),
  }
}

const callCourse = (client: Client, prefixCode: string) =>
  client.call<typeof course>(
    { host: 'static-data', method: 'GET', path: 'courses/:prefixCode' },
    { params: { prefixCode }, query: {} },
  )
