/** What a page brings down the line at its first view on a phone, what a first touch adds, and how far it moves. */
import type { Browser, Request } from 'playwright-core'
import { enterAs } from '../../tests/demo-visitor.ts'
import type { ListedPage } from '../../tests/listed-pages.ts'
import type { Kind } from './budgets.ts'

declare global {
  interface Window {
    shifted?: number
  }
}

/** Kilobytes. */
export type Weight = Record<Kind, number> & { sheets: number }

const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const KIND_OF: Record<string, Kind> = {
  document: 'HTML',
  stylesheet: 'CSS',
  script: 'script',
  font: 'fonts',
  image: 'images',
}

/** By then a page stands in the letters that the system has. */
const LETTERS_LATE_MILLISECONDS = 500

export async function weigh(browser: Browser, url: string, listed: ListedPage): Promise<Weight> {
  const context = await browser.newContext(PHONE)
  try {
    if (listed.as) await enterAs(context, url, listed.as)
    const page = await context.newPage()
    const found: Request[] = []
    page.on('requestfinished', (request) => found.push(request))
    await page.goto(url + listed.path, { waitUntil: 'networkidle' })
    const first = await sum(found)
    await page.keyboard.press('Tab')
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    const { script } = await sum(found)
    return { ...first, touched: script }
  } finally {
    await context.close()
  }
}

/** How far things move where the letters come late, as layout shifts are scored, all of them together. */
export async function shiftOf(browser: Browser, url: string, listed: ListedPage): Promise<number> {
  const context = await browser.newContext(PHONE)
  try {
    if (listed.as) await enterAs(context, url, listed.as)
    const page = await context.newPage()
    await page.route(/\.woff2$/, async (route) => {
      await page.waitForTimeout(LETTERS_LATE_MILLISECONDS)
      await route.continue()
    })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
        window.shifted = shifts.reduce((all, { value }) => all + value, window.shifted ?? 0)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(url + listed.path, { waitUntil: 'networkidle' })
    await page.waitForTimeout(LETTERS_LATE_MILLISECONDS)
    return (await page.evaluate(() => window.shifted)) ?? 0
  } finally {
    await context.close()
  }
}

async function sum(requests: readonly Request[]): Promise<Weight> {
  const weight: Weight = { HTML: 0, CSS: 0, script: 0, touched: 0, fonts: 0, images: 0, sheets: 0 }
  for (const request of requests) {
    const kind = KIND_OF[request.resourceType()]
    if (!kind) continue
    const { responseBodySize } = await request.sizes()
    weight[kind] += responseBodySize / 1000
    if (kind === 'CSS') weight.sheets++
  }
  return weight
}
