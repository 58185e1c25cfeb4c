import { afterAll, beforeAll, expect, test } from 'vitest'
import { SITE_ROUTES } from '#http/site-routes.ts'
import { type Catalogue, createCatalogue } from '../../../../tests/world/catalogue.ts'
import { ADDRESSES_PER_COURSE, COURSES_PER_FILE, createSitemap, MOST_TEACHERS } from './sitemap.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await createCatalogue()
})
afterAll(() => catalogue.close())

const listPaths = async (part: number | null, coursesPerFile?: number) => {
  const xml = await createSitemap(catalogue.world, part, coursesPerFile)
  return xml && [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
}

test('a small catalogue is one file without parts', async () => {
  const paths = await listPaths(null)
  expect(paths).toEqual(
    expect.arrayContaining([
      '/',
      '/faq',
      '/nina-reyes',
      '/creators/nina-reyes',
      '/_ph/nina-reyes',
      '/mika-osei/phone-film-weekend',
      '/preview/mcom/first-seconds',
    ]),
  )
  expect([await listPaths(1), await listPaths(2)]).toEqual([null, null])
})

test('a large catalogue is an index of parts, which together list each address once', async () => {
  const allPaths = (await listPaths(null))!
  expect(await listPaths(null, 4)).toEqual(['/sitemap/1', '/sitemap/2', '/sitemap/3'])
  const parts = await Promise.all([1, 2, 3].map((part) => listPaths(part, 4)))
  expect(parts.flat()).toEqual(allPaths)
  expect(new Set(allPaths).size).toBe(allPaths.length)
  expect(await listPaths(4, 4)).toBeNull()
})

test('no file has more than 50,000 addresses or 50 MB, even with the longest allowed paths', async () => {
  const xml = (await createSitemap(catalogue.world, null))!
  const entries = [...xml.matchAll(/<url>.*<\/url>/g)].map(([entry]) => entry)
  const longestEntry = Math.max(...entries.map((entry) => entry.length)) + 4 * 2 * 80
  const maxAddresses =
    MOST_TEACHERS + COURSES_PER_FILE * ADDRESSES_PER_COURSE + SITE_ROUTES.filter(({ listed }) => listed).length
  expect(maxAddresses).toBeLessThanOrEqual(50_000)
  expect(maxAddresses * longestEntry).toBeLessThan(50_000_000)
})
