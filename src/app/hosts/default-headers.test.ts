import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '#config/config.ts'
import { setDefaultHeaders } from './default-headers.ts'

async function getHeaders(environment: Record<string, string>, path: string) {
  const app = Fastify()
  setDefaultHeaders(app, readConfig(environment))
  app.get('/file', async () => 'text')
  app.get('/page', async (_request, reply) =>
    reply.header('content-security-policy', "default-src 'self'").send('page'),
  )
  const { headers } = await app.inject({ url: path })
  await app.close()
  return headers
}

test('a response without its own policy loads nothing, cannot be framed and keeps its type', async () => {
  for (const path of ['/file', '/missing']) {
    expect(await getHeaders({}, path)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=(), '),
    })
  }
  expect(await getHeaders({}, '/page')).toMatchObject({ 'content-security-policy': "default-src 'self'" })
})

test('an https site sends HSTS for a year on every response, and an http site never does', async () => {
  const https = { PUBLIC_URL: 'https://learn.example.com', DEMO_PUBLIC: '1' }
  expect(await getHeaders(https, '/missing')).toHaveProperty('strict-transport-security', 'max-age=31536000')
  expect(await getHeaders({}, '/missing')).not.toHaveProperty('strict-transport-security')
})
