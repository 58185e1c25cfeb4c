/** A PDF as a reader of PDFs reads it: the text of each page, and what the file says of itself. */
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'

export async function readPdf(file: Uint8Array): Promise<{ pages: string[]; text: string; title: unknown }> {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const { text: pages } = await extractText(pdf, { mergePages: false })
  const { info } = await getMeta(pdf)
  return { pages, text: pages.join('\n'), title: info.Title }
}

/** A PDF of one page, as another program makes it. `ownerPassword` alone encrypts it, and it opens without a password. */
export async function createPdf(
  text: string,
  passwords: { userPassword?: string; ownerPassword?: string } = {},
): Promise<Buffer> {
  const pdf = new PDFDocument(passwords)
  pdf.text(text).end()
  return buffer(pdf)
}
