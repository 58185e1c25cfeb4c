/** WebKit, which stands for Safari: GTK's small browser in an X server of its own, over WebDriver. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Builder, By, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import { findProgram } from './find-program.ts'
import { PATIENCE_MS, type RemoteBrowser } from './remote-browser.ts'

const DRIVER_PORT = 24_444

export async function launchWebKit(): Promise<RemoteBrowser> {
  const x = findProgram('Xvfb', 'xvfb', ['/usr/bin/Xvfb'])
  const webDriver = findProgram('WebKitWebDriver', 'webkit2gtk-driver', ['/usr/bin/WebKitWebDriver'])
  const display = await startDisplay(x)
  const server = spawn(webDriver, [`--port=${DRIVER_PORT}`], {
    env: { ...process.env, DISPLAY: display.name, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
  })
  await untilListening(DRIVER_PORT)
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${DRIVER_PORT}`)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser', pageLoadStrategy: 'normal' }))
    .build()
  await driver.manage().window().setRect({ width: 1280, height: 900 })
  const version = (await driver.getCapabilities()).get('browserVersion')
  return { name: `WebKit ${version}`, ...createActions(driver), close: () => stop(driver, [server, display.process]) }
}

function createActions(driver: WebDriver): Omit<RemoteBrowser, 'name' | 'close'> {
  /** Again with the new element, if React replaced the one that was found. */
  const withElement = (at: string, action: (element: WebElement) => Promise<void>) =>
    driver.wait(
      async () => {
        const [element] = await driver.findElements(By.xpath(at))
        if (!element) return false
        try {
          if (!(await element.isDisplayed()) || !(await element.isEnabled())) return false
          await action(element)
          return true
        } catch (fault) {
          if (isReplaced(fault as Error)) return false
          throw fault
        }
      },
      PATIENCE_MS,
      `nothing that can be used is at ${at}`,
    )
  return {
    goto: (url) => driver.get(url),
    url: () => driver.getCurrentUrl(),
    waitFor: async (at) => {
      await withElement(at, async () => {})
    },
    press: async (at) => {
      await withElement(at, (element) => element.click())
    },
    fill: async (at, text) => {
      await withElement(at, async (element) => {
        await element.clear()
        await element.sendKeys(text)
      })
    },
    evaluate: (expression) => driver.executeScript(`return (${expression})`),
  }
}

/** WebKit reports an element that left the page also as a node that was not found. */
function isReplaced({ name, message }: Error): boolean {
  return name === 'StaleElementReferenceError' || /Node with identifier .* was not found/.test(message)
}

/** The server chooses a free display, and writes its number to the third stream. */
async function startDisplay(x: string): Promise<{ name: string; process: ChildProcess }> {
  const child = spawn(x, ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await once(child.stdio[3]!, 'data')
  return { name: `:${String(number).trim()}`, process: child }
}

async function untilListening(port: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await fetch(`http://127.0.0.1:${port}/status`).catch(() => null))) {
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not answer.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function stop(driver: WebDriver, programs: readonly ChildProcess[]): Promise<void> {
  await driver.quit()
  for (const program of programs) program.kill()
}
