import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, openBrowser } from '../browser.ts'
import { readPdf } from '../pdf.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
let browser: Journey
beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser({ colorScheme: 'dark' })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

async function printed(path: string) {
  await browser.page.goto(server.url + path)
  const file = await browser.page.pdf({ format: 'A4', preferCSSPageSize: true })
  const { pages, text } = await readPdf(file)
  return { pages, text: text.replace(/\s+/g, ' ') }
}
const host = () => server.url.replace('http://', '')

test('a printed course has its whole curriculum, dates and answers, its address, and nothing to press', async () => {
  const { pages, text } = await printed('/nina-reyes')
  expect(pages.length).toBeLessThanOrEqual(5)
  expect(text).toContain(`${host()}/nina-reyes`)
  // In parts that are closed on the screen.
  for (const said of [
    'The second cut is for them',
    'What if I miss a session?',
    'captions and chapters',
    'Half of it back',
  ])
    expect(text).toContain(said)
  for (const pressed of ['Log in', 'Enrol for', 'Notify', 'Have the curriculum', 'See it in pesos', 'All courses'])
    expect(text).not.toContain(pressed)
})

test('printed terms are few pages, with where their links lead, and no heading stands alone at a page’s foot', async () => {
  const { pages, text } = await printed('/enrollment-terms')
  expect(pages.length).toBeLessThanOrEqual(3)
  expect(text).toContain(`${host()}/enrollment-terms`)
  expect(text).toContain('privacy page (/privacy)')
  expect(text).not.toContain('On this page')
  const headings = await browser.page.locator('main h2').allInnerTexts()
  for (const page of pages) {
    const last = page.trim().split('\n').at(-1) ?? ''
    expect(headings.filter((heading) => last.endsWith(heading))).toEqual([])
  }
})

test('on paper ink is dark, whatever the screen’s colours are', async () => {
  const { page } = browser
  await page.goto(`${server.url}/nina-reyes`)
  const lightness = () =>
    page.evaluate(() => {
      const [red = 0, green = 0, blue = 0] = getComputedStyle(document.querySelector('h1')!)
        .color.match(/\d+/g)!
        .map(Number)
      return red + green + blue
    })
  expect(await lightness()).toBeGreaterThan(600)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await lightness()).toBeLessThan(150)
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
})
