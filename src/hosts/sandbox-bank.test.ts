import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '#features/checkout/order.ts'
import { howItStands } from '#features/checkout/verify.ts'
import type { Placed } from '#features/checkout/wire.ts'
import { cards, checkoutBody, givenCourse } from '../../tests/selling.ts'
import { guest, openWorld, type World } from '../../tests/world.ts'
import { mountSandbox } from './sandbox.ts'

let world: World
let app: FastifyInstance
let base: string
beforeAll(async () => {
  world = await openWorld()
  app = Fastify({ genReqId: () => randomUUID() })
  await mountSandbox(app, world)
  await app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.close()
  await world.close()
})

/** An order whose card brought a question; the address that the sandbox gave, on this test's own server. */
async function asked(): Promise<{ placed: Placed; question: string }> {
  const outcome = await placeOrder(world, guest(), await checkoutBody(world, await givenCourse(world)), '192.0.2.1')
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  const confirmed = await fetch(`${base}/sandbox/v1/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret: outcome.value.clientSecret, ...cards.asks }),
  })
  const body = await confirmed.json()
  expect(body).toEqual({ status: 'requires_action', nextAction: { redirectUrl: expect.any(String) } })
  return { placed: outcome.value, question: base + new URL(body.nextAction.redirectUrl).pathname }
}

const answer = (question: string, word: string) =>
  fetch(question, { method: 'POST', body: new URLSearchParams({ answer: word }), redirect: 'manual' })

async function verify(placed: Placed) {
  const outcome = await howItStands(world, guest(placed.checkoutToken), { orderId: placed.orderId })
  return outcome.ok ? outcome.value : outcome.refusal
}

test('names amount and payee, has no script, and its address holds no secret of the payment', async () => {
  const { placed, question } = await asked()
  const page = await fetch(question)
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'self'.*form-action 'self' http:\/\/localhost/,
  )
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(html).toContain('data-amount="399.00" data-currency="USD"')
  expect(html).toContain('Understudy (localhost:3000)')
  expect(html).not.toMatch(/<script|style=/)
  expect(question + html).not.toContain(placed.clientSecret.slice(-20))
  expect((await fetch(`${base}/sandbox/bank.css`)).headers.get('content-type')).toContain('text/css')
})

test('while it is open, whoever follows the order is told where it is', async () => {
  const { placed, question } = await asked()
  const told = {
    status: 'pending',
    data: { nextAction: { redirectUrl: expect.stringMatching(/\/sandbox\/bank\/\S+$/) } },
  }
  expect(await verify(placed)).toMatchObject(told)
  await answer(question, 'accept')
  expect(await verify(placed)).toMatchObject({ status: 'complete' })
  expect(JSON.stringify(await verify(placed))).not.toContain('nextAction')
})

test.each([
  ['accept', { status: 'complete' }],
  ['refuse', { status: 'failed', data: { failureCode: 'challenge_refused' } }],
])('%s is taken once, and leads back to the order', async (word, outcome) => {
  const { placed, question } = await asked()
  const answered = await answer(question, word)
  expect(answered.status).toBe(303)
  expect(answered.headers.get('location')).toBe(`http://localhost:3000/order/${placed.orderId}`)
  expect(await verify(placed)).toMatchObject(outcome)

  const page = await fetch(question)
  expect(await page.text()).toContain('This question is closed')
  await Promise.all(['accept', 'refuse', 'accept'].map((other) => answer(question, other)))
  expect(await verify(placed)).toMatchObject(outcome)
})

test('an answer that is none changes nothing, and an unknown question is a 404', async () => {
  const { placed, question } = await asked()
  expect((await answer(question, 'perhaps')).status).toBe(400)
  expect(await verify(placed)).toMatchObject({ status: 'pending' })
  for (const unknown of [`${base}/sandbox/bank/${placed.clientSecret}`, `${base}/sandbox/bank/null`]) {
    expect((await fetch(unknown)).status).toBe(404)
    expect((await answer(unknown, 'accept')).status).toBe(404)
  }
})
