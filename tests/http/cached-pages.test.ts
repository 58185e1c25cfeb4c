import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDeclaration } from '../support/declared-routes.ts'
import { LISTED_PAGES } from '../support/listed-pages.ts'
import { createServerDb, type RunningServer, startServer } from '../world/server.ts'

const servers: RunningServer[] = []
let opened: Awaited<ReturnType<typeof createServerDb>>
beforeAll(async () => {
  const first = await startServer()
  servers.push(first)
  opened = await createServerDb(first, 2)
  servers.push(await startServer({ DATABASE_URL: opened.url, BLOB_DIR: join(first.dataDir, 'blobs') }))
})
afterAll(async () => {
  await opened?.close()
  for (const server of servers.reverse()) await server.dispose()
})

const ask = (path: string, headers: Record<string, string> = {}, server = servers[0]!) =>
  fetch(server.url + path, { headers: { 'accept-encoding': 'br', ...headers }, redirect: 'manual' })

test('a public page is cached: the same for each of its URLs, with an ETag of its content and no visitor’s data', async () => {
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

test('the shell of an app page is the same for everybody, and allows its scripts by their hashes', async () => {
  const shells = LISTED_PAGES.map(({ path }) => path.split(/[?#]/)[0]!).filter((path) => findDeclaration(path).shell)
  for (const path of new Set([...shells, '/portal', '/checkout/NG', '/login'])) {
    const visitor = {
      cookie: 'country=PH; __Host-learner=x',
      authorization: 'Bearer a.b.c',
      'accept-language': 'de-DE',
    }
    const answers = [await ask(path), await ask(`${path}?as=admin&promo=NG10`, visitor)]
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()))
    expect([path, answers.map(({ status }) => status), first === second]).toEqual([path, [200, 200], true])
    const { headers } = answers[1]!
    const policy = headers.get('content-security-policy')!
    expect(first).not.toContain('nonce')
    expect(policy).not.toContain('nonce')
    expect(first).not.toContain(answers[0]!.headers.get('x-request-id'))
    const scripts = [...first!.matchAll(/<script(?![^>]*src=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text!)
    expect([path, scripts.length > 0]).toEqual([path, true])
    for (const text of scripts)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    for (const name of ['set-cookie', 'cache-tag', 'shell-lifetime', 'etag']) expect(headers.get(name)).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('a shell is rendered again after a change of its course', async () => {
  const shown = async () => (await (await ask('/checkout/SND')).text()).includes('A title of the test')
  expect(await shown()).toBe(false)
  await sql`update course set title = 'A title of the test' where course_code = 'SND'`.execute(opened.db)
  await expect.poll(shown, { timeout: 10_000 }).toBe(true)
})

test('a private or missing page is not cached', async () => {
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

test('every process shows a change at once, and never more seats than there are', async () => {
  const titles = async (path: string) =>
    Promise.all(servers.map(async (server) => /<title>([^<]*)/.exec(await (await ask(path, {}, server)).text())![1]))
  await titles('/vera-falk')
  await sql`update course set title = 'Smaller-room VFX' where course_code = 'VFX'`.execute(opened.db)
  await expect
    .poll(() => titles('/vera-falk'), { timeout: 10_000 })
    .toEqual(Array(2).fill(expect.stringMatching(/^Smaller-room VFX/)))

  const left = async () =>
    Promise.all(
      servers.map(
        async (server) => /(\d+) seats? left/.exec(await (await ask('/noor-siddiqi', {}, server)).text())?.[1],
      ),
    )
  expect(await left()).toEqual(['4', '4'])
  await sql`update cohort set taken = taken + 1 where course_code = 'NSPR' and state = 'open'`.execute(opened.db)
  await expect.poll(left, { timeout: 10_000 }).toEqual(['3', '3'])
})

test('every page has the headers of its declaration', async () => {
  for (const { path } of LISTED_PAGES) {
    const { headers } = await ask(path.split('#')[0]!)
    const isPrivate = findDeclaration(path).access !== 'public'
    expect([path, headers.get('x-robots-tag')]).toEqual([path, isPrivate ? 'noindex' : null])
    expect([path, headers.get('referrer-policy')]).toEqual([
      path,
      isPrivate ? 'no-referrer' : 'strict-origin-when-cross-origin',
    ])
    if (isPrivate) expect([path, headers.get('cache-control')]).toEqual([path, 'no-store'])
  }
})
