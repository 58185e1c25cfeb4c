/** The page that a PDF document is drawn on: rows of texts, which start a new page when they do not fit. */
import type PDFDocument from 'pdfkit'
import { chooseFont, type Weight } from './fonts.ts'

export type Style = { size?: number; weight?: Weight; colour?: string; align?: 'right' | undefined; url?: string }
export type Cell = { text: string; x: number; width: number } & Style
export type Canvas = { doc: InstanceType<typeof PDFDocument>; registered: Set<string> }

export const MARGIN = 56
export const GAP = 14
export const INK = '#1d1b19'
export const QUIET = '#625d57'
const LINE = '#d8d2ca'

/** Starts a new page unless so many points are left on this one. */
export function keepTogether({ doc }: Canvas, height: number): void {
  if (doc.y + height > doc.page.height - MARGIN - GAP) doc.addPage()
}

/** Cells side by side, as high as the highest cell. Starts a new page if the row does not fit. */
export function drawRow(canvas: Canvas, cells: readonly Cell[], onNewPage?: () => void): void {
  const { doc } = canvas
  const measuredCells = cells.map((cell) => measureCell(canvas, cell))
  const height = Math.max(...measuredCells.map((cell) => cell.height))
  if (doc.y + height > doc.page.height - MARGIN - GAP) {
    doc.addPage()
    onNewPage?.()
  }
  const { y } = doc
  for (const cell of measuredCells) drawCell(canvas, cell, y)
  doc.y = y + height + 3
}

/** `lines` is null if a line is too long. Most cells need no wrapping, which is most of the work of a document. */
type MeasuredCell = Cell & { lines: { text: string; x: number }[] | null; height: number }

function measureCell(canvas: Canvas, cell: Cell): MeasuredCell {
  const { doc } = canvas
  const { x, width, align } = cell
  const text = applyFont(canvas, cell)
  const lines = text.split('\n').map((line) => ({ text: line, lineWidth: measureWidth(canvas, line) }))
  return lines.every(({ lineWidth }) => lineWidth <= width)
    ? {
        ...cell,
        lines: lines.map((line) => ({ text: line.text, x: align ? x + width - line.lineWidth : x })),
        height: lines.length * doc.currentLineHeight(true),
      }
    : { ...cell, lines: null, height: doc.heightOfString(text, { width }) }
}

/** Infinite for characters that break lines themselves. */
function measureWidth({ doc }: Canvas, line: string): number {
  return /[\r\t\u2028\u2029]/.test(line) ? Number.POSITIVE_INFINITY : doc.widthOfString(line)
}

function drawCell(canvas: Canvas, { lines, ...cell }: MeasuredCell, y: number): void {
  const { doc } = canvas
  const text = applyFont(canvas, cell)
  const lineHeight = doc.currentLineHeight(true)
  const link = cell.url ? { link: cell.url } : {}
  if (!lines) doc.text(text, cell.x, y, { width: cell.width, align: cell.align ?? 'left', ...link })
  for (const [at, line] of lines?.entries() ?? [])
    if (line.text) doc.text(line.text, line.x, y + at * lineHeight, { lineBreak: false, ...link })
}

export function drawRule({ doc }: Canvas): void {
  const y = doc.y + 2
  doc
    .moveTo(MARGIN, y)
    .lineTo(doc.page.width - MARGIN, y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
  doc.y = y + 6
}

/** Sets the font. @returns the text as that font can draw it */
export function applyFont(
  { doc, registered }: Canvas,
  { text, size = 10, weight = 'regular', colour = INK }: Cell,
): string {
  const choice = chooseFont(text, weight)
  // Registered by name, so that the file contains it once. The library's types only know files.
  if (!registered.has(choice.file)) doc.registerFont(choice.file, choice.font as unknown as PDFKit.Mixins.PDFFontSource)
  registered.add(choice.file)
  doc.font(choice.file).fontSize(size).fillColor(colour)
  return choice.text
}

export function getFullWidth({ doc }: Canvas): { x: number; width: number } {
  return { x: MARGIN, width: doc.page.width - 2 * MARGIN }
}
