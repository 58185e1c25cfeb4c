import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Pressure, Priority } from '#platform/pressure.ts'
import { findDeclaration } from '../../../tests/support/declared-routes.ts'
import { createIdentityWorld } from '../../../tests/world/identity.ts'
import { mountApi } from './api.ts'
import { pagePriority, sendBusyPage } from './overload.ts'

const ORDER: Priority[] = ['low', 'normal', 'high', 'highest']
/** Reports too much load for every priority up to this one. */
const refuseUpTo = (maxPriority: Priority | null): Pressure => ({
  shouldRefuse: (priority) => maxPriority !== null && ORDER.indexOf(priority) <= ORDER.indexOf(maxPriority),
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

test('under rising load, files are refused first, then other calls, order calls later, and webhooks last', async () => {
  const setup = await createIdentityWorld()
  const listRefused = async (maxPriority: Priority | null) => {
    const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
    await mountApi(app, setup.world, ['login', 'payment', 'static-data'], refuseUpTo(maxPriority))
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
  expect(await listRefused(null)).toEqual([])
  expect(await listRefused('low')).toEqual(['invoice'])
  expect(await listRefused('normal')).toEqual(['invoice', 'catalogue'])
  expect(await listRefused('high')).toEqual(['invoice', 'catalogue', 'quote', 'order', 'verify'])
  expect(await listRefused('highest')).toEqual(Object.keys(CALLS))
  await setup.close()
})

test('order pages have the same priority as order calls', () => {
  for (const path of ['/checkout/NG?seats=2', '/order/1', '/order/1.data', '/Checkout/NG', '/gift-card/buy'])
    expect([path, pagePriority('GET', findDeclaration(path))]).toEqual([path, 'high'])
  for (const path of ['/?q=film', '/portal', '/orders', '/gift-card', '/nobody/checkout'])
    expect([path, pagePriority('GET', findDeclaration(path))]).toEqual([path, 'low'])
})

test('a page’s picture has the priority of a call', () => {
  for (const path of ['/art/NG.svg', '/og/NG-0123456789abcdef.png'])
    expect(pagePriority('GET', findDeclaration(path))).toBe('normal')
})

test('a sent form has the priority of a call', () => {
  expect(pagePriority('POST', findDeclaration('/faq'))).toBe('normal')
  expect(pagePriority('POST', findDeclaration('/checkout/NG'))).toBe('high')
})

test('a refused page is HTML, reloads by itself if it was only read, and is not cached', async () => {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  app.all('/', (request, reply) => sendBusyPage(request, reply))
  const pageResponse = await app.inject('/')
  expect(pageResponse.statusCode).toBe(503)
  expect(pageResponse.headers).toMatchObject({ 'retry-after': '5', refresh: '5', 'cache-control': 'no-store' })
  expect(pageResponse.body).toMatch(/<html lang="en">.*<title>.*<h1>/s)
  const formResponse = await app.inject({
    method: 'POST',
    url: '/',
    payload: 'a=b',
    headers: { 'content-type': 'text/plain' },
  })
  expect([formResponse.statusCode, formResponse.headers.refresh]).toEqual([503, undefined])
  await app.close()
})
