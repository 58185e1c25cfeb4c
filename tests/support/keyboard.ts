/** Walks a page by keyboard alone, as it stands. */
import type { Page } from 'playwright-core'
import { findFocusRingFault } from './rings.ts'

/** A page that was still becoming another while it was walked through is walked through again. */
const WALKS = 3

type Stop = { name: string; number: string | null; isMarked: boolean; coveredBy: string | null }

/**
 * One line for each control that the keyboard does not reach, does not mark, hides, or does not let go of.
 * @param looked the kinds of rings that were looked at before; without it, none is looked at as it is painted
 */
export async function findKeyboardFaults(page: Page, looked?: Set<string>): Promise<string[]> {
  let faults: string[] = []
  for (let walk = 0; walk < WALKS; walk++) {
    const controls = await markControls(page)
    faults = await walkThrough(page, controls, looked)
    if (faults.length === 0 || (await areThere(page, controls.length))) break
  }
  return [...faults, ...(await findDialogFaults(page)), ...(await findAccordionFaults(page))]
}

async function walkThrough(page: Page, controls: readonly string[], looked?: Set<string>): Promise<string[]> {
  const stops: Stop[] = []
  const faint: string[] = []
  await startAtTop(page)
  let stop = await next(page)
  while (stop && stops.length < controls.length + 20) {
    stops.push(stop.coveredBy ? await uncovered(page, stop) : stop)
    const fault = looked && !stop.coveredBy ? await findFocusRingFault(page, looked) : null
    if (fault) faint.push(`faint ring: ${stop.name}, ${fault}`)
    stop = await next(page)
  }
  const reached = new Set(stops.map(({ number }) => number))
  return [
    ...(stop ? [`no way out after ${stops.length} stops, at ${stop.name}`] : await findReturnFaults(page, stops)),
    ...controls.filter((_, index) => !reached.has(String(index))).map((name) => `not reached: ${name}`),
    ...(controls.length === 0 ? ['nothing to reach'] : []),
    ...unmarked(stops).map((name) => `no ring: ${name}`),
    ...faint,
    ...stops.flatMap(({ name, coveredBy }) => (coveredBy ? [`covered: ${name}, under ${coveredBy}`] : [])),
  ]
}

/** A page that is a form begins in its first field. */
const startAtTop = (page: Page) =>
  page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus({ preventScroll: true })
    document.body.removeAttribute('tabindex')
  })

/** A date is several stops in one control, and the browser marks the inner ones itself. */
function unmarked(stops: readonly Stop[]): string[] {
  const marked = new Set(stops.flatMap(({ isMarked, number }) => (isMarked ? [number] : [])))
  return stops.flatMap(({ isMarked, number, name }) =>
    isMarked || (number !== null && marked.has(number)) ? [] : [name],
  )
}

/** Backwards it comes to the same controls. */
async function findReturnFaults(page: Page, stops: readonly Stop[]): Promise<string[]> {
  const left = new Map(stops.map(({ number, name }) => [number, name]))
  for (let press = 0; press < stops.length + 20 && left.size > 0; press++) {
    await page.keyboard.press('Shift+Tab')
    left.delete(await page.evaluate(() => document.activeElement?.getAttribute('data-stop') ?? null))
  }
  return [...left.values()].map((name) => `not reached backwards: ${name}`)
}

