/** The lettering of a clip, in the product's own fonts as SVG paths. Captions and controls cover the lowest fifth. */
import type { Hex } from '#design/tokens.ts'
import { breakIntoLines, createLine } from '#platform/pictures/glyphs.ts'
import { type ClipScript, PANEL_WIDTH, type PanelStyle } from './clip-script.ts'

/** SVG groups, drawn once for each clip. `titleBottom` is the lower edge of the label that holds the title. */
export type Lettering = { title: string; titleBottom: number; headers: string[]; points: string[] }

/** The upper edge of the label that holds the title. */
export const LABEL_TOP = 40
const MARGIN = 40
const TEXT_WIDTH = PANEL_WIDTH - MARGIN - 20
const TITLE_SIZES = [48, 44, 40, 36]
const POINT_SIZES = [42, 38, 34, 31]
const MAX_LINES = 3
const LINE_HEIGHT = 1.06
/** The drop of the product's mark, 26 units wide. */
const DROP = 'M13 0a13 13 0 1 1 0 26H0V13A13 13 0 0 1 13 0z'

export function drawLettering({ label, note, title, points, style }: ClipScript): Lettering {
  const heading = fitLines(title, TITLE_SIZES)
  const titleTop = LABEL_TOP + 59
  const noteBaseline = titleTop + heading.lines.length * heading.size * LINE_HEIGHT + 24
  return {
    title: [
      drawText(label, 17, LABEL_TOP + 38, style.faint),
      drawLines(heading, titleTop, style.ink),
      drawText(note, 15, noteBaseline, style.faint),
    ].join(''),
    titleBottom: noteBaseline + 26,
    headers: points.map((_, index) => drawHeader(title, index, points.length, style)),
    points: points.map(({ text }) => drawLines(fitLines(text, POINT_SIZES), 118, style.ink)),
  }
}

/** The title in small, and one mark for each point. */
function drawHeader(title: string, current: number, count: number, { faint, accent }: PanelStyle): string {
  const marks = Array.from({ length: count }, (_, mark) => {
    const colour = mark === current ? `fill="${accent}"` : `fill="${faint}" fill-opacity=".35"`
    return `<path transform="translate(${MARGIN + mark * 20} 78) scale(.5)" d="${DROP}" ${colour}/>`
  })
  return drawText(title, 17, 58, faint) + marks.join('')
}

type FittedLines = { size: number; lines: { path: string; width: number }[] }

/** The largest size at which the text has at most three lines. */
function fitLines(text: string, sizes: readonly number[]): FittedLines {
  const fitted = sizes
    .map((size) => ({ size, lines: breakIntoLines(text, 'display', size, TEXT_WIDTH) }))
    .find(({ lines }) => lines.length <= MAX_LINES && lines.every(({ width }) => width <= TEXT_WIDTH))
  if (!fitted) throw new Error(`“${text}” is too long for a clip`)
  return fitted
}

function drawLines({ size, lines }: FittedLines, top: number, colour: Hex): string {
  const paths = lines.map(({ path }, index) => {
    const baseline = top + size * (0.8 + index * LINE_HEIGHT)
    return `<path transform="translate(${MARGIN} ${baseline.toFixed(1)})" d="${path}"/>`
  })
  return `<g fill="${colour}">${paths.join('')}</g>`
}

function drawText(text: string, size: number, baseline: number, colour: Hex): string {
  const { path } = createLine(text, 'text', size)
  return `<path transform="translate(${MARGIN} ${baseline.toFixed(1)})" fill="${colour}" d="${path}"/>`
}
