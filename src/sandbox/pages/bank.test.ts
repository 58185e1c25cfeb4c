import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountSandbox } from '#app/hosts/sandbox.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import type { Placed } from '#sell/payments/wire/answers.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, guest, type World } from '../../../tests/world/world.ts'

let world: World
let app: FastifyInstance
let base: string
beforeAll(async () => {
  world = await createWorld()
  app = Fastify({ genReqId: () => randomUUID() })
  await mountSandbox(app, world)
  await app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.close()
  await world.close()
})

/** Places an order whose card needs a bank challenge. Returns the challenge's URL on this test's own server. */
async function placeChallengedOrder(): Promise<{ placed: Placed; challengeUrl: string }> {
  const outcome = await placeOrder(world, guest(), await checkoutBody(world, await givenCourse(world)), '192.0.2.1')
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  const confirmed = await fetch(`${base}/sandbox/v1/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret: outcome.value.clientSecret, ...cards.asks }),
  })
  const body = await confirmed.json()
  expect(body).toEqual({ status: 'requires_action', nextAction: { redirectUrl: expect.any(String) } })
  return { placed: outcome.value, challengeUrl: base + new URL(body.nextAction.redirectUrl).pathname }
}

const sendAnswer = (challengeUrl: string, choice: string) =>
  fetch(challengeUrl, { method: 'POST', body: new URLSearchParams({ answer: choice }), redirect: 'manual' })

async function verify(placed: Placed) {
  const outcome = await checkPayment(world, guest(placed.checkoutToken), { orderId: placed.orderId })
  return outcome.ok ? outcome.value : outcome.refusal
}

test('the page names amount and payee, has no script, and its URL holds no secret of the payment', async () => {
  const { placed, challengeUrl } = await placeChallengedOrder()
  const page = await fetch(challengeUrl)
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'self'.*form-action 'self' http:\/\/localhost/,
  )
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(html).toContain('data-amount="399.00" data-currency="USD"')
  expect(html).toContain('Understudy (localhost:3000)')
  expect(html).not.toMatch(/<script|style=/)
  expect(challengeUrl + html).not.toContain(placed.clientSecret.slice(-20))
  expect((await fetch(`${base}/sandbox/bank.css`)).headers.get('content-type')).toContain('text/css')
})

test('while the challenge is open, the order’s status includes its URL', async () => {
  const { placed, challengeUrl } = await placeChallengedOrder()
  const expected = {
    status: 'pending',
    data: { nextAction: { redirectUrl: expect.stringMatching(/\/sandbox\/bank\/\S+$/) } },
  }
  expect(await verify(placed)).toMatchObject(expected)
  await sendAnswer(challengeUrl, 'accept')
  expect(await verify(placed)).toMatchObject({ status: 'complete' })
  expect(JSON.stringify(await verify(placed))).not.toContain('nextAction')
})

test.each([
  ['accept', { status: 'complete' }],
  ['refuse', { status: 'failed', data: { failureCode: 'challenge_refused' } }],
])('%s is accepted once and redirects to the order', async (choice, outcome) => {
  const { placed, challengeUrl } = await placeChallengedOrder()
  const response = await sendAnswer(challengeUrl, choice)
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`http://localhost:3000/order/${placed.orderId}`)
  expect(await verify(placed)).toMatchObject(outcome)

  const page = await fetch(challengeUrl)
  expect(await page.text()).toContain('This request has ended')
  await Promise.all(['accept', 'refuse', 'accept'].map((other) => sendAnswer(challengeUrl, other)))
  expect(await verify(placed)).toMatchObject(outcome)
})

test('an unknown answer changes nothing, and an unknown challenge is a 404', async () => {
  const { placed, challengeUrl } = await placeChallengedOrder()
  expect((await sendAnswer(challengeUrl, 'perhaps')).status).toBe(400)
  expect(await verify(placed)).toMatchObject({ status: 'pending' })
  for (const unknown of [`${base}/sandbox/bank/${placed.clientSecret}`, `${base}/sandbox/bank/null`]) {
    expect((await fetch(unknown)).status).toBe(404)
    expect((await sendAnswer(unknown, 'accept')).status).toBe(404)
  }
})
