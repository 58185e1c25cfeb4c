/**
 * The test of a journey: a server as a person starts it, and browsers, each started when a test first needs it. An
 * error or a warning in a browser's console fails the test.
 */
import { test as base, expect } from 'vitest'
import { createServerDb, startServer } from '../world/server.ts'
import { type BrowserOptions, type Journey, launchBrowser as startBrowser } from './browser.ts'

const serverTest = base
  .extend('serverSettings', { scope: 'file' }, {} as Record<string, string>)
  .extend('server', { scope: 'file' }, async ({ serverSettings }, { onCleanup }) => {
    const server = await startServer(serverSettings)
    onCleanup(() => server.dispose())
    return server
  })
  /** The database of the server, for what only time or another person would change. */
  .extend('db', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    const { db, close } = await createServerDb(server)
    onCleanup(close)
    return db
  })
  .extend('browserOptions', { scope: 'file' }, {} as BrowserOptions)
  .extend('browsers', { scope: 'file' }, [] as Journey[])
  /** Launches a further browser, which the end of the file closes if the test does not. */
  .extend('launchBrowser', { scope: 'file' }, ({ server, browsers }, { onCleanup }) => {
    onCleanup(async () => {
      for (const browser of browsers) await browser.close()
    })
    return async (options?: BrowserOptions) => {
      const browser = await startBrowser({ baseURL: server.url, ...options })
      browsers.push(browser)
      return browser
    }
  })
  .extend('consoleGuard', { auto: true }, ({ browsers }, { onCleanup }) => {
    onCleanup(() => {
      const faults = browsers.flatMap((browser) => browser.faults.splice(0))
      for (const browser of browsers) browser.allowedFaults.length = 0
      expect(faults, 'errors and warnings in the browser’s console').toEqual([])
    })
  })

/** One browser for all tests of a file. */
export const test = serverTest
  .extend('browser', { scope: 'file' }, ({ launchBrowser, browserOptions }) => launchBrowser(browserOptions))
  .extend('page', { scope: 'file' }, ({ browser }) => browser.page)

/** A new browser for each test. */
export const freshBrowserTest = serverTest
  .extend('browser', async ({ launchBrowser, browserOptions }, { onCleanup }) => {
    const browser = await launchBrowser(browserOptions)
    onCleanup(() => browser.close())
    return browser
  })
  .extend('page', ({ browser }) => browser.page)
