import { expect, test } from 'vitest'
import { drawAside } from './draw-aside.ts'
import { drawPdf, type PdfDocument } from './pdf-document.ts'

const pdfDocument: PdfDocument = {
  heading: 'Paper',
  title: 'Paper 1',
  author: 'Understudy',
  at: new Date(0),
  parts: [],
}

test('of very many at once some are turned away, and then there is room again', async () => {
  const drawn = await Promise.all(Array.from({ length: 100 }, () => drawAside(pdfDocument)))
  const files = drawn.filter((file) => file !== null)
  expect(files.length).toBeGreaterThan(10)
  expect(files.length).toBeLessThan(60)
  expect(await drawAside(pdfDocument)).not.toBeNull()
})

test('a document drawn in the thread is the same document, and one that cannot be drawn stops none after it', async () => {
  const faulty = { ...pdfDocument, parts: null } as unknown as PdfDocument
  const drawn = await Promise.allSettled([drawAside(pdfDocument), drawAside(faulty), drawAside(pdfDocument)])
  expect(drawn.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await drawAside(pdfDocument)).toEqual(await drawPdf(pdfDocument))
})
