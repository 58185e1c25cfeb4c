/**
 * Measures a page's transfer size at its first view on a phone, the size after a first interaction, and its layout
 * shift.
 */
import type { Browser, Request } from 'playwright-core'
import { findDeclaration } from '../../tests/support/declared-routes.ts'
import type { ListedPage } from '../../tests/support/listed-pages.ts'
import { enterAs } from '../../tests/world/demo-visitor.ts'
import { BUDGETS, KINDS, type Kind } from './budgets.ts'

declare global {
  interface Window {
    shifted?: number
  }
}

/** Kilobytes. */
export type Weight = Record<Kind, number> & { stylesheets: number }

const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const KIND_BY_RESOURCE: Record<string, Kind> = {
  document: 'HTML',
  stylesheet: 'CSS',
  script: 'script',
  font: 'fonts',
  image: 'images',
}

/** By then the page is shown in a system font. */
const FONT_DELAY_MILLISECONDS = 500

export async function weigh(browser: Browser, url: string, listed: ListedPage): Promise<Weight> {
  const context = await browser.newContext(PHONE)
  try {
    if (listed.as) await enterAs(context, url, listed.as)
    const page = await context.newPage()
    const requests: Request[] = []
    page.on('requestfinished', (request) => requests.push(request))
    // A page whose script failed is light, and would hold every budget.
    const failures: Error[] = []
    page.on('pageerror', (error) => failures.push(error))
    await page.goto(url + listed.path, { waitUntil: 'networkidle' })
    const first = await sum(requests)
    await page.keyboard.press('Tab')
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    const { script } = await sum(requests)
    if (failures[0]) throw new Error(`${listed.path}: ${failures[0].message}`)
    return { ...first, touched: script }
  } finally {
    await context.close()
  }
}

/** The kinds of files that exceed the page's budget. */
export function listOverweight(weight: Weight, { path }: ListedPage): Kind[] {
  const budget = BUDGETS[findDeclaration(path).budget]
  return KINDS.filter((kind) => weight[kind] > budget[kind])
}

/** The total layout shift with late fonts. */
export async function measureShift(browser: Browser, url: string, listed: ListedPage): Promise<number> {
  const context = await browser.newContext(PHONE)
  try {
    if (listed.as) await enterAs(context, url, listed.as)
    const page = await context.newPage()
    await page.route(/\.woff2$/, async (route) => {
      await page.waitForTimeout(FONT_DELAY_MILLISECONDS)
      await route.continue()
    })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
        window.shifted = shifts.reduce((all, { value }) => all + value, window.shifted ?? 0)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(url + listed.path, { waitUntil: 'networkidle' })
    await page.waitForTimeout(FONT_DELAY_MILLISECONDS)
    return (await page.evaluate(() => window.shifted)) ?? 0
  } finally {
    await context.close()
  }
}

async function sum(requests: readonly Request[]): Promise<Weight> {
  const weight: Weight = { HTML: 0, CSS: 0, script: 0, touched: 0, fonts: 0, images: 0, stylesheets: 0 }
  for (const request of requests) {
    const kind = KIND_BY_RESOURCE[request.resourceType()]
    if (!kind) continue
    const { responseBodySize } = await request.sizes()
    weight[kind] += responseBodySize / 1000
    if (kind === 'CSS') weight.stylesheets++
  }
  return weight
}
