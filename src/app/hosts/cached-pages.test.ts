import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { createCacheableMatcher } from './cached-pages.ts'
import { createRouteFinder } from './find-route.ts'

const document = { handle: { document: true } }
const routes = {
  root: { id: 'root', path: '', module: {} },
  home: { id: 'screens/storefront/pages/home', parentId: 'root', index: true, module: document },
  page: { id: 'faq', parentId: 'root', path: 'faq', module: document },
  mail: { id: 'people/mailing/pages/dev-mail', parentId: 'root', path: 'dev/mail', module: document },
  app: { id: 'screens/storefront/pages/code', parentId: 'root', path: 'c/:code', module: {} },
  market: { id: 'screens/storefront/pages/philippines', parentId: 'root', path: '_ph/:instructor', module: document },
  silent: { id: 'features/new/pages/new', parentId: 'root', path: 'new', module: document },
  any: { id: 'screens/storefront/pages/not-found', parentId: 'root', path: '*', module: document },
}
const isCacheable = createCacheableMatcher(createRouteFinder({ routes } as unknown as ServerBuild))

test.each(['/', '/faq', '/course-a/data-101', '/_ph/a'])('%s is a public document, which is cached', (path) => {
  expect(isCacheable(path)).toBe(true)
})

test.each(['//evil.test', '/\\evil.test', '//', '/%66aq', '/faq%2f', '/./faq', '/x/../faq', '/faq//', '/faq;a'])(
  'another spelling, %s, is not cached',
  (path) => {
    expect(isCacheable(path)).toBe(false)
  },
)

test.each(['/dev/mail', '/new', '/c/NG'])('%s is not cached: it is private, undeclared or an app page', (path) => {
  expect(isCacheable(path)).toBe(false)
})
