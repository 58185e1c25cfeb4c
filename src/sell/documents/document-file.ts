/** Draws the PDF of an invoice or a credit note once for its contents, and stores it. */
import { createHash } from 'node:crypto'
import type { Deps } from '#http/deps.ts'
import type { SentFile } from '#http/handle.ts'
import { drawPdfInWorker } from '#platform/pdf/draw-in-worker.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'
import type { Order } from '#sell/orders/queries/orders.ts'
import { getInvoiceFile, storeInvoiceFile } from './queries/invoices.ts'

/** Raise it when the same document is drawn differently, so that stored files are drawn again. */
const DRAWING = 2

type Input = {
  order: Order
  /** The number of the credit note. 0: the invoice. */
  creditNote: number
  namesBuyer: boolean
  filename: string
  pdfDocument: PdfDocument
}

/** Null while too many documents wait to be drawn. */
export async function createDocumentFile(deps: Deps, input: Input): Promise<SentFile | null> {
  const { order, creditNote, namesBuyer, filename, pdfDocument } = input
  const hash = createHash('sha256')
    .update(JSON.stringify([DRAWING, pdfDocument]))
    .digest()
  const key = { orderId: order.id, creditNote, namesBuyer, hash }
  const stored = await getInvoiceFile(deps.db, key)
  if (stored) return { filename, content: stored }
  const content = await drawPdfInWorker(pdfDocument)
  if (!content) return null
  await storeInvoiceFile(deps.db, key, order, content)
  return { filename, content }
}
