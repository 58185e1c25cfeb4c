/** Whether the eye finds what has the focus: its ring as it is painted, in light colours and in dark. */
import type { Page } from 'playwright-core'

type Ring = { looksLike: string; clip: { x: number; y: number; width: number; height: number }; edge: number }

/** WCAG 2.2, 2.4.13: as much as a line around it, less its round corners, three times as light or dark as without it. */
const CONTRAST = 3
const LEAST = 0.6
const AROUND = 8

/** The fault of the focused control's ring, or null. Checks each kind of ring once. */
export async function findFocusRingFault(page: Page, looked: Set<string>): Promise<string | null> {
  const ring = await ringHere(page, AROUND)
  if (!ring || looked.has(ring.looksLike)) return null
  looked.add(ring.looksLike)
  const faint: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const painted = await shoot(page, ring)
    await page.evaluate(() => {
      const without = new CSSStyleSheet()
      without.replaceSync('*, ::before, ::after { outline-color: transparent !important }')
      document.adoptedStyleSheets.push(without)
    })
    const bare = await shoot(page, ring)
    await page.evaluate(() => document.adoptedStyleSheets.pop())
    const share = (await changedIn(page, [painted, bare], CONTRAST)) / ring.edge
    if (share < LEAST) faint.push(`${Math.round(share * 100)} % in ${colorScheme} colours`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return faint.length > 0 ? faint.join(', ') : null
}

const shoot = async (page: Page, { clip }: Ring) =>
  (await page.screenshot({ clip, animations: 'disabled' })).toString('base64')

/** The visible area of the ring and the length of its edge. */
const ringHere = (page: Page, margin: number) =>
  page.evaluate((margin): Ring | null => {
    const current = document.activeElement
    if (!current) return null
    const hasRing = (part: Element, pseudo?: string) => {
      const { outlineStyle, opacity } = getComputedStyle(part, pseudo)
      return outlineStyle !== 'none' && opacity !== '0'
    }
    const labels = current instanceof HTMLInputElement ? [...(current.labels ?? []), current.parentElement!] : []
    const isAfter = !hasRing(current) && hasRing(current, '::after')
    let around: Element | null = current
    while (around && getComputedStyle(around).position === 'static') around = around.parentElement
    const holder = hasRing(current) ? current : isAfter ? around : labels.find((label) => hasRing(label))
    if (!holder) return null
    // A link that runs over two lines has a ring for each of them.
    const boxes = holder.matches('a') ? [...holder.getClientRects()] : [holder.getBoundingClientRect()]
    const within = (at: number, size: number) => Math.min(Math.max(at, 0), size)
    let edge = 0
    for (const { left, top, right, bottom } of boxes) {
      const wide = within(right, innerWidth) - within(left, innerWidth)
      const high = within(bottom, innerHeight) - within(top, innerHeight)
      for (const line of [top, bottom]) if (line >= 0 && line <= innerHeight) edge += wide
      for (const line of [left, right]) if (line >= 0 && line <= innerWidth) edge += high
    }
    const { left, top, right, bottom } = holder.getBoundingClientRect()
    const x = within(left - margin, innerWidth)
    const y = within(top - margin, innerHeight)
    const width = within(right + margin, innerWidth) - x
    const height = within(bottom + margin, innerHeight) - y
    if (edge < 1 || width < 1 || height < 1) return null
    let looksLike = current.tagName
    for (let part: Element | null = current, up = 0; part && up < 4; part = part.parentElement, up++)
      looksLike += ` < ${part.getAttribute('class') ?? part.tagName}`
    return { looksLike, clip: { x, y, width, height }, edge }
  }, margin)

/** How many pixels differ enough between two pictures. */
const changedIn = (page: Page, pictures: [string, string], contrast: number) =>
  page.evaluate(
    async ({ pictures, contrast }) => {
      const [one, other] = await Promise.all(
        pictures.map(async (picture) => {
          const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0))
          const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
          context.drawImage(image, 0, 0)
          return context.getImageData(0, 0, image.width, image.height).data
        }),
      )
      const light = (of: Uint8ClampedArray, from: number) =>
        0.05 +
        0.2126 * (of[from]! / 255) ** 2.2 +
        0.7152 * (of[from + 1]! / 255) ** 2.2 +
        0.0722 * (of[from + 2]! / 255) ** 2.2
      let changed = 0
      for (let from = 0; from < one!.length; from += 4) {
        const [a, b] = [light(one!, from), light(other!, from)]
        if (Math.max(a, b) / Math.min(a, b) >= contrast) changed++
      }
      return changed
    },
    { pictures, contrast },
  )
