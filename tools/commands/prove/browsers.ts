/** Walks the main stories in Firefox and in WebKit, which stands for Safari. */
import { launchFirefox } from '../../../tests/browsers/firefox.ts'
import { createStories } from '../../../tests/browsers/main-stories.ts'
import type { RemoteBrowser } from '../../../tests/browsers/remote-browser.ts'
import { launchWebKit } from '../../../tests/browsers/webkit.ts'
import { startServer } from '../../../tests/world/server.ts'
import { build, isBuilt } from '../../build.ts'

const BROWSERS = { firefox: launchFirefox, webkit: launchWebKit }

/** @param only the name of one browser; both without it */
export async function runBrowsers(only?: string): Promise<void> {
  const chosen = Object.entries(BROWSERS).filter(([name]) => only === undefined || only === name)
  if (chosen.length === 0) throw new Error(`There is no ${only}: choose from ${Object.keys(BROWSERS).join(', ')}.`)
  if (!isBuilt()) await build()
  const server = await startServer()
  let hasPassed = true
  try {
    for (const [name, launch] of chosen) {
      const browser = await launch()
      try {
        hasPassed = (await walk(browser, server.url, `lena.ortiz.${name}@understudy.test`)) && hasPassed
      } finally {
        await browser.close()
      }
    }
  } finally {
    await server.dispose()
  }
  process.exitCode = hasPassed ? 0 : 1
}

/** A story needs those before it, so the first that fails ends the walk. */
async function walk(browser: RemoteBrowser, site: string, email: string): Promise<boolean> {
  for (const { name, run } of createStories(email)) {
    try {
      await run(browser, site)
      console.log(`holds  ${browser.name}: ${name}`)
    } catch (error) {
      const shown = await browser.evaluate('location.href + "\\n" + document.body.innerText').catch(() => 'no page')
      console.log(`BROKEN ${browser.name}: ${name}\n       ${(error as Error).message}\nThe page was ${shown}`)
      return false
    }
  }
  return true
}
