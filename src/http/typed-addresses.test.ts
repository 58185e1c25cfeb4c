/** Each call that e-mails a typed address takes from one limit of its client. docs/contract §2. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEndpoints } from '#app/hosts/endpoints.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { addSignUp } from '#people/accounts/queries/sign-ups.ts'
import { consumeLimit } from '#platform/limits.ts'
import { givenPaidOrder } from '../../tests/world/bought.ts'
import { bodyFor } from '../../tests/world/free-places.ts'
import { createIdentityWorld, fresh, type Identity } from '../../tests/world/identity.ts'
import { cards, checkoutBody, givenCourse, givenGiftCard } from '../../tests/world/selling.ts'

const ADDRESS = '127.0.0.1'
const MOST = 200

let setup: Identity
let course: string
let free: string
let full: string
beforeAll(async () => {
  setup = await createIdentityWorld()
  course = await givenCourse(setup.world)
  free = await givenCourse(setup.world, { priceMinor: 0 })
  full = await givenCourse(setup.world, { seats: 1 })
  await givenPaidOrder(setup.world, { courseCode: full })
})
afterAll(() => setup.close())

type Body = Record<string, unknown>
type Call = { body: () => Promise<Body> | Body; uses: number; errorCode?: string }
const friend = () => ({ name: 'Bo', email: fresh() })
const order = async (more: object = {}) => ({
  ...(await checkoutBody(setup.world, await givenCourse(setup.world), fresh(), { seats: 3, ...more })),
  friends: [friend(), friend()],
})
const password = 'eleven quiet lanterns'
const giftCard = () => ({
  paymentMethod: 'card',
  amount: { amount: '50.00', currency: 'USD' },
  recipient: friend(),
  buyer: friend(),
  consent: { terms: true },
})

/** Each call with a typed address, and the uses of the limit. */
const COUNTED: Record<string, Call> = {
  'sign-up': { body: () => ({ email: fresh(), name: 'Ada', password }), uses: 1 },
  'log-in': {
    // Of a sign-up whose address is not confirmed. The password is right, so each log-in sends the e-mail again.
    body: async () => {
      const email = fresh()
      const passwordHash = await createPasswords().createHash(password)
      await addSignUp(setup.world.db, { email, name: 'Ada', phoneNumber: null, country: null, passwordHash })
      return { email, password }
    },
    uses: 1,
    errorCode: 'EMAIL_UNVERIFIED',
  },
  'log-in-link': { body: () => ({ email: fresh() }), uses: 1 },
  'forget-password': { body: () => ({ email: fresh() }), uses: 1 },
  'waitlist/': { body: () => ({ email: fresh(), courseCode: full }), uses: 1 },
  'coming-soon-notification/': { body: () => ({ data: { email: fresh() }, course }), uses: 1 },
  'send-curriculum': { body: () => ({ email: fresh(), course }), uses: 1 },
  'course-reminder-list': { body: () => ({ email: fresh(), courseCode: course, timezoneId: 'UTC' }), uses: 1 },
  'general-enrolment': { body: () => bodyFor(free, fresh()), uses: 1 },
  'course-enrolment-zero/': {
    // A course of its own, because one address holds only a few unconfirmed places of a course.
    body: async () =>
      bodyFor(await givenCourse(setup.world, { priceMinor: 0 }), fresh(), { seats: 3, friends: [friend(), friend()] }),
    uses: 3,
  },
  'saved-checkouts': {
    body: () => ({
      consent: true,
      email: fresh(),
      name: 'Ada',
      timezoneId: 'UTC',
      courseCode: course,
      seats: 1,
      paymentType: 'full',
    }),
    uses: 1,
  },
  'sign-up-payment/card': { body: () => order(), uses: 2 },
  'sign-up-payment/gift-card': {
    body: async () => ({ ...(await order({ giftCardCode: await givenGiftCard(setup.world, 2_000) })) }),
    uses: 2,
  },
  'support-messages': { body: () => ({ email: fresh(), name: 'Ada', message: 'Hello', page: '/faq' }), uses: 1 },
  'gift-cards': { body: giftCard, uses: 1 },
}

/** Other calls with an address in their body, and why they are not above. */
const UNCOUNTED: Record<string, string> = {
  'delete-account': 'the address of the account itself',
  'orders/:orderId/friends': 'a test of its own below',
  'sign-up-payment/paypal': 'the verb of sign-up-payment/card, with PayPal configured',
  'set-up': 'no e-mail, and only with the token of the set-up',
  'set-up/check': 'no e-mail, and only with the token of the set-up',
  'studio/cohorts/:cohort/free-seats': 'only for creators of the course and admins, with a limit of its own',
  'verify-email': 'no e-mail',
}

const post = (path: string, body: Body) => setup.post(path, body, { 'idempotency-key': randomUUID() })
const useUp = (left: number) => consumeLimit(setup.world.db, 'emailPerClient', ADDRESS, undefined, MOST - left)
const forget = () => setup.world.db.deleteFrom('rate_limit').execute()

test.each(Object.entries(COUNTED))('%s takes from the limit, and is refused above it', async (path, call) => {
  const { body, uses, errorCode } = call
  await forget()
  await useUp(uses)
  const within = await post(path, await body())
  if (errorCode) expect(within.body).toMatchObject({ errorCode })
  else expect(within.status, JSON.stringify(within.body)).toBeLessThan(300)
  const above = await post(path, await body())
  expect(above, path).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMITED' } })

  await forget()
  await useUp(uses - 1)
  expect((await post(path, await body())).status, `${uses} are counted`).toBe(429)
})

test('naming a friend takes from the limit, and is refused above it', async () => {
  await forget()
  const { checkoutToken, orderId, clientSecret } = (await post('sign-up-payment/card', await order())).body.data
  await setup.world.gateway!.sandbox.confirm({ clientSecret, ...cards.good })
  const headers = { authorization: `Bearer ${checkoutToken}` }
  await setup.api.call(`/api/v1/verify-payment?orderId=${orderId}`, { headers })
  await forget()
  await useUp(1)
  const name = () => setup.post(`orders/${orderId}/friends`, { seat: 3, ...friend() }, headers)
  expect((await name()).status).not.toBe(429)
  expect(await name()).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMITED' } })
})

test('no other call has an address in its body', () => {
  const withAddress = listEndpoints(setup.world)
    .map(({ endpoint }) => endpoint)
    .filter(
      ({ method, actor, body }) =>
        method === 'POST' &&
        actor !== 'admin' &&
        body &&
        hasEmail(body.toJSONSchema({ unrepresentable: 'any', io: 'input' })),
    )
    .map(({ path }) => path)
  expect(withAddress.toSorted()).toEqual([...Object.keys(COUNTED), ...Object.keys(UNCOUNTED)].toSorted())
})

function hasEmail(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return Object.entries(schema).some(
    ([key, value]) => (key === 'email' && typeof value === 'object') || hasEmail(value),
  )
}
