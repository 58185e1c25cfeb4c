import { expect, test } from 'vitest'
import { drawPdfInWorker } from './draw-in-worker.ts'
import { drawPdfDocument, type PdfDocument } from './pdf-document.ts'

const pdfDocument: PdfDocument = {
  heading: 'Paper',
  title: 'Paper 1',
  author: 'Understudy',
  at: new Date(0),
  parts: [],
}

test('too many documents at once are refused, and later ones are accepted again', async () => {
  const drawn = await Promise.all(Array.from({ length: 100 }, () => drawPdfInWorker(pdfDocument)))
  const files = drawn.filter((file) => file !== null)
  expect(files.length).toBeGreaterThan(10)
  expect(files.length).toBeLessThan(60)
  expect(await drawPdfInWorker(pdfDocument)).not.toBeNull()
})

test('a document rendered in the worker thread is the same, and a failed one does not stop the next', async () => {
  const faulty = { ...pdfDocument, parts: null } as unknown as PdfDocument
  const drawn = await Promise.allSettled([
    drawPdfInWorker(pdfDocument),
    drawPdfInWorker(faulty),
    drawPdfInWorker(pdfDocument),
  ])
  expect(drawn.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await drawPdfInWorker(pdfDocument)).toEqual(await drawPdfDocument(pdfDocument))
})
