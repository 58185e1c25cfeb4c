/** A real browser for journeys. A page that logs an error fails the journey that saw it. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../tools/browser.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export type Journey = { context: BrowserContext; page: Page; faults: string[]; close(): Promise<void> }

export async function openBrowser(
  options: { timezoneId?: string; width?: number; colorScheme?: 'light' | 'dark'; javaScriptEnabled?: boolean } = {},
): Promise<Journey> {
  const profile = await mkdtemp(join(tmpdir(), 'understudy-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    headless: true,
    args: FLAGS,
    timezoneId: options.timezoneId ?? 'Asia/Manila',
    locale: 'en-GB',
    viewport: { width: options.width ?? 1280, height: 900 },
    colorScheme: options.colorScheme ?? 'light',
    acceptDownloads: true,
    javaScriptEnabled: options.javaScriptEnabled ?? true,
  })
  context.setDefaultTimeout(15_000)
  const faults: string[] = []
  const watch = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  }
  const page = context.pages()[0] ?? (await context.newPage())
  watch(page)
  context.on('page', watch)
  return { context, page, faults, close: () => context.close() }
}
