import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { readPdf } from '../../support/pdf.ts'
import type { RunningServer } from '../../world/server.ts'

test.override('browserOptions', { colorScheme: 'dark' })

async function printed(page: Page, path: string) {
  await page.goto(path)
  const file = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  const { pages, text } = await readPdf(file)
  return { pages, text: text.replace(/\s+/g, ' ') }
}
const host = (server: RunningServer) => server.url.replace('http://', '')

test('a printed course has its whole curriculum, dates, answers and URL, and no controls', async ({ server, page }) => {
  const { pages, text } = await printed(page, '/nina-reyes')
  expect(pages.length).toBeLessThanOrEqual(5)
  expect(text).toContain(`${host(server)}/nina-reyes`)
  // In parts that are closed on the screen.
  for (const said of [
    'The second cut is for them',
    'What if I miss a session?',
    'captions and chapters',
    'Half of it back',
  ])
    expect(text).toContain(said)
  for (const pressed of ['Log in', 'Enrol for', 'Notify', 'Get the curriculum', 'See it in pesos', 'All courses'])
    expect(text).not.toContain(pressed)
})

test('printed terms are few pages, show the URLs of their links, and have no heading at the end of a page', async ({
  server,
  page,
}) => {
  const { pages, text } = await printed(page, '/enrollment-terms')
  expect(pages.length).toBeLessThanOrEqual(3)
  expect(text).toContain(`${host(server)}/enrollment-terms`)
  expect(text).toContain('privacy page (/privacy)')
  expect(text).not.toContain('On this page')
  const headings = await page.locator('main h2').allInnerTexts()
  for (const page of pages) {
    const last = page.trim().split('\n').at(-1) ?? ''
    expect(headings.filter((heading) => last.endsWith(heading))).toEqual([])
  }
})

test('printed text is dark in both themes', async ({ page }) => {
  await page.goto('/nina-reyes')
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
