import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { openLog } from '#platform/log.ts'
import { type RunningServer, startServer } from '../server.ts'

const servers: RunningServer[] = []
let opened: ReturnType<typeof openDb>
beforeAll(async () => {
  const first = await startServer()
  servers.push(first)
  const { url } = await startEmbedded(first.dataDir, openLog('silent'))
  opened = openDb(url, openLog('silent'), 2)
  servers.push(await startServer({ DATABASE_URL: url }))
}, 240_000)
afterAll(async () => {
  await opened?.close()
  for (const server of servers.reverse()) await server.dispose()
})

const ask = (path: string, headers: Record<string, string> = {}, server = servers[0]!) =>
  fetch(server.url + path, { headers: { 'accept-encoding': 'br', ...headers }, redirect: 'manual' })

test('a public page is kept: the same for every address that leads to it, named by its content, with nothing of its visitor', async () => {
  const first = await ask('/nina-reyes')
  const etag = first.headers.get('etag')!
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=0, s-maxage=300',
    vary: 'accept-encoding',
    'content-security-policy': expect.stringContaining("script-src 'self';"),
    'x-content-type-options': 'nosniff',
  })
  expect(etag).toMatch(/-br"$/)
  for (const name of ['set-cookie', 'cache-tag']) expect(first.headers.get(name)).toBeNull()
  expect(await first.text()).not.toMatch(/nonce/)

  for (const path of ['/nina-reyes/', '/Nina-Reyes', '/nina-reyes?gclid=1&utm_source=x', '/nina-reyes?login=1'])
    expect((await ask(path, { cookie: 'a=b', authorization: 'Bearer x.y.z' })).headers.get('etag')).toBe(etag)
  expect((await ask('/nina-reyes', { 'if-none-match': etag })).status).toBe(304)
  const plain = await ask('/nina-reyes', { 'accept-encoding': 'identity' })
  expect(plain.headers.get('etag')).not.toBe(etag)
  const [a, b] = [await ask('/nina-reyes'), await ask('/nina-reyes')].map((one) => one.headers.get('x-request-id'))
  expect(a).not.toBe(b)
})

test('what is nobody else’s, or not there, is not kept', async () => {
  for (const [path, status] of [
    ['/portal', 200],
    ['/checkout/NG', 200],
    ['/no-such-creator', 404],
    ['/dev/mail', 200],
  ] as const) {
    const answer = await ask(path)
    expect([path, answer.status, answer.headers.get('etag')]).toEqual([path, status, null])
    expect(answer.headers.get('cache-control') ?? '').not.toContain('s-maxage')
  }
})

test('a change is seen at once on every process, and nobody is shown more seats than there are', async () => {
  const titles = async (path: string) =>
    Promise.all(servers.map(async (server) => /<title>([^<]*)/.exec(await (await ask(path, {}, server)).text())![1]))
  await titles('/vera-falk')
  await sql`update course set title = 'Smaller-room VFX' where prefix_code = 'VFX'`.execute(opened.db)
  await expect
    .poll(() => titles('/vera-falk'), { timeout: 2_000 })
    .toEqual(Array(2).fill(expect.stringMatching(/^Smaller-room VFX/)))

  const left = async () =>
    Promise.all(
      servers.map(
        async (server) => /(\d+) seats? left/.exec(await (await ask('/noor-siddiqi', {}, server)).text())?.[1],
      ),
    )
  expect(await left()).toEqual(['4', '4'])
  await sql`update cohort set taken = taken + 1 where prefix_code = 'NSPR' and state = 'open'`.execute(opened.db)
  await expect.poll(left, { timeout: 2_000 }).toEqual(['3', '3'])
})

test('search engines find every public page, by the address that it calls its own, and nothing else', async () => {
  const robots = await (await ask('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${servers[0]!.url}/sitemap.xml`)
  const closed = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path!)
  const sitemap = await ask('/sitemap.xml')
  expect(sitemap.headers.get('content-type')).toContain('xml')
  const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => new URL(address!))
  expect(listed.length).toBeGreaterThan(20)
  for (const { href, pathname } of listed) {
    const answer = await ask(pathname)
    const html = await answer.text()
    expect([pathname, answer.status, /noindex/.test(html)]).toEqual([pathname, 200, false])
    expect(closed.some((path) => pathname.startsWith(path))).toBe(false)
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
    expect([pathname, canonical]).toEqual([pathname, href])
  }
})
