/** A look at a page of each kind. `npm run axe` looks at them all, and `npm run axe keyboard` walks them all. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '../axe.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { misfitsOf, movesOf } from '../fit.ts'
import { keyboardFaultsOf } from '../keyboard.ts'
import { LISTED_PAGES } from '../listed-pages.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
let browser: Journey
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser({ width: 360 })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

const SAMPLE = ['home', 'course, open', 'course, full', 'log-in over a page, faults', 'checkout', 'portal, stranger']

test('axe finds nothing on a page of each kind, in dark colours on a phone; it fits a narrower one, and keeps still', async () => {
  const { page } = browser
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  for (const { name, path, after } of LISTED_PAGES.filter((listed) => SAMPLE.includes(listed.name))) {
    await page.setViewportSize({ width: 360, height: 900 })
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    await after?.(page)
    expect([name, await faultsOf(page)]).toEqual([name, []])
    await page.setViewportSize({ width: 320, height: 900 })
    expect([name, await misfitsOf(page), await movesOf(page)]).toEqual([name, [], []])
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 360, height: 900 })
})

test.each(['/nina-reyes', '/mo-tikaram'])(
  'the keyboard alone reaches every control of %s, with a ring around it and nothing before it',
  async (path) => {
    const { page } = browser
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    expect(await keyboardFaultsOf(page)).toEqual([])
  },
)
