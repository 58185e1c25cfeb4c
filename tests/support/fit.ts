/** Checks beyond axe: a page fits a narrow screen and large text, does not move, and works in two colour schemes. */
import type { Page } from 'playwright-core'

/** Text and controls that stick out of the window, or are cut off by what they stand in. */
export const findOverflows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = new Set<string>()
    const called = (part: Element) =>
      `${part.tagName.toLowerCase()}.${part.className} “${part.textContent?.trim().slice(0, 40)}”`
    const wide = document.documentElement.scrollWidth - innerWidth
    if (wide > 0) faults.add(`the page is ${wide} px wider than the window`)

    const isHidden = (part: Element) => {
      const { width, height } = part.getBoundingClientRect()
      return width <= 1 || height <= 1 || !part.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    }
    /** The box that cuts a rectangle of text off, or null. One that scrolls cuts nothing off. */
    function cutter(text: DOMRect, start: Element): Element | null {
      for (let box: Element | null = start; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        const { left, top, right, bottom } = box.getBoundingClientRect()
        // Cut short on purpose, and whole on the page that it leads to.
        if (style.textOverflow === 'ellipsis') return null
        const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        if (cuts(style.overflowX) && (text.left < left - 2 || text.right > right + 2)) return box
        if (cuts(style.overflowY) && (text.top < top - 4 || text.bottom > bottom + 4)) return box
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') return null
        if (style.overflowY === 'auto' || style.overflowY === 'scroll') return null
        if (style.position === 'fixed') break
      }
      return text.left < -1 || text.right > innerWidth + 1 ? document.documentElement : null
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const within = texts.currentNode.parentElement
      if (!within || !texts.currentNode.textContent?.trim() || isHidden(within)) continue
      if (within.closest('script, style, noscript, option, svg, [aria-hidden="true"]')) continue
      let hidden: Element | null = within
      while (hidden && !isHidden(hidden)) hidden = hidden.parentElement
      if (hidden) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      for (const rect of range.getClientRects()) {
        const box = cutter(rect, within)
        if (box) faults.add(`${called(within)} is cut off by ${box.tagName.toLowerCase()}.${box.className}`)
      }
    }
    return [...faults]
  })

/** Elements that move although the visitor prefers reduced motion. */
export const findLayoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const STILL = /^(opacity|color|background-color|border-color|box-shadow|outline-color|fill|stroke|visibility|none)$/
    const faults = new Set<string>()
    const seconds = (text: string) => Math.max(...text.split(',').map((each) => Number.parseFloat(each)))
    for (const part of document.querySelectorAll('*')) {
      const styles = [null, '::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo))
      for (const style of styles) {
        const called = `${part.tagName.toLowerCase()}.${part.getAttribute('class')}`
        if (style.animationName !== 'none' && seconds(style.animationDuration) > 0.01)
          faults.add(`${called} runs ${style.animationName}`)
        const moving = style.transitionProperty.split(', ').filter((name) => !STILL.test(name))
        if (moving.length > 0 && seconds(style.transitionDuration) > 0.01)
          faults.add(`${called} moves ${moving.join()}`)
        if (style.scrollBehavior === 'smooth') faults.add(`${called} glides`)
      }
    }
    return [...faults]
  })

type Spot = { name: string; x: number; y: number; width: number; height: number }

/** Controls of which nothing is left where the visitor's own two colours are forced. Looks at the pixels, on another page. */
export async function findBlankAreas(page: Page, eye: Page): Promise<string[]> {
  // A window as tall as the page, so that one picture holds all of it as it was measured.
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, whole) })
  const before = await samplePoints(page)
  const picture = (await page.screenshot({ animations: 'disabled' })).toString('base64')
  // Leaves out spots that moved, because some parts get their layout when they come into view.
  const after = new Set((await samplePoints(page)).map((spot) => JSON.stringify(spot)))
  const spots = before.filter((spot) => after.has(JSON.stringify(spot)))
  await page.setViewportSize({ width, height })
  return eye.evaluate(
    async ({ picture, spots }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${picture}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      const light = (at: Uint8ClampedArray, from: number) =>
        [0.2126, 0.7152, 0.0722]
          .map((share, index) => share * (at[from + index]! / 255) ** 2.2)
          .reduce((sum, each) => sum + each, 0.05)
      return spots
        .filter(({ x, y, width, height }) => {
          if (x < 0 || y < 0 || x + width > image.width || y + height > image.height) return false
          const { data } = context.getImageData(x, y, width, height)
          let [least, most] = [2, 0]
          for (let from = 0; from < data.length; from += 4) {
            const lightness = light(data, from)
            least = Math.min(least, lightness)
            most = Math.max(most, lightness)
          }
          return most / least < 3
        })
        .map(({ name }) => name)
    },
    { picture, spots },
  )
}

const samplePoints = (page: Page) =>
  page.evaluate((): Spot[] => {
    scrollTo(0, 0)
    const modal = document.querySelector('dialog:modal')
    const controls = (modal ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    )
    return [...controls].flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const isShown =
        width > 1 && height > 1 && control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const seen = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!isShown || control.matches(':disabled, [aria-disabled="true"]') || !seen || !control.contains(seen))
        return []
      const name = `${control.tagName.toLowerCase()}.${control.className} ${control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40)}`
      return [{ name, x: left - 3 + scrollX, y: top - 3 + scrollY, width: width + 6, height: height + 6 }]
    })
  })
