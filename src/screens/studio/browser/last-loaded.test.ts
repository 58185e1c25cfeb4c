import { expect, test } from 'vitest'
import { createSignedOut, requireBody } from '#people/accounts/session/page-failure.ts'
import { loadOrKeep } from './last-loaded.ts'

const unreachable = async () =>
  requireBody<string>({ error: 'No connection.', errorCode: null, status: 0, data: null } as never)
const signedOut = async (): Promise<string> => {
  throw createSignedOut(null)
}

test('a page stays when loading it again fails, until its session has ended', async () => {
  await loadOrKeep('/studio/courses/a', async () => 'first')
  expect(await loadOrKeep('/studio/courses/a', async () => 'second')).toBe('second')
  expect(await loadOrKeep('/studio/courses/a', unreachable)).toBe('second')
  await expect(loadOrKeep('/studio/courses/a', signedOut)).rejects.toMatchObject({ data: { is: 'signed-out' } })
  await expect(loadOrKeep('/studio/courses/a', unreachable)).rejects.toMatchObject({ data: { is: 'unreachable' } })
})

test('another page does not show the last one', async () => {
  await loadOrKeep('/studio/courses/a', async () => 'a')
  await expect(loadOrKeep('/studio/courses/b', unreachable)).rejects.toMatchObject({ data: { is: 'unreachable' } })
})
