import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../world/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ DEMO_PUBLIC: '1' })
})
afterAll(() => server?.dispose())

test('a public demo gives its log-ins to nobody', async () => {
  expect((await fetch(`${server.url}/dev/log-ins.json`)).status).toBe(404)
  expect(await (await fetch(server.url)).text()).not.toContain('demo-log-ins')
})

test('the e-mails of a public demo open only by the printed link with its key', async () => {
  await expect.poll(() => server.output()).toMatch(/Mail\s+http\S+\s/)
  const link = /Mail\s+(http\S+)/.exec(server.output())![1]!
  expect(link).toMatch(/\/dev\/mail\?key=[\w-]{22}$/)
  expect((await fetch(link)).status).toBe(200)
  for (const path of ['/dev/mail', '/dev/mail?key=', '/dev/mail?key=not-the-key', '/dev/mail.json'])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404])
})
