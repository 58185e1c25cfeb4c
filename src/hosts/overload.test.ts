import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Pressure, Priority } from '#platform/pressure.ts'
import { openIdentity } from '../../tests/identity.ts'
import { mountApi } from './api.ts'
import { pagePriority, sendBusyPage } from './overload.ts'

const ORDER: Priority[] = ['low', 'normal', 'high', 'highest']
/** Too much for everything up to `worst`. */
const upTo = (worst: Priority | null): Pressure => ({
  isTooMuchFor: (priority) => worst !== null && ORDER.indexOf(priority) <= ORDER.indexOf(worst),
  close: () => {},
})

const CALLS = {
  invoice: ['GET', '/api/v1/orders/8d5e3f6c-8a53-4b0a-9a0e-0d1c5b1c7a11/invoice'],
  catalogue: ['GET', '/api/v1/next-course-date?coursePrefixCodes=NG'],
  quote: ['POST', '/api/v1/sign-up-payment-options'],
  order: ['POST', '/api/v1/sign-up-payment/card'],
  verify: ['GET', '/api/v1/verify-payment'],
  webhook: ['POST', '/api/v1/webhooks/sandbox'],
} as const

test('the more there is to do, the more calls are refused: files first, then others, the order’s own late, webhooks last', async () => {
  const own = await openIdentity()
  const refusedUnder = async (worst: Priority | null) => {
    const app = Fastify()
    await mountApi(app, own.world, ['login', 'payment', 'static-data'], upTo(worst))
    const refused: string[] = []
    for (const [name, [method, url]] of Object.entries(CALLS)) {
      const answer = await app.inject({ method, url, ...(method === 'POST' && { payload: {} }) })
      if (answer.statusCode !== 503) continue
      refused.push(name)
      expect([answer.json().errorCode, Number(answer.headers['retry-after']) > 0]).toEqual(['OVERLOADED', true])
    }
    await app.close()
    return refused
  }
  expect(await refusedUnder(null)).toEqual([])
  expect(await refusedUnder('low')).toEqual(['invoice'])
  expect(await refusedUnder('normal')).toEqual(['invoice', 'catalogue'])
  expect(await refusedUnder('high')).toEqual(['invoice', 'catalogue', 'quote', 'order', 'verify'])
  expect(await refusedUnder('highest')).toEqual(Object.keys(CALLS))
  await own.close()
})

test('pages of an order go on as long as its calls do', () => {
  for (const path of [
    '/checkout/NG?seats=2',
    '/order/1',
    '/order/1.data',
    '/order?a',
    '/Checkout/NG',
    '/gift-card/buy',
  ])
    expect([path, pagePriority({ method: 'GET', url: path })]).toEqual([path, 'high'])
  for (const path of ['/?q=film', '/portal', '/orders', '/gift-card', '/nobody/checkout'])
    expect([path, pagePriority({ method: 'GET', url: path })]).toEqual([path, 'low'])
})

test('a picture of a page that was sent is no less than a call', () => {
  for (const url of ['/art/NG.svg', '/og/NG-0123456789abcdef.png'])
    expect(pagePriority({ method: 'GET', url })).toBe('normal')
})

test('a form that was sent is no less than a call', () => {
  expect(pagePriority({ method: 'POST', url: '/faq' })).toBe('normal')
  expect(pagePriority({ method: 'POST', url: '/checkout/NG' })).toBe('high')
})

test('a page that is refused is a page, comes back by itself where it was only read, and is kept by nobody', async () => {
  const app = Fastify()
  app.all('/', (request, reply) => sendBusyPage(request, reply))
  const read = await app.inject('/')
  expect(read.statusCode).toBe(503)
  expect(read.headers).toMatchObject({ 'retry-after': '5', refresh: '5', 'cache-control': 'no-store' })
  expect(read.body).toMatch(/<html lang="en">.*<title>.*<h1>/s)
  const sent = await app.inject({ method: 'POST', url: '/', payload: 'a=b', headers: { 'content-type': 'text/plain' } })
  expect([sent.statusCode, sent.headers.refresh]).toEqual([503, undefined])
  await app.close()
})
