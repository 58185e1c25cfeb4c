/** A paper as parts, and those parts as a PDF on A4. What a part says is its writer's; where it stands is decided here. */
import PDFDocument from 'pdfkit'
import { fontFor, type Weight } from './fonts.ts'

/** `width`: its part of the page's, all columns together being 1. */
export type Column = { label: string; width: number; align?: 'right' }
export type Part =
  /** Side by side, each under its label. */
  | { is: 'facts'; columns: readonly { label: string; lines: readonly string[] }[] }
  /** The head comes again on every page that the rows go over to. */
  | { is: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[] }
  /** Amounts below each other at the right edge. */
  | { is: 'sums'; rows: readonly { label: string; amount: string; isStrong?: boolean }[] }
  | { is: 'note'; text: string }

/** `at` is when the file says it was made: the same document is the same file. */
export type PdfDocument = { heading: string; title: string; author: string; at: Date; parts: readonly Part[] }

type Style = { size?: number; weight?: Weight; colour?: string; align?: 'right' | undefined }
type Cell = { text: string; x: number; width: number } & Style
type Sheet = { doc: InstanceType<typeof PDFDocument>; registered: Set<string> }

const MARGIN = 56
const GAP = 14
const INK = '#1d1b19'
const QUIET = '#625d57'
const LINE = '#d8d2ca'

export async function drawPdf({ heading, title, author, at, parts }: PdfDocument): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    font: '',
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at },
  })
  const sheet = { doc, registered: new Set<string>() }
  drawRow(sheet, [{ text: heading, size: 24, weight: 'strong', ...whole(sheet) }])
  for (const part of parts) {
    doc.y += 2 * GAP
    drawPart(sheet, part)
  }
  numberPages(sheet, title)
  doc.end()

  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function drawPart(sheet: Sheet, part: Part): void {
  if (part.is === 'facts') drawFacts(sheet, part.columns)
  else if (part.is === 'table') drawTable(sheet, part.columns, part.rows)
  else if (part.is === 'sums') drawSums(sheet, part.rows)
  else drawRow(sheet, [{ text: part.text, colour: QUIET, ...whole(sheet) }])
}

function drawSums(sheet: Sheet, rows: Extract<Part, { is: 'sums' }>['rows']): void {
  const { x, width } = whole(sheet)
  for (const { label, amount, isStrong } of rows) {
    const style = { size: isStrong ? 12 : 10, weight: isStrong ? 'strong' : 'regular', align: 'right' } as const
    drawRow(sheet, [
      { text: label, x, width: width * 0.75, ...style },
      { text: amount, x: x + width * 0.75, width: width * 0.25, ...style },
    ])
  }
}

function drawFacts(sheet: Sheet, columns: Extract<Part, { is: 'facts' }>['columns']): void {
  const { x, width } = whole(sheet)
  const each = width / columns.length
  const at = columns.map((_, place) => ({ x: x + place * each, width: each - GAP }))
  drawRow(
    sheet,
    columns.map(({ label }, place) => ({ text: label, size: 9, colour: QUIET, ...at[place]! })),
  )
  const deepest = Math.max(...columns.map(({ lines }) => lines.length))
  for (let line = 0; line < deepest; line++)
    drawRow(
      sheet,
      columns.map(({ lines }, place) => ({ text: lines[line] ?? '', ...at[place]! })),
    )
}

function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  const { x, width } = whole(sheet)
  const at = columns.map((column, place) => ({
    x: x + width * columns.slice(0, place).reduce((sum, before) => sum + before.width, 0),
    width: width * column.width - (column.align ? 0 : GAP),
    align: column.align,
  }))
  const head = () => {
    drawRow(
      sheet,
      columns.map(({ label }, place) => ({ text: label, size: 9, colour: QUIET, ...at[place]! })),
    )
    rule(sheet)
  }
  head()
  for (const row of rows) {
    drawRow(
      sheet,
      row.map((text, place) => ({ text, ...at[place]! })),
      head,
    )
    rule(sheet)
  }
}

/** Cells beside each other, as high as the highest; on the next page where this one has no room. */
function drawRow(sheet: Sheet, cells: readonly Cell[], onNewPage?: () => void): void {
  const { doc } = sheet
  const set = cells.map((cell) => setCell(sheet, cell))
  const height = Math.max(...set.map((cell) => cell.height))
  if (doc.y + height > doc.page.height - MARGIN - GAP) {
    doc.addPage()
    onNewPage?.()
  }
  const { y } = doc
  for (const cell of set) drawCell(sheet, cell, y)
  doc.y = y + height + 3
}

/** `lines`: null where one of them is too long. What needs no wrapping is spared it, which is most of the work of a paper. */
type SetCell = Cell & { lines: { text: string; x: number }[] | null; height: number }

function setCell(sheet: Sheet, cell: Cell): SetCell {
  const { doc } = sheet
  const { x, width, align } = cell
  const text = choose(sheet, cell)
  const lines = text.split('\n').map((line) => ({ text: line, wide: widthOf(sheet, line) }))
  return lines.every(({ wide }) => wide <= width)
    ? {
        ...cell,
        lines: lines.map((line) => ({ text: line.text, x: align ? x + width - line.wide : x })),
        height: lines.length * doc.currentLineHeight(true),
      }
    : { ...cell, lines: null, height: doc.heightOfString(text, { width }) }
}

/** Without end for what breaks a line in its own way. */
function widthOf({ doc }: Sheet, line: string): number {
  return /[\r\t\u2028\u2029]/.test(line) ? Number.POSITIVE_INFINITY : doc.widthOfString(line)
}

function drawCell(sheet: Sheet, { lines, ...cell }: SetCell, y: number): void {
  const { doc } = sheet
  const text = choose(sheet, cell)
  const high = doc.currentLineHeight(true)
  if (!lines) doc.text(text, cell.x, y, { width: cell.width, align: cell.align ?? 'left' })
  for (const [at, line] of lines?.entries() ?? [])
    if (line.text) doc.text(line.text, line.x, y + at * high, { lineBreak: false })
}

function rule({ doc }: Sheet): void {
  const y = doc.y + 2
  doc
    .moveTo(MARGIN, y)
    .lineTo(doc.page.width - MARGIN, y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
  doc.y = y + 6
}

function numberPages(sheet: Sheet, title: string): void {
  const { doc } = sheet
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count && count > 1; page++) {
    doc.switchToPage(page)
    // Below the margin, where a text would begin a page of its own.
    doc.page.margins.bottom = 0
    const cell = { text: `${title}, page ${page + 1} of ${count}`, size: 9, colour: QUIET, ...whole(sheet) }
    doc.text(choose(sheet, cell), cell.x, doc.page.height - MARGIN + GAP, {
      width: cell.width,
      align: 'right',
    })
  }
}

/** Sets the font, and answers the text as that font draws it. */
function choose({ doc, registered }: Sheet, { text, size = 10, weight = 'regular', colour = INK }: Cell): string {
  const setting = fontFor(text, weight)
  // Under a name, so that it stands in the file once; the library's types know files only.
  if (!registered.has(setting.file))
    doc.registerFont(setting.file, setting.font as unknown as PDFKit.Mixins.PDFFontSource)
  registered.add(setting.file)
  doc.font(setting.file).fontSize(size).fillColor(colour)
  return setting.text
}

function whole({ doc }: Sheet): { x: number; width: number } {
  return { x: MARGIN, width: doc.page.width - 2 * MARGIN }
}
