import { expect, test } from 'vitest'
import type { AuthKind, Client } from '#http/client.ts'
import { createMemoryStorage } from '../../../../tests/support/memory-storage.ts'
import {
  createEnrolment,
  deleteEnrolment,
  readEnrolment,
  storeCheckoutToken,
  storeEnrolment,
} from '../session/enrolment.ts'
import { findOrder } from './find-order.ts'

const now = new Date('2026-12-15T12:00:00Z')
const orderId = 'order-1'
const order = { orderId, status: 'complete', courseCode: null, payments: [] }
const found = { data: { data: order }, error: null, errorCode: null, status: 200 }
const refuse = (status: number, errorCode: string) => ({ data: null, error: 'The sentence.', errorCode, status })

/** A tab that has placed the order, in a browser where somebody may be logged in. */
function createTab(isSignedIn: boolean, answers: Partial<Record<AuthKind, unknown>>) {
  const storage = { local: createMemoryStorage(), session: createMemoryStorage() }
  const offer = { courseCode: 'NG-2027-01', offerCode: 'NG-2027-01' }
  storeEnrolment(storage, { ...createEnrolment(offer, 'quote-1', now), orderId, email: 'ana@cruz.test' })
  storeCheckoutToken(storage, 'token-1')
  if (isSignedIn) storage.local.setItem('access_token', 'learner-token')
  const client = {
    call: async (_endpoint: unknown, { auth }: { auth: AuthKind }) => {
      // As the client's hook does when a session has ended.
      if ((answers[auth] as { status: number }).status === 401) deleteEnrolment(storage)
      return answers[auth]
    },
  } as unknown as Client
  return { storage, find: () => findOrder({ client, storage, now, orderId }) }
}

test('a logged-in buyer gets their own view of the order, in the tab that placed it too', async () => {
  expect(await createTab(true, { learner: found, checkout: found }).find()).toMatchObject({
    is: 'order',
    auth: 'learner',
  })
})

test.each([refuse(404, 'ORDER_NOT_FOUND'), refuse(401, 'TOKEN_REQUIRED')])(
  'the tab that placed an order shows it to a person whom the answer is %j',
  async (learner) => {
    const { storage, find } = createTab(true, { learner, checkout: found })
    const own = { is: 'order', auth: 'checkout', email: 'ana@cruz.test' }
    expect(await find()).toMatchObject(own)
    // After a reload too.
    expect(readEnrolment(storage, now)).toMatchObject({ orderId })
    expect(await find()).toMatchObject(own)
  },
)

test('a guest sees the order by the token of the tab', async () => {
  expect(await createTab(false, { checkout: found }).find()).toMatchObject({ auth: 'checkout', email: 'ana@cruz.test' })
})
