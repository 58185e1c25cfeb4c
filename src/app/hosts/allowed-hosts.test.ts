import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '#config/config.ts'
import { refuseUnknownHosts } from './allowed-hosts.ts'

async function getStatus(environment: Record<string, string>, host: string | undefined, url = '/') {
  const app = Fastify()
  refuseUnknownHosts(app, readConfig(environment))
  app.get('/*', async () => 'here')
  const headers = host === undefined ? {} : { host }
  const { statusCode } = await app.inject({ url, headers })
  await app.close()
  return statusCode
}

const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://learn.example.com',
  TRUSTED_PROXIES: 'none',
  MAIL_DELIVERY: 'none',
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
  [{ DEMO_PUBLIC: '1', LISTEN_ADDRESS: '0.0.0.0' }, '192.0.2.7:3000', 200],
  [PRODUCTION, 'learn.example.com', 200],
  [PRODUCTION, 'login.example.com', 200],
  [PRODUCTION, '127.0.0.1:3000', 421],
  [PRODUCTION, 'learn.example.com.evil.test', 421],
])('%j answers to %j with %i', async (environment, host, status) => {
  expect(await getStatus(environment, host)).toBe(status)
})

test('health checks accept any host name', async () => {
  expect(await getStatus(PRODUCTION, '10.0.0.7:3000', '/readyz')).toBe(200)
})
