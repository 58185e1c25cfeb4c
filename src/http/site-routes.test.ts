import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { createElement } from 'react'
import { Outlet, type ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaches } from '#app/hosts/caches.ts'
import { setDefaultHeaders } from '#app/hosts/default-headers.ts'
import { mountSite } from '#app/hosts/site.ts'
import * as entry from '#entry.server.tsx'
import type { Deps } from '#http/deps.ts'
import { createIdentityWorld } from '../../tests/world/identity.ts'

const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' }
const CACHEABLE = { 'cache-control': 'public, max-age=0, s-maxage=300' }

const page = {
  default: () => createElement('h1', null, 'Page'),
  handle: { document: true },
  // A page that says itself that it may be cached is still private.
  loader: () => null,
  headers: () => CACHEABLE,
}
const file = { loader: () => new Response('text', { headers: { ...CACHEABLE, 'content-type': 'text/plain' } }) }
const Root = () => createElement('html', { lang: 'en' }, createElement('body', null, createElement(Outlet)))

/** Declared routes, and routes that were added without a word about them. */
const routes = {
  root: { id: 'root', path: '', module: { default: Root } },
  about: { id: 'about-us', parentId: 'root', path: 'about-us', module: page },
  logIn: { id: 'people/accounts/pages/login', parentId: 'root', path: 'login', module: page },
  newPage: { id: 'sell/new/pages/new', parentId: 'root', path: 'lessons/:id', module: page },
  newFile: { id: 'sell/new/pages/file', parentId: 'root', path: 'lessons/:id/file', module: file },
  layout: { id: 'sell/new/layout', parentId: 'root', module: { default: Outlet } },
  nested: { id: 'sell/new/pages/nested', parentId: 'sell/new/layout', path: 'studio', module: page },
  course: { id: 'workshop', parentId: 'root', path: ':instructor/:workshop', module: page },
}

const list = Object.values(routes).map((route) => [route.id, route] as const)
const build = {
  entry: { module: entry },
  routes: Object.fromEntries(list),
  assets: {
    entry: { module: '/assets/entry.js', imports: [] },
    routes: Object.fromEntries(list.map(([id, route]) => [id, { ...route, module: '', imports: [], css: [] }])),
    url: '/assets/manifest.js',
    version: '1',
  },
  publicPath: '/',
  basename: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
} as unknown as ServerBuild

let url: string
let isOverloaded = false
let close: () => Promise<void>
beforeAll(async () => {
  const setup = await createIdentityWorld()
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  setDefaultHeaders(app, setup.world.config)
  const cache = createCaches(setup.world as Deps)?.pages ?? null
  const pressure = { shouldRefuse: () => isOverloaded, close: () => {} }
  await mountSite(app, setup.world as Deps, { build, mode: 'production', assets: null, pressure, cache })
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  close = async () => {
    await app.close()
    await setup.close()
  }
})
afterAll(() => close())

async function getHeaders(path: string): Promise<Record<string, string>> {
  const response = await fetch(url + path, { redirect: 'manual' })
  await response.text()
  return Object.fromEntries(response.headers)
}

test('a declared public page is cached, and search engines may show it', async () => {
  const headers = await getHeaders('/about-us')
  expect(headers).toMatchObject({ ...CACHEABLE, 'referrer-policy': 'strict-origin-when-cross-origin' })
  expect(headers).not.toHaveProperty('x-robots-tag')
  expect(headers.etag).toBeTruthy()
})

test.each(['/login', '/lessons/1', '/lessons/1/file', '/studio', '/LESSONS/1/', '/lessons/1?q=1'])(
  '%s, which is private or was added without a word, is not cached and not found by search engines',
  async (path) => {
    const headers = await getHeaders(path)
    expect(headers).toMatchObject(PRIVATE_HEADERS)
    expect(headers).not.toHaveProperty('etag')
  },
)

test('the data of a private page has the same headers', async () => {
  expect(await getHeaders('/lessons/1.data')).toMatchObject(PRIVATE_HEADERS)
  expect(await getHeaders('/login.data')).toMatchObject(PRIVATE_HEADERS)
})

test('an unknown address below a reserved one is private', async () => {
  expect(await getHeaders('/portal/nothing')).toMatchObject(PRIVATE_HEADERS)
  expect(await getHeaders('/nina-reyes/weekend')).toMatchObject(CACHEABLE)
})

test('under load a page is refused, but not the list of the pages behind its links', async () => {
  isOverloaded = true
  const getStatus = async (path: string) => (await fetch(url + path)).status
  expect([await getStatus('/login'), await getStatus('/__manifest?paths=/login&version=1')]).toEqual([503, 200])
  isOverloaded = false
})
