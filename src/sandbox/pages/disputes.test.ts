import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountSandbox } from '#app/hosts/sandbox.ts'
import { money } from '#domain/money/money.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
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

/** Pays with a test card that opens a dispute at once. Returns the dispute's page. */
async function createDispute(number: string): Promise<string> {
  const outcome = await placeOrder(world, guest(), await checkoutBody(world, await givenCourse(world)), '192.0.2.1')
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  const { clientSecret } = outcome.value
  await world.gateway!.sandbox.confirm({ clientSecret, ...cards.good, number })
  const [dispute] = await world.gateway!.listDisputes({ intentId: clientSecret.replace(/_secret_.*/, '') })
  return base + new URL(world.gateway!.disputeUrl(dispute!.disputeId)).pathname
}

async function decide(page: string, decision: string): Promise<string> {
  const response = await fetch(page, { method: 'POST', body: new URLSearchParams({ decision }) })
  return /<h1>(.*?)<\/h1>/.exec(await response.text())?.[1] ?? String(response.status)
}

test.each([
  ['won', 'The shop won'],
  ['lost', 'The card holder won'],
])('a dispute can be decided as %s, once', async (decision, title) => {
  const page = await createDispute('4000 0000 0000 0259')
  const html = await (await fetch(page)).text()
  expect(html).toContain('data-amount="399.00"')
  expect(html).not.toMatch(/<script|style=/)
  expect(await decide(page, decision)).toBe(title)
  expect(await decide(page, decision === 'won' ? 'lost' : 'won')).toBe(title)
})

test('an inquiry can be closed or become a dispute', async () => {
  expect(await decide(await createDispute('4000 0000 0000 1976'), 'closed')).toBe('The inquiry is closed')
  const page = await createDispute('4000 0000 0000 1976')
  expect(await decide(page, 'won')).toBe('The card holder asks about a charge')
  expect(await decide(page, 'open')).toBe('A charge is disputed')
})

test.each([
  ['approve-dispute', 'open', 'won', 'The shop won'],
  ['approve-dispute', 'open', 'lost', 'The buyer won'],
  ['approve-inquiry', 'inquiry', 'closed', 'The inquiry is closed'],
] as const)('a payment by PayPal with %s is %s after its capture, and is decided as %s', async (...example) => {
  const [answer, status, decision, title] = example
  const { sandboxPaypal, ...paypal } = world.paypal
  const order = { key: randomUUID(), reference: randomUUID(), amount: money(39_900, 'USD') }
  const { intentId, approvalUrl } = await paypal.createIntent({ ...order, returnUrl: '/', cancelUrl: '/' })
  await sandboxPaypal.answer(approvalUrl!.split('/').at(-1)!, answer)
  expect(await paypal.listDisputes({ intentId })).toEqual([])
  for (const key of ['one', 'two']) await paypal.capture({ ...order, key, intentId })
  const disputes = await paypal.listDisputes({ intentId })
  expect(disputes).toMatchObject([{ status, amount: order.amount }])
  expect(await world.gateway!.listDisputes({ intentId })).toEqual([])
  const page = base + new URL(paypal.disputeUrl(disputes[0]!.disputeId)).pathname
  expect(await (await fetch(page)).text()).toContain('Sandbox PayPal')
  expect(await decide(page, decision)).toBe(title)
})

test('an unknown decision changes nothing, and an unknown dispute is a 404', async () => {
  const page = await createDispute('4000 0000 0000 0259')
  expect((await fetch(page, { method: 'POST', body: new URLSearchParams({ decision: 'perhaps' }) })).status).toBe(400)
  expect(await (await fetch(page)).text()).toContain('A charge is disputed')
  expect((await fetch(`${base}/sandbox/disputes/sbd_unknown`)).status).toBe(404)
})
