/** Draws documents as A4 PDFs. A document is a list of parts; this module decides their layout. */
import PDFDocument from 'pdfkit'
import { chooseFont, type Weight } from './fonts.ts'

/** `width`: a fraction of the page width; the widths of all columns add up to 1. */
export type Column = { label: string; width: number; align?: 'right' }
export type Part =
  /** Columns side by side, each below its label. */
  | { is: 'facts'; columns: readonly { label: string; lines: readonly string[] }[] }
  /** The header is repeated on every page. */
  | { is: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[] }
  /** Right-aligned amounts. */
  | { is: 'sums'; rows: readonly { label: string; amount: string; isStrong?: boolean }[] }
  | { is: 'note'; text: string }

/** `at` is the creation date in the file, so that equal documents are equal files. */
export type PdfDocument = { heading: string; title: string; author: string; at: Date; parts: readonly Part[] }

type Style = { size?: number; weight?: Weight; colour?: string; align?: 'right' | undefined }
type Cell = { text: string; x: number; width: number } & Style
type Canvas = { doc: InstanceType<typeof PDFDocument>; registered: Set<string> }

const MARGIN = 56
const GAP = 14
const INK = '#1d1b19'
const QUIET = '#625d57'
const LINE = '#d8d2ca'

export async function drawPdfDocument({ heading, title, author, at, parts }: PdfDocument): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    font: '',
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at },
  })
  const canvas = { doc, registered: new Set<string>() }
  drawRow(canvas, [{ text: heading, size: 24, weight: 'strong', ...getFullWidth(canvas) }])
  for (const part of parts) {
    doc.y += 2 * GAP
    drawPart(canvas, part)
  }
  numberPages(canvas, title)
  doc.end()

  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function drawPart(canvas: Canvas, part: Part): void {
  if (part.is === 'facts') drawFacts(canvas, part.columns)
  else if (part.is === 'table') drawTable(canvas, part.columns, part.rows)
  else if (part.is === 'sums') drawSums(canvas, part.rows)
  else drawRow(canvas, [{ text: part.text, colour: QUIET, ...getFullWidth(canvas) }])
}

function drawSums(canvas: Canvas, rows: Extract<Part, { is: 'sums' }>['rows']): void {
  const { x, width } = getFullWidth(canvas)
  for (const { label, amount, isStrong } of rows) {
    const style = { size: isStrong ? 12 : 10, weight: isStrong ? 'strong' : 'regular', align: 'right' } as const
    drawRow(canvas, [
      { text: label, x, width: width * 0.75, ...style },
      { text: amount, x: x + width * 0.75, width: width * 0.25, ...style },
    ])
  }
}

function drawFacts(canvas: Canvas, columns: Extract<Part, { is: 'facts' }>['columns']): void {
  const { x, width } = getFullWidth(canvas)
  const each = width / columns.length
  const at = columns.map((_, index) => ({ x: x + index * each, width: each - GAP }))
  drawRow(
    canvas,
    columns.map(({ label }, index) => ({ text: label, size: 9, colour: QUIET, ...at[index]! })),
  )
  const lineCount = Math.max(...columns.map(({ lines }) => lines.length))
  for (let line = 0; line < lineCount; line++)
    drawRow(
      canvas,
      columns.map(({ lines }, index) => ({ text: lines[line] ?? '', ...at[index]! })),
    )
}

function drawTable(canvas: Canvas, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  const { x, width } = getFullWidth(canvas)
  const at = columns.map((column, index) => ({
    x: x + width * columns.slice(0, index).reduce((sum, before) => sum + before.width, 0),
    width: width * column.width - (column.align ? 0 : GAP),
    align: column.align,
  }))
  const drawHeader = () => {
    drawRow(
      canvas,
      columns.map(({ label }, index) => ({ text: label, size: 9, colour: QUIET, ...at[index]! })),
    )
    drawRule(canvas)
  }
  drawHeader()
  for (const row of rows) {
    drawRow(
      canvas,
      row.map((text, index) => ({ text, ...at[index]! })),
      drawHeader,
    )
    drawRule(canvas)
  }
}

/** Cells side by side, as high as the highest cell. Starts a new page if the row does not fit. */
function drawRow(canvas: Canvas, cells: readonly Cell[], onNewPage?: () => void): void {
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
  if (!lines) doc.text(text, cell.x, y, { width: cell.width, align: cell.align ?? 'left' })
  for (const [at, line] of lines?.entries() ?? [])
    if (line.text) doc.text(line.text, line.x, y + at * lineHeight, { lineBreak: false })
}

function drawRule({ doc }: Canvas): void {
  const y = doc.y + 2
  doc
    .moveTo(MARGIN, y)
    .lineTo(doc.page.width - MARGIN, y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
  doc.y = y + 6
}

function numberPages(canvas: Canvas, title: string): void {
  const { doc } = canvas
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count && count > 1; page++) {
    doc.switchToPage(page)
    // The footer is inside the margin, where a text would start a new page.
    doc.page.margins.bottom = 0
    const cell = { text: `${title}, page ${page + 1} of ${count}`, size: 9, colour: QUIET, ...getFullWidth(canvas) }
    doc.text(applyFont(canvas, cell), cell.x, doc.page.height - MARGIN + GAP, {
      width: cell.width,
      align: 'right',
    })
  }
}

/** Sets the font. @returns the text as that font can draw it */
function applyFont({ doc, registered }: Canvas, { text, size = 10, weight = 'regular', colour = INK }: Cell): string {
  const choice = chooseFont(text, weight)
  // Registered by name, so that the file contains it once. The library's types only know files.
  if (!registered.has(choice.file)) doc.registerFont(choice.file, choice.font as unknown as PDFKit.Mixins.PDFFontSource)
  registered.add(choice.file)
  doc.font(choice.file).fontSize(size).fillColor(colour)
  return choice.text
}

function getFullWidth({ doc }: Canvas): { x: number; width: number } {
  return { x: MARGIN, width: doc.page.width - 2 * MARGIN }
}
