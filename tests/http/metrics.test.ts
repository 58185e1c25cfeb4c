import { expect, onTestFinished, test } from 'vitest'
import { reservePort } from '../world/ports.ts'
import { startServer } from '../world/server.ts'

test('the figures for Prometheus count each request by its pattern and what the database knows, on an address of their own', async () => {
  const port = await reservePort()
  const server = await startServer({ METRICS_ADDRESS: `127.0.0.1:${port}` })
  onTestFinished(() => server.dispose())
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const count = async (part: string) =>
    (await read())
      .split('\n')
      .filter((line) => line.startsWith('understudy_requests_total') && line.includes(part))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)

  expect(await count('route="/api/v1/courses/:')).toBe(0)
  // A later response comes from the cache, before the router, which knows the pattern. The first jobs of a server may
  // still drop what was cached.
  let fetched = 0
  await expect
    .poll(async () => {
      expect((await fetch(`${server.url}/api/v1/courses/NG`)).status).toBe(200)
      fetched++
      return await count('route="/api/*"')
    })
    .toBe(1)
  expect(await count('route="/api/v1/courses/:')).toBe(fetched - 1)
  for (const _time of [1, 2]) expect((await fetch(`${server.url}/nina-reyes`)).status).toBe(200)
  expect((await fetch(`${server.url}/no-such-page-anna@example.test`)).status).toBe(404)
  expect(await count('status="404"')).toBe(1)

  const text = await read()
  expect(text).not.toMatch(/nina-reyes|anna@/)
  for (const name of ['jobs_waiting', 'mails_waiting', 'late_jobs', 'payments_last_hour', 'database_connections'])
    expect(text).toContain(`# TYPE understudy_${name} gauge`)
  expect(text).toMatch(/^understudy_late_jobs 0$/m)
  // The first time that anybody asks, both figures of a queue are there.
  const kinds = (figure: string) => [...text.matchAll(new RegExp(`^understudy_jobs_${figure}{kind="([^"]+)"}`, 'gm'))]
  expect(kinds('oldest_seconds').map(([, kind]) => kind)).toEqual(kinds('waiting').map(([, kind]) => kind))
  // The built pages count the connections that main.ts made.
  expect(text).toMatch(/^understudy_database_connections{state="(idle|busy)"} [1-9]/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
})
