import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type CachedPage, chooseEncoding, createPageCache, type RenderResult } from './page-cache.ts'

function world() {
  let now = 0
  let renders = 0
  const cache = createPageCache<string>(() => now, { staleSeconds: 300, maxBytes: 1_000_000 })
  const page = (text: string, tags = ['NG'], freshSeconds = 300): RenderResult<string> => ({
    page: { body: Buffer.from(text), headers: { 'content-type': 'text/html' }, freshSeconds, tags },
  })
  return {
    cache,
    page,
    pass: (seconds: number) => {
      now += seconds * 1000
    },
    renders: () => renders,
    async get(
      path: string,
      make: () => RenderResult<string> | Promise<RenderResult<string>> = () => page(`${path} ${renders}`),
    ) {
      const result = await cache.getOrRender(path, async () => {
        renders++
        return make()
      })
      return 'other' in result ? result.other : getText(result)
    },
  }
}

const getText = (cachedPage: CachedPage) => cachedPage.identity.body.toString()

test('a page is rendered once while it is fresh, however many requests there are', async () => {
  const { get, pass, renders } = world()
  const answers = await Promise.all(Array.from({ length: 50 }, () => get('/a')))
  pass(299)
  expect(new Set([...answers, await get('/a')])).toEqual(new Set(['/a 1']))
  expect(renders()).toBe(1)
})

test('a stale page is served for five more minutes while one render replaces it', async () => {
  const { get, pass, renders } = world()
  await get('/a')
  pass(301)
  expect(await Promise.all(Array.from({ length: 20 }, () => get('/a')))).toEqual(Array(20).fill('/a 1'))
  await expect.poll(() => get('/a')).toBe('/a 2')
  expect(renders()).toBe(2)
  pass(601)
  expect(await get('/a')).toBe('/a 3')
})

test('a page is available without rendering only while it is fresh', async () => {
  const { cache, get, pass } = world()
  expect(cache.getFresh('/a')).toBeNull()
  await get('/a')
  expect(getText(cache.getFresh('/a')!)).toBe('/a 1')
  pass(300)
  expect(cache.getFresh('/a')).toBeNull()
  cache.drop('NG')
  expect(cache.getFresh('/a')).toBeNull()
})

test('a page that is correct for a shorter time is fresh only for that time', async () => {
  const { cache, get, page, pass } = world()
  await get('/a', () => page('first', ['NG'], 10))
  pass(11)
  await get('/a', () => page('second'))
  await expect.poll(() => get('/a')).toBe('second')
  cache.clear()
})

test('a change drops the pages that show it, and no others', async () => {
  const { cache, get, page } = world()
  await get('/a', () => page('a1', ['NG']))
  await get('/b', () => page('b1', ['VFX', 'NG']))
  await get('/c', () => page('c1', ['VFX']))
  await get('/', () => page('home1', ['*']))
  cache.drop('NG')
  const again = async (path: string) => get(path, () => page('new'))
  expect([await again('/a'), await again('/b'), await again('/c'), await again('/')]).toEqual([
    'new',
    'new',
    'c1',
    'new',
  ])
  cache.drop('*')
  expect(await get('/c', () => page('c2'))).toBe('c2')
})

test('a render that was running during a change is not cached', async () => {
  const { cache, get, page } = world()
  const { promise, resolve } = Promise.withResolvers<RenderResult<string>>()
  const first = get('/a', () => promise)
  cache.drop('NG')
  const second = get('/a', () => page('after'))
  resolve(page('before'))
  expect([await first, await second, await get('/a')]).toEqual(['before', 'after', 'after'])
})

test('a response that must not be cached is sent once and replaces no page', async () => {
  const { get } = world()
  expect(await get('/gone', () => ({ other: '404' }))).toBe('404')
  expect(await get('/gone')).toBe('/gone 2')
})

test('a failed render fails for all waiting requests, and the next request renders again', async () => {
  const { get } = world()
  const fails = () => Promise.reject(new Error('away'))
  await expect(Promise.all([get('/a', fails), get('/a', fails)])).rejects.toThrow('away')
  expect(await get('/a')).toBe('/a 2')
})

test('the page is the same in every encoding, and each encoding has its own ETag', async () => {
  const { cache, page } = world()
  const cachedPage = (await cache.getOrRender('/a', async () => page('x'.repeat(10_000)))) as CachedPage
  const { br, gzip, identity } = cachedPage
  expect(brotliDecompressSync(br.body).equals(identity.body)).toBe(true)
  expect(gunzipSync(gzip.body).equals(identity.body)).toBe(true)
  expect(new Set([br.etag, gzip.etag, identity.etag]).size).toBe(3)
})

describe('the encoding a browser gets', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['brotli, x-gzip', 'identity'],
    ['br;q=0.0', 'identity'],
    ['br;q=0.01', 'br'],
    ['gzip;level=9;q=0, br ; q=0 ,deflate', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('for %j is %s', (accepted, encoding) => expect(chooseEncoding(accepted)).toBe(encoding))
})
