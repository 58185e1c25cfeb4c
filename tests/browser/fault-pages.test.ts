import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../support/browser-test.ts'
import { untilHydrated } from '../support/hydrated.ts'
import { listElements } from '../support/markup.ts'

let texts: string
test.override('serverSettings', () => ({ PAGES_DIR: texts }))
test.beforeAll(async () => {
  texts = await mkdtemp(join(tmpdir(), 'understudy-texts-'))
  await cp('content/pages', texts, { recursive: true })
})
test.afterAll(async () => {
  await rm(texts, { recursive: true, force: true })
})

test.for([
  ['/nina-reys', 'NG'],
  ['/_ph/mo-tikram', 'MTIKPR'],
  ['/c/small-room-vfx', 'VFX'],
  ['/mika-osei/phone-film-week', 'MCOM2'],
  ['/a/b/c/d', null],
])(
  '%s is no page: a 404 that nobody keeps or lists, with three courses, the likeliest first',
  async ([path, meant], { server }) => {
    const answer = await fetch(server.url + path)
    const html = await answer.text()
    expect([answer.status, answer.headers.get('etag')]).toEqual([404, null])
    expect(listElements(html, 'h1').map(({ text }) => text)).toEqual(['Page not found'])
    const robots = listElements(html, 'meta').find(({ attributes }) => attributes.name === 'robots')
    expect(robots?.attributes.content).toBe('noindex')
    const codes = listElements(html, 'li').flatMap(({ attributes }) => attributes['data-course-code'] ?? [])
    expect(codes).toHaveLength(3)
    if (meant) expect(codes[0]).toBe(meant)
  },
)

test('an unexpected error is one 500 with a request id and no internal details', async ({ server, launchBrowser }) => {
  await writeFile(join(texts, 'impact.md'), '---\ntitle: x\nsecret_path: /srv\n---\n')
  const browser = await launchBrowser({ width: 360 })
  browser.allowedFaults.push(/status of 500/)
  const answer = await browser.page.goto('/impact')
  expect(answer?.status()).toBe(500)
  expect(answer?.headers()['cache-control'] ?? '').not.toContain('s-maxage')
  const number = answer?.headers()['x-request-id'] ?? ''
  expect(number).toMatch(/^[\w-]{8,}$/)
  const { page } = browser
  expect(await page.locator('h1').allInnerTexts()).toEqual(['Something went wrong!'])
  expect(await page.locator('main code').innerText()).toBe(number)
  expect(await page.locator('main').innerText()).toContain('support@understudy.test')
  expect(await page.content()).not.toMatch(/secret_path|impact\.md|at \w+ \(|\.ts:\d/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expect.poll(() => server.output()).toContain(number)
  await expect.poll(() => server.output()).toContain('secret_path')

  // The other pages still work.
  await page.getByRole('link', { name: 'See the courses' }).click()
  await page.waitForURL(/#courses$/)
  expect((await fetch(`${server.url}/faq`)).status).toBe(200)
  await browser.close()
})

test('a checkout at an address that is no offer, in any case, stays a page after it is hydrated', async ({
  launchBrowser,
}) => {
  const browser = await launchBrowser()
  browser.allowedFaults.push(/status of 404/)
  await browser.page.goto('/checkout/NoPe')
  await untilHydrated(browser.page)
  expect(await browser.page.locator('h1').innerText()).toBe('Page not found')
  await browser.close()
})
