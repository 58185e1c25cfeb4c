import { afterAll, beforeAll, expect, test } from 'vitest'
import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { type Catalogue, openCatalogue } from '../../../tests/catalogue.ts'
import { COURSES_A_FILE, sitemap } from './sitemap.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await openCatalogue()
})
afterAll(() => catalogue.close())

const listed = async (part: number | null, coursesAFile?: number) => {
  const xml = await sitemap(catalogue.world, part, coursesAFile)
  return xml && [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
}

test('a small catalogue is one file, and has no parts', async () => {
  const paths = await listed(null)
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/faq', '/nina-reyes', '/_ph/nina-reyes', '/mika-osei/phone-film-weekend']),
  )
  expect([await listed(1), await listed(2)]).toEqual([null, null])
})

test('a large one is a list of its parts, which together say the same, each address once', async () => {
  const whole = (await listed(null))!
  expect(await listed(null, 4)).toEqual(['/sitemap/1', '/sitemap/2', '/sitemap/3'])
  const parts = await Promise.all([1, 2, 3].map((part) => listed(part, 4)))
  expect(parts.flat()).toEqual(whole)
  expect(new Set(whole).size).toBe(whole.length)
  expect(await listed(4, 4)).toBeNull()
})

test('no file has more addresses than 50,000, nor more bytes than 50 MB with paths as long as they are kept', async () => {
  const xml = (await sitemap(catalogue.world, null))!
  const entries = [...xml.matchAll(/<url>.*<\/url>/g)].map(([entry]) => entry)
  const longest = Math.max(...entries.map((entry) => entry.length)) + 4 * 2 * 80
  const most = COURSES_A_FILE * 2 + INFORMATION_PAGES.length + 1
  expect(most).toBeLessThanOrEqual(50_000)
  expect(most * longest).toBeLessThan(50_000_000)
})
