import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from '../axe.ts'
import { openBrowser } from '../browser.ts'
import { LISTED_PAGES } from '../listed-pages.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
}, 180_000)
afterAll(async () => {
  await server?.dispose()
})

/** `npm run axe` looks at all of them, in both widths and colours. */
const SAMPLE = ['home', 'course, open', 'course, full', 'log-in over a page, faults', 'checkout', 'portal, stranger']

test.each([
  [360, 'dark'],
  [1280, 'light'],
] as const)('at %i px and %s, axe finds nothing on a page of each kind', async (width, colorScheme) => {
  const { page, close } = await openBrowser({ width, colorScheme })
  for (const { name, path, after } of LISTED_PAGES.filter((listed) => SAMPLE.includes(listed.name))) {
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    await after?.(page)
    expect([name, await faultsOf(page)]).toEqual([name, []])
  }
  await close()
})

type Stop = { name: string; number: string | null; isMarked: boolean; coveredBy: string | null }

/** What stands between the eye and the thing in focus, and whether a ring says where it is. */
const stopHere = (page: Page) =>
  page.evaluate(async (): Promise<Stop | null> => {
    const here = document.activeElement
    if (!here || here === document.body) return null
    // A rail glides to what is in focus, and begins to a frame or two later.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const place = () => Object.values(here.getBoundingClientRect().toJSON()).join()
    for (let before = '', still = 0; still < 6; before = place()) {
      await frame()
      still = place() === before ? still + 1 : 0
    }
    // The link of a card rings the whole card, and a field without a frame of its own its label.
    const rings = [getComputedStyle(here), getComputedStyle(here, '::after')]
    if (here.closest('label')) rings.push(getComputedStyle(here.closest('label')!))
    const { left, top, width, height } = here.getBoundingClientRect()
    // A link may run over two lines, and its middle be empty.
    const across = here.matches('a') ? Math.min(width, 40) : width
    const seen = document.elementFromPoint(left + across / 2, top + height / 2)
    const isSeen = seen !== null && (here.contains(seen) || seen.contains(here) || seen.closest('label') !== null)
    return {
      name: `${here.tagName.toLowerCase()} ${here.getAttribute('aria-label') ?? here.textContent?.trim().slice(0, 40)}`,
      number: here.getAttribute('data-stop'),
      isMarked: rings.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      ),
      coveredBy: isSeen ? null : (seen?.outerHTML.slice(0, 120) ?? 'nothing'),
    }
  })

/** Numbers every control that a mouse could use. */
const markControls = (page: Page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    const isUsable = (control: HTMLElement) =>
      control.checkVisibility({ visibilityProperty: true }) &&
      !control.matches(':disabled, [tabindex="-1"], [inert] *, [type="hidden"]') &&
      control.getClientRects().length > 0
    const usable = controls.filter(isUsable)
    // Of radio buttons of one name the keyboard stops at one, and arrows reach the others.
    const stops = usable.filter((control) => !control.matches('input[type="radio"]'))
    for (const [index, control] of stops.entries()) control.dataset.stop = String(index)
    return stops.map(
      (control) =>
        `${control.tagName.toLowerCase()} ${control.getAttribute('aria-label') ?? control.textContent?.trim()}`,
    )
  })

test.each([
  [360, '/'],
  [1280, '/'],
  [360, '/nina-reyes'],
  [1280, '/nina-reyes'],
  [360, '/mo-tikaram'],
] as const)(
  'at %i px the keyboard alone reaches every control of %s, with a ring around it and nothing before it',
  async (width, path) => {
    const { page, close } = await openBrowser({ width })
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    const controls = await markControls(page)
    const stops: Stop[] = []
    for (let press = 0; press < controls.length + 20; press++) {
      await page.keyboard.press('Tab')
      const stop = await stopHere(page)
      if (!stop) break
      stops.push(stop)
    }
    const reached = new Set(stops.map(({ number }) => number))
    expect(controls.filter((_, index) => !reached.has(String(index)))).toEqual([])
    expect(stops.filter(({ isMarked }) => !isMarked).map(({ name }) => name)).toEqual([])
    expect(stops.flatMap(({ name, coveredBy }) => (coveredBy ? [`${name}, under ${coveredBy}`] : []))).toEqual([])
    await close()
  },
)
