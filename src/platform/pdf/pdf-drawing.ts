/** A drawing as a PDF of one page. Texts stay texts, so that a reader can select and search them. */
import PDFDocument from 'pdfkit'
import { ALIGNMENT, type Drawing, type Shape, toPictureFile } from '../pictures/drawing.ts'
import { splitByFont, type TextRun } from '../pictures/glyphs.ts'
import { renderSvg } from '../pictures/png.ts'
import { cacheLayouts } from './fonts.ts'

/** `pageWidth` is in points. `at` is the creation date in the file, so that equal drawings are equal files. */
export type PdfDrawing = { title: string; author: string; at: Date; pageWidth: number; drawing: Drawing }

type Canvas = { doc: InstanceType<typeof PDFDocument>; registered: Set<string>; pixelsPerUnit: number }

/** 150 pixels an inch on A4, for the pictures. */
const PIXELS_PER_POINT = 150 / 72

export async function drawPdfDrawing({ title, author, at, pageWidth, drawing }: PdfDrawing): Promise<Buffer> {
  const scale = pageWidth / drawing.width
  const doc = new PDFDocument({
    size: [pageWidth, drawing.height * scale],
    margin: 0,
    font: '',
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at },
  })
  const canvas = { doc, registered: new Set<string>(), pixelsPerUnit: scale * PIXELS_PER_POINT }
  doc.scale(scale)
  for (const shape of drawing.shapes) await drawShape(canvas, shape)
  doc.end()

  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function drawShape(canvas: Canvas, shape: Shape): Promise<void> {
  const { doc, pixelsPerUnit } = canvas
  if (shape.is === 'text') return drawText(canvas, shape)
  if (shape.is === 'picture') {
    const { x, y, width, height } = shape
    const png = await renderSvg(toPictureFile(shape), Math.round(width * pixelsPerUnit))
    doc.image(png, x, y, { width, height })
    return
  }
  const { path, fill, x = 0, y = 0, scale = 1 } = shape
  doc.save().translate(x, y).scale(scale).path(path).fill(fill).restore()
}

function drawText(canvas: Canvas, { text, face, size, x, y, fill, align }: Extract<Shape, { is: 'text' }>): void {
  const { doc } = canvas
  const pieces = splitByFont(text, face).map((piece) => {
    chooseFont(canvas, piece, size)
    return { piece, width: doc.widthOfString(piece.text) }
  })
  const width = pieces.reduce((sum, one) => sum + one.width, 0)
  let left = x - (align ? width * ALIGNMENT[align] : 0)
  for (const { piece, width: pieceWidth } of pieces) {
    chooseFont(canvas, piece, size)
    doc.fillColor(fill).text(piece.text, left, y, { lineBreak: false, baseline: 'alphabetic' })
    left += pieceWidth
  }
}

function chooseFont({ doc, registered }: Canvas, { file, font }: TextRun, size: number): void {
  // The library's types only know files.
  if (!registered.has(file)) doc.registerFont(file, cacheLayouts(font) as unknown as PDFKit.Mixins.PDFFontSource)
  registered.add(file)
  doc.font(file).fontSize(size)
}