/** A dialog opens by a key, takes the focus, and gives it back to what opened it. */
async function findDialogFaults(page: Page): Promise<string[]> {
  if ((await page.locator('dialog:modal').count()) > 0) return []
  const faults: string[] = []
  for (const opener of await page.locator('button[commandfor]:visible').all()) {
    const name = await opener.textContent()
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog:modal')
    await dialog.waitFor()
    if (!(await dialog.evaluate((part) => part.contains(document.activeElement))))
      faults.push(`the dialog of “${name}” takes no focus`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    if (!(await opener.evaluate((button) => button === document.activeElement)))
      faults.push(`the dialog of “${name}” gives no focus back`)
  }
  return faults
}

/** Every menu opens by a key, and Esc closes it and returns the focus. */
async function findAccordionFaults(page: Page): Promise<string[]> {
  const root = (await page.locator('dialog:modal').count()) > 0 ? 'dialog:modal' : 'body'
  const faults: string[] = []
  for (const summary of await page.locator(`${root} summary:visible`).all()) {
    const name = (await summary.getAttribute('aria-label')) ?? (await summary.textContent())
    const isOpen = () => summary.evaluate((part) => part.closest('details')!.open)
    await summary.focus()
    if (await isOpen()) await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    if (!(await isOpen())) faults.push(`“${name}” does not unfold by a key`)
    else if (await summary.evaluate(isOverPage)) {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      if (await isOpen()) faults.push(`“${name}” is not put away by Esc`)
      else if (!(await summary.evaluate((part) => part === document.activeElement)))
        faults.push(`“${name}” gives no focus back`)
    }
  }
  return faults
}

const isOverPage = (summary: Element) =>
  [...summary.closest('details')!.children].some(
    (part) => part !== summary && /absolute|fixed/.test(getComputedStyle(part).position),
  )

/** An opened overlay may cover the focus if Esc alone closes it. WCAG 2.2, 2.4.11. */
async function uncovered(page: Page, stop: Stop): Promise<Stop> {
  const open = await page.evaluateHandle(() => [...document.querySelectorAll('details[open]')])
  await page.keyboard.press('Escape')
  const again = await stopHere(page)
  // Open again, for the walk goes on through it.
  await open.evaluate((accordions) => {
    for (const accordion of accordions) accordion.setAttribute('open', '')
  })
  return again?.number === stop.number ? again : stop
}

async function next(page: Page): Promise<Stop | null> {
  await page.keyboard.press('Tab')
  // A page that has something to say late takes the focus to its heading: no key went there.
  if (await page.evaluate(() => document.activeElement?.getAttribute('tabindex') === '-1')) return next(page)
  return stopHere(page)
}

const areThere = (page: Page, count: number) =>
  page.evaluate(
    (count) =>
      new Set([...document.querySelectorAll<HTMLElement>('[data-stop]')].map(({ dataset }) => dataset.stop)).size ===
      count,
    count,
  )

/** The elements that cover the focused control, and whether it shows a focus ring. */
const stopHere = (page: Page) =>
  page.evaluate(async (): Promise<Stop | null> => {
    const current = document.activeElement
    if (!current || current === document.body) return null
    // A rail glides to what is in focus, and begins to a frame or two later; unless stillness is asked for.
    const enough = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 6
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const readPosition = () => Object.values(current.getBoundingClientRect().toJSON()).join()
    for (let before = '', still = 0; still < enough; before = readPosition()) {
      await frame()
      still = readPosition() === before ? still + 1 : 0
    }
    // The link of a card rings the whole card, and a field without a frame of its own its label, or what holds both.
    const rings = [getComputedStyle(current), getComputedStyle(current, '::after')]
    const isField = current instanceof HTMLInputElement || current instanceof HTMLTextAreaElement
    const labels = isField ? [...(current.labels ?? []), current.parentElement!] : []
    rings.push(...labels.map((label) => getComputedStyle(label)))
    const { left, top, width, height } = current.getBoundingClientRect()
    // A link may run over two lines, and its middle be empty.
    const across = current.matches('a') ? Math.min(width, 40) : width
    const seen = document.elementFromPoint(left + across / 2, top + height / 2)
    const isSeen = seen !== null && (current.contains(seen) || seen.contains(current) || seen.closest('label') !== null)
    return {
      name: `${current.tagName.toLowerCase()} ${current.getAttribute('aria-label') ?? current.getAttribute('name') ?? current.textContent?.trim().slice(0, 40)}`,
      number: current.getAttribute('data-stop'),
      // In a mail that is shown within the page, the browser marks what has the focus.
      isMarked:
        current.matches('iframe') ||
        rings.some(
          ({ outlineStyle, outlineWidth, opacity }) =>
            outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && opacity !== '0',
        ),
      coveredBy: isSeen ? null : (seen?.outerHTML.slice(0, 120) ?? 'nothing'),
    }
  })

/** Numbers every control that a mouse could use, and begins at the top: of the open dialog, where there is one. */
const markControls = (page: Page) =>
  page.evaluate(() => {
    const modal = document.querySelector('dialog:modal')
    for (const before of document.querySelectorAll('[data-stop]')) before.removeAttribute('data-stop')
    // The focus continues from the last control, but this walk begins at the top.
    const top = document.createElement('span')
    top.tabIndex = -1
    ;(modal ?? document.body).prepend(top)
    top.focus()
    top.remove()
    const controls = (modal ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, iframe, video[controls], [contenteditable], [tabindex="0"]',
    )
    const isUsable = (control: HTMLElement) =>
      control.checkVisibility({ visibilityProperty: true }) &&
      !control.matches(':disabled, [tabindex="-1"], [inert] *, [type="hidden"]') &&
      control.getClientRects().length > 0
    // The keyboard stops at one radio button of a group, and arrow keys reach the others.
    const isMate = (control: HTMLElement, other: HTMLElement) =>
      control.matches('input[type="radio"]') &&
      other instanceof HTMLInputElement &&
      other.name === control.getAttribute('name') &&
      other.form === control.closest('form')
    const stops: HTMLElement[] = []
    for (const control of [...controls].filter(isUsable)) {
      const mate = stops.findIndex((other) => isMate(control, other))
      control.dataset.stop = String(mate < 0 ? stops.push(control) - 1 : mate)
    }
    return stops.map(
      (control) =>
        `${control.tagName.toLowerCase()} ${control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent?.trim().slice(0, 40)}`,
    )
  })
