/** The parts of a document that presents something: a cover with a picture, an outline, and a link with its QR code. */
import { renderSvg } from '../pictures/png.ts'
import { type Canvas, drawRow, drawRule, GAP, getFullWidth, INK, keepTogether, MARGIN, QUIET } from './pdf-canvas.ts'

/** A picture across the top of the page, and the title below it. `element` is an SVG element of `width` × `height`. */
export type Cover = {
  is: 'cover'
  picture: { element: string; width: number; height: number }
  label: string
  title: string
  lead: string
  colour: string
}
/** Groups of items. `aside` is at the right of the title. */
export type Outline = {
  is: 'outline'
  groups: readonly { title: string; items: readonly { title: string; note: string; aside: string }[] }[]
}
/** A link, and its QR code as a path in which a module is a square of 1 × 1. */
export type LinkBox = { is: 'link'; title: string; text: string; url: string; code: { path: string; size: number } }

/** Pixels of the picture's width. */
const PICTURE_PIXELS = 1240
const TITLE_SIZES = [34, 28, 24, 20, 16]
const MAX_TITLE_LINES = 3
const QR_POINTS = 96

export async function drawCover(canvas: Canvas, { picture, label, title, lead, colour }: Cover): Promise<void> {
  const { doc } = canvas
  const { element, width, height } = picture
  const file = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${element}</svg>`
  const shownHeight = (doc.page.width * height) / width
  doc.image(await renderSvg(file, PICTURE_PIXELS), 0, 0, { width: doc.page.width, height: shownHeight })
  doc.y = shownHeight + 2 * GAP
  const full = getFullWidth(canvas)
  drawRow(canvas, [{ text: label, size: 11, weight: 'strong', colour, ...full }])
  drawRow(canvas, [{ text: title, size: chooseTitleSize(canvas, title), weight: 'display', colour: INK, ...full }])
  doc.y += 4
  drawRow(canvas, [{ text: lead, size: 12.5, colour: QUIET, ...full }])
}

/** The largest size at which the title has few lines. */
function chooseTitleSize({ doc }: Canvas, title: string): number {
  const width = doc.page.width - 2 * MARGIN
  return TITLE_SIZES.find((size) => title.length * size * 0.55 <= width * MAX_TITLE_LINES) ?? TITLE_SIZES.at(-1)!
}

export function drawHeading(canvas: Canvas, text: string): void {
  keepTogether(canvas, 90)
  drawRow(canvas, [{ text, size: 17, weight: 'display', ...getFullWidth(canvas) }])
}

export function drawOutline(canvas: Canvas, { groups }: Outline): void {
  const { x, width } = getFullWidth(canvas)
  const main = { x, width: width * 0.68 - GAP }
  const side = { x: x + width * 0.68, width: width * 0.32 }
  for (const [index, { title, items }] of groups.entries()) {
    if (index > 0) canvas.doc.y += GAP
    keepTogether(canvas, 80)
    drawRow(canvas, [{ text: title, size: 12.5, weight: 'strong', x, width }])
    drawRule(canvas)
    for (const item of items) {
      keepTogether(canvas, 34)
      drawRow(canvas, [
        { text: item.title, weight: 'strong', ...main },
        { text: item.aside, size: 9, colour: QUIET, align: 'right', ...side },
      ])
      if (item.note) drawRow(canvas, [{ text: item.note, size: 9.5, colour: QUIET, ...main }])
      canvas.doc.y += 4
    }
  }
}

export function drawLinkBox(canvas: Canvas, { title, text, url, code }: LinkBox): void {
  keepTogether(canvas, QR_POINTS + GAP)
  const { doc } = canvas
  const { x, width } = getFullWidth(canvas)
  const top = doc.y
  doc
    .save()
    .translate(x, top)
    .scale(QR_POINTS / code.size)
    .path(code.path)
    .fill(INK)
    .restore()
  doc.link(x, top, QR_POINTS, QR_POINTS, url)
  const beside = { x: x + QR_POINTS + 2 * GAP, width: width - QR_POINTS - 2 * GAP }
  drawRow(canvas, [{ text: title, size: 17, weight: 'display', ...beside }])
  drawRow(canvas, [{ text, colour: QUIET, ...beside }])
  drawRow(canvas, [{ text: url, weight: 'strong', url, ...beside }])
  doc.y = Math.max(doc.y, top + QR_POINTS + GAP)
}
