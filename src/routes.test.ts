import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { INFORMATION_PAGES, informationPageAt, isReserved } from './domain/site-addresses.ts'
import routes from './routes.ts'

const pages = routes.flatMap(({ path }) => (path && !path.startsWith(':') && path !== '*' ? [path] : []))
const hosted = ['src/server.ts', ...globSync('src/hosts/*.ts')]
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\.(?:get|post|all)(?:<.*>)?\(\s*['`](\/[^'`*]+)/g)])
  .map(([, path]) => path!)

test('every fixed address of the site is reserved, so that no creator can take it', () => {
  expect(pages.length).toBeGreaterThan(INFORMATION_PAGES.length)
  expect(hosted).toContain('/calendar/:file')
  expect([...pages, ...hosted].filter((path) => !isReserved(path))).toEqual([])
})

test('a creator’s own address is free, and one that only begins like a fixed one is too', () => {
  expect(['/nina-reyes', '/faqs', '/course/photography', '/portals'].filter(isReserved)).toEqual([])
})

test('an information page is known by its path, whatever its case and slashes', () => {
  expect(['/faq', '/FAQ/', '/faq/more', '/nobody'].map(informationPageAt)).toEqual(['faq', 'faq', null, null])
})
