/** Firefox, over WebDriver BiDi, which it speaks without another program. */
import puppeteer from 'puppeteer-core'
import { findProgram } from './find-program.ts'
import { PATIENCE_MS, type RemoteBrowser } from './remote-browser.ts'

export async function launchFirefox(): Promise<RemoteBrowser> {
  const executablePath = findProgram('Firefox', 'firefox-esr', ['/usr/bin/firefox-esr', '/usr/bin/firefox'])
  const firefox = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // Films start by a press, as for people.
    extraPrefsFirefox: { 'media.autoplay.default': 1 },
  })
  const page = await firefox.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.setViewport({ width: 1280, height: 900 })
  const locate = (at: string) => page.locator(`::-p-xpath(${at})`)
  return {
    name: await firefox.version(),
    goto: async (url) => {
      await page.goto(url)
    },
    url: async () => page.url(),
    waitFor: async (at) => {
      await attempt('not shown', at, locate(at).wait())
    },
    press: (at) => attempt('not pressed', at, locate(at).click()),
    fill: (at, text) => attempt('not filled', at, locate(at).fill(text)),
    evaluate: async <Value>(expression: string) => (await page.evaluate(expression)) as Value,
    close: () => firefox.close(),
  }
}

/** Says which element an action waited for in vain. */
async function attempt<Result>(fault: string, at: string, action: Promise<Result>): Promise<Result> {
  try {
    return await action
  } catch (error) {
    throw new Error(`${fault}: ${at}`, { cause: error })
  }
}
