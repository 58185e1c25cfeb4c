import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { HeldError, isHeldError } from '#platform/backup/held-error.ts'
import { handleErrors } from './api.ts'

test('a call that needs the provider is refused in words while a restored installation is held, and is no fault', async () => {
  const app = Fastify()
  const logged: unknown[] = []
  handleErrors(app, { log: { error: (line: unknown) => logged.push(line) } } as never)
  // As the built program sees it: of another copy of the class.
  const held = Object.assign(new Error('held'), { code: new HeldError().code })
  expect(isHeldError(held)).toBe(true)
  app.get('/', () => Promise.reject(held))
  const answer = await app.inject('/')
  expect([answer.statusCode, answer.json().errorCode]).toEqual([503, 'PAYMENTS_PAUSED'])
  expect(logged).toEqual([])
  await app.close()
})
