import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJudge, findSpecifications } from '../../../../tests/providers/paypal/judge.ts'
import { createDoubleConfig, type PaypalDouble, startPaypal } from '../../../../tests/providers/paypal/paypal.ts'
import { checkWebhook, NEEDED_EVENTS } from './check-webhook.ts'

let double: PaypalDouble
beforeAll(async () => {
  double = await startPaypal()
})
afterAll(() => double.close())

const URL = 'https://courses.example.com/api/v1/webhooks/paypal'
const all = NEEDED_EVENTS.map((name) => ({ name }))
const check = (webhook: { url?: string; event_types?: { name: string }[] }) => {
  double.books.webhook = { url: URL, event_types: all, ...webhook }
  return checkWebhook(createDoubleConfig(double), URL)
}

test('a webhook that sends the needed events, or all of them, to our address is good', async () => {
  await check({})
  await check({ event_types: [{ name: '*' }] })
})

test('another address, a missing event and an unknown webhook are named', async () => {
  await expect(check({ url: 'https://old.example.com/hook' })).rejects.toThrow('to https://old.example.com/hook')
  await expect(check({ event_types: all.slice(1) })).rejects.toThrow(`does not send ${NEEDED_EVENTS[0]}`)
  const other = { ...createDoubleConfig(double), webhookId: 'OTHER' }
  await expect(checkWebhook(other, URL)).rejects.toThrow('PAYPAL_WEBHOOK_ID')
})

test.skipIf(!findSpecifications())('PayPal knows the request and the answers (needs PROVIDER_SPECS)', () => {
  const judge = createJudge(findSpecifications()!)
  expect(double.exchanges.flatMap((exchange) => judge.findFaults(exchange))).toEqual([])
})
