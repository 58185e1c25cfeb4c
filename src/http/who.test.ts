import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { callerOf } from './who.ts'

const person = { kind: 'person', personId: 'p', sessionId: 's', audience: 'learner', roles: [] } as const
const requestWith = (authorization?: string) => ({ headers: { authorization }, query: {} }) as FastifyRequest

test('the request knows who is logged in, so that its log line can say so', async () => {
  const request = requestWith('Bearer a.b.c')
  await callerOf(request, 'admin', async () => person)
  expect(request.personId).toBe('p')
  const guest = requestWith()
  await callerOf(guest, 'anyone', async () => person)
  expect(guest.personId).toBeUndefined()
})
