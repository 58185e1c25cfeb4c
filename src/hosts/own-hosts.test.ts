import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { refuseOtherHosts } from './own-hosts.ts'

async function ask(environment: Record<string, string>, host: string | undefined, url = '/') {
  const app = Fastify()
  refuseOtherHosts(app, readConfig(environment))
  app.get('/*', async () => 'here')
  const headers = host === undefined ? {} : { host }
  const { statusCode } = await app.inject({ url, headers })
  await app.close()
  return statusCode
}

const LIVE = {
  MODE: 'production',
  PUBLIC_URL: 'https://learn.example.com',
  TRUSTED_PROXIES: 'none',
  MAIL: 'none',
  DATA_DIR: '/tmp/x',
  LOGIN_API_URL: 'https://login.example.com',
}

test.each([
  [{}, 'localhost:3000', 200],
  [{}, '127.0.0.1:3000', 200],
  [{}, 'LOCALHOST:3000', 200],
  [{}, 'evil.test', 421],
  [{}, 'evil.test:3000', 421],
  [{}, 'localhost:3000@evil.test', 421],
  [{ PORT: '4100' }, 'localhost:4100', 200],
  [{ DEMO_PUBLIC: '1', HOST: '0.0.0.0' }, '192.0.2.7:3000', 200],
  [LIVE, 'learn.example.com', 200],
  [LIVE, 'login.example.com', 200],
  [LIVE, '127.0.0.1:3000', 421],
  [LIVE, 'learn.example.com.evil.test', 421],
])('%j answers to %j with %i', async (environment, host, status) => {
  expect(await ask(environment, host)).toBe(status)
})

test('whoever asks whether it lives may use any name', async () => {
  expect(await ask(LIVE, '10.0.0.7:3000', '/readyz')).toBe(200)
})
