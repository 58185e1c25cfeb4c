import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { authenticate } from './authenticate.ts'

const person = { kind: 'person', personId: 'p', sessionId: 's', audience: 'learner', roles: [] } as const
const requestWith = (authorization?: string) => ({ headers: { authorization }, query: {} }) as FastifyRequest

test('the request knows its person, for the request log', async () => {
  const request = requestWith('Bearer a.b.c')
  await authenticate(request, 'admin', async () => person)
  expect(request.personId).toBe('p')
  const guest = requestWith()
  await authenticate(guest, 'anyone', async () => person)
  expect(guest.personId).toBeUndefined()
})
