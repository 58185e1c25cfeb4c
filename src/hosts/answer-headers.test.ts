import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { setAnswerHeaders } from './answer-headers.ts'

async function answerOf(environment: Record<string, string>, path: string) {
  const app = Fastify()
  setAnswerHeaders(app, readConfig(environment))
  app.get('/file', async () => 'text')
  app.get('/page', async (_request, reply) =>
    reply.header('content-security-policy', "default-src 'self'").send('page'),
  )
  const { headers } = await app.inject({ url: path })
  await app.close()
  return headers
}

test('an answer that sets no policy of its own loads nothing, is framed nowhere and keeps its type', async () => {
  for (const path of ['/file', '/missing']) {
    expect(await answerOf({}, path)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  }
  expect(await answerOf({}, '/page')).toMatchObject({ 'content-security-policy': "default-src 'self'" })
})

test('every answer of an https site keeps browsers on https for a year, and none of an http site does', async () => {
  const https = { PUBLIC_URL: 'https://learn.example.com', DEMO_PUBLIC: '1' }
  expect(await answerOf(https, '/missing')).toHaveProperty('strict-transport-security', 'max-age=31536000')
  expect(await answerOf({}, '/missing')).not.toHaveProperty('strict-transport-security')
})
