import { expect } from 'vitest'
import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { test } from '../support/http-test.ts'
import { listElements } from '../support/markup.ts'
import type { RunningServer } from '../world/server.ts'

const PAGES = [
  '/',
  '/nina-reyes',
  '/_ph/nina-reyes',
  '/mobile-content-creator',
  ...INFORMATION_PAGES.map((n) => `/${n}`),
]

async function sharedBy(server: RunningServer, path: string): Promise<Record<string, string>> {
  const page = await (await fetch(server.url + path)).text()
  const metas = listElements(page, 'meta').map(({ attributes }) => attributes)
  return Object.fromEntries(metas.map(({ property, name, content }) => [property ?? name ?? '', content ?? '']))
}

test('a shared link to a public page has its own title, URL and picture, each complete', async ({ server }) => {
  const pictures = new Set<string>()
  for (const path of PAGES) {
    const shared = await sharedBy(server, path)
    const address = server.url + path
    expect([path, shared['og:url'], shared['twitter:card']]).toEqual([path, address, 'summary_large_image'])
    for (const name of ['og:title', 'og:description', 'og:image:alt', 'description'])
      expect([path, name, shared[name]]).toEqual([path, name, expect.stringMatching(/\S{3}/)])
    expect(shared['og:image']?.startsWith(`${server.url}/og/`)).toBe(true)
    pictures.add(shared['og:image']!)

    const answer = await fetch(shared['og:image']!)
    const png = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const size = [png.readUInt32BE(16), png.readUInt32BE(20)].map(String)
    expect(size).toEqual([shared['og:image:width'], shared['og:image:height']])
    expect(png.length, path).toBeLessThan(300_000)
  }
  // The Philippine page shows its course's.
  expect(pictures.size).toBe(PAGES.length - 1)
})

test('a picture without a version, or with an old one, is the current picture, and is not cached forever', async ({
  server,
}) => {
  for (const path of ['/og/NG.png', '/og/ng-0123456789abcdef.png', '/og/home.png', '/og/about-us.png']) {
    const answer = await fetch(server.url + path)
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'public, max-age=3600'])
  }
  for (const path of ['/og/NOPE.png', '/og/GIFT.png', '/og/..%2fNG.png', '/og/NG.svg'])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404])
})
