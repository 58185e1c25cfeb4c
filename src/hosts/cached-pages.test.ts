import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { documentsOf } from './cached-pages.ts'

const document = { handle: { document: true } }
const routes = {
  root: { id: 'root', path: '', module: {} },
  home: { id: 'home', parentId: 'root', index: true, module: document },
  page: { id: 'page', parentId: 'root', path: 'faq', module: document },
  mail: { id: 'mail', parentId: 'root', path: 'dev/mail', module: { handle: { document: true, readsQuery: true } } },
  any: { id: 'any', parentId: 'root', path: '*', module: document },
}
const isDocument = documentsOf({ routes } as unknown as ServerBuild)

test.each(['/', '/faq', '/course-a/data-101', '/_ph/a'])('%s is a document, and may be kept', (path) => {
  expect(isDocument(path)).toBe(true)
})

test.each(['//evil.test', '/\\evil.test', '//', '/%66aq', '/faq%2f', '/./faq', '/x/../faq', '/faq//', '/faq;a'])(
  'another spelling, %s, takes no room among the pages that are kept',
  (path) => {
    expect(isDocument(path)).toBe(false)
  },
)

test('a document that depends on its query is rendered for each request', () => {
  expect(isDocument('/dev/mail')).toBe(false)
})
