/** Draws documents as A4 PDFs. A document is a list of parts; this module decides their layout. */
import PDFDocument from 'pdfkit'
import {
  type Cover,
  drawCover,
  drawHeading,
  drawLinkBox,
  drawOutline,
  type LinkBox,
  type Outline,
} from './pdf-brochure.ts'
import { applyFont, type Canvas, drawRow, drawRule, GAP, getFullWidth, MARGIN, QUIET } from './pdf-canvas.ts'

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
  | { is: 'heading'; text: string }
  | Cover
  | Outline
  | LinkBox

/** `heading` is null with a cover. `at` is the creation date in the file, so that equal documents are equal files. */
export type PdfDocument = { heading: string | null; title: string; author: string; at: Date; parts: readonly Part[] }

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
  if (heading !== null) drawRow(canvas, [{ text: heading, size: 24, weight: 'strong', ...getFullWidth(canvas) }])
  for (const [index, part] of parts.entries()) {
    // A heading belongs to the part after it.
    doc.y += parts[index - 1]?.is === 'heading' ? 4 : 2 * GAP
    await drawPart(canvas, part)
  }
  numberPages(canvas, title)
  doc.end()

  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function drawPart(canvas: Canvas, part: Part): Promise<void> {
  if (part.is === 'cover') await drawCover(canvas, part)
  else if (part.is === 'outline') drawOutline(canvas, part)
  else if (part.is === 'heading') drawHeading(canvas, part.text)
  else if (part.is === 'link') drawLinkBox(canvas, part)
  else if (part.is === 'facts') drawFacts(canvas, part.columns)
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
