import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect } from 'vitest'
import { test } from '../support/http-test.ts'
import { listLinks } from '../support/markup.ts'

test('search engines find every public page by its canonical URL, and no other page', async ({ server }) => {
  const robots = await (await fetch(`${server.url}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`)
  const disallowed = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path!)
  const isDisallowed = (path: string) =>
    disallowed.some((one) => (one.endsWith('$') ? path === one.slice(0, -1) : path.startsWith(one)))
  const sitemap = await fetch(`${server.url}/sitemap.xml`)
  expect(sitemap.headers.get('content-type')).toContain('xml')
  const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => new URL(address!))
  expect(listed.length).toBeGreaterThan(20)
  for (const { href, pathname } of listed) {
    const answer = await fetch(server.url + pathname)
    const html = await answer.text()
    expect([pathname, answer.status, /noindex/.test(html)]).toEqual([pathname, 200, false])
    expect(isDisallowed(pathname)).toBe(false)
    expect(listLinks(html, 'canonical')).toEqual({ canonical: href })
  }
})

test('the sitemap is XML, and the pages of a course in several markets all link to each other', async ({ server }) => {
  const readPage = async (path: string) => (await fetch(server.url + path)).text()
  const text = await readPage('/sitemap.xml')
  expect(XMLValidator.validate(text)).toBe(true)
  type Entry = { loc: string; 'xhtml:link'?: { rel: string; hreflang: string; href: string }[] }
  const read = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray: (name) => name === 'url' })
  const entries: Entry[] = read.parse(text).urlset.url
  const translated = entries.filter((entry) => entry['xhtml:link'])
  expect(translated.map(({ loc }) => new URL(loc).pathname)).toEqual([
    '/nina-reyes',
    '/_ph/nina-reyes',
    '/mo-tikaram',
    '/_ph/mo-tikaram',
  ])
  for (const { loc, 'xhtml:link': links = [] } of translated) {
    const page = await readPage(new URL(loc).pathname)
    const named = Object.fromEntries(links.map(({ hreflang, href }) => [hreflang, href]))
    expect(Object.keys(named)).toEqual(['en', 'en-PH', 'x-default'])
    expect(listLinks(page, 'alternate')).toEqual(named)
    expect(Object.values(named)).toContain(loc)
    expect(named['x-default']).toBe(named.en)
  }
  for (const { loc } of entries.filter((entry) => !translated.includes(entry)))
    expect([loc, listLinks(await readPage(new URL(loc).pathname), 'alternate')]).toEqual([loc, {}])
})
