/** The work of the PDF thread. */
import { drawPdfDocument, type PdfDocument } from './pdf-document.ts'
import { drawPdfDrawing, type PdfDrawing } from './pdf-drawing.ts'

export function drawPdf(content: PdfDocument | PdfDrawing): Promise<Buffer> {
  return 'drawing' in content ? drawPdfDrawing(content) : drawPdfDocument(content)
}
