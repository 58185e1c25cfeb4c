/** A PDF as a reader of PDFs reads it: the text of each page, and what the file says of itself. */
import { extractText, getDocumentProxy, getMeta } from 'unpdf'

export async function readPdf(file: Uint8Array): Promise<{ pages: string[]; text: string; title: unknown }> {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const { text: pages } = await extractText(pdf, { mergePages: false })
  const { info } = await getMeta(pdf)
  return { pages, text: pages.join('\n'), title: info.Title }
}
