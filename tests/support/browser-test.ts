/**
 * The test of a journey: a server as a person starts it, and browsers, each started when a test first needs it. An
 * error or a warning in a browser's console fails the test.
 *
 * `storyTest` is for the stories of `npm test`, whose files share a server. `test` gives a file its own.
 */
import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { test as base, expect } from 'vitest'
import { createServerDb, startServer } from '../world/server.ts'
import { type BrowserOptions, type Journey, launchBrowser as startBrowser, startChromium } from './browser.ts'

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
  .extend('browsers', { scope: 'file' }, (): Journey[] => [])
  /** The process in which browsers open; without one each is a process of its own. */
  .extend('chromium', { scope: 'file' }, (): Browser | null => null)
  /** Launches a further browser, which the end of the file closes if the test does not. */
  .extend('launchBrowser', { scope: 'file' }, ({ server, browsers, chromium }, { onCleanup }) => {
    onCleanup(async () => {
      for (const browser of browsers) await browser.close()
    })
    return async (options?: BrowserOptions) => {
      const browser = await startBrowser({ baseURL: server.url, ...options }, chromium)
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

/**
 * One browser for all tests of a file, which shares the server and the browser's process with the other stories of its
 * worker. They run one after the other in any order: each has people, and courses with few seats, of its own, and
 * leaves the demo's people and courses as it found them. For a browser with options it calls `launchBrowser`.
 */
export const storyTest = test
  .extend('sharedSettings', { scope: 'worker' }, {})
  .extend('shared', { scope: 'worker' }, async ({ sharedSettings }, { onCleanup }) => {
    const [server, chromium] = await Promise.all([startServer(sharedSettings), startChromium()])
    onCleanup(async () => {
      await chromium.close()
      await server.dispose()
    })
    return { server, chromium }
  })
  .extend('server', { scope: 'file' }, async ({ shared: { server } }) => {
    const { db, close } = await createServerDb(server)
    // All stories come from one address within minutes. Each begins with the whole of every limit.
    await sql`delete from rate_limit`.execute(db)
    await close()
    return server
  })
  .extend('chromium', { scope: 'file' }, ({ shared }): Browser | null => shared.chromium)
storyTest.override = () => {
  throw new Error('An override would hold in the next story too: use launchBrowser, or test for settings of the server')
}
