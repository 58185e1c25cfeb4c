import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { readPdf } from '../../../tests/support/pdf.ts'
import { drawPdfDocument, type PdfDocument } from './pdf-document.ts'

const pdfDocument = (more: Partial<PdfDocument>): PdfDocument => ({
  heading: 'Paper',
  title: 'Paper 1',
  author: 'Understudy',
  at: new Date('2026-12-15T12:30:00Z'),
  parts: [],
  ...more,
})
const namesOnly = (lines: string[]) => pdfDocument({ parts: [{ is: 'facts', columns: [{ label: 'To', lines }] }] })

test.each(['Zoë Gonçalves-Łuczak', 'Ngô Thị Thuỳ Dương', 'Ζωή Παπαδοπούλου', 'Жанна Ёлкина', 'Ana ₱ Cruz'])(
  '%s is written as it is',
  async (name) => {
    expect((await readPdf(await drawPdfDocument(namesOnly([name])))).text).toBe(`Paper\nTo\n${name}`)
  },
)

test('a letter that was first drawn as a part of another letter keeps its own text', async () => {
  const drawFresh = async (line: string) => {
    const { drawPdfDocument } = await import('./pdf-document.ts')
    return (await readPdf(await drawPdfDocument(namesOnly([line])))).text
  }
  // Fonts that no test has used.
  vi.resetModules()
  expect(await drawFresh('Thuỳ Ậ')).toBe('Paper\nTo\nThuỳ Ậ')
  expect(await drawFresh('Nguyễn A')).toBe('Paper\nTo\nNguyễn A')
})

test('a letter and its combining accent are one letter', async () => {
  expect((await readPdf(await drawPdfDocument(namesOnly(['Zoe\u0308'])))).text).toContain('Zoë')
})

test.each(['王小明 Wang', 'محمد Wang', 'Wang 👩🏽‍🎨'])(
  'what no font draws of %s is left out, and the rest stays',
  async (name) => {
    const { text } = await readPdf(await drawPdfDocument(namesOnly([name])))
    expect(text.replaceAll(/\s+/g, ' ')).toBe('Paper To Wang')
  },
)

test('any text in any place makes a readable PDF', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme' }))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 4, maxLength: 12 }), async (texts) => {
      const [title = '', author = ''] = texts
      const file = await drawPdfDocument(
        pdfDocument({
          title,
          author,
          parts: [
            { is: 'facts', columns: [{ label: title, lines: texts }] },
            { is: 'table', columns: [{ label: author, width: 1 }], rows: texts.map((cell) => [cell]) },
            { is: 'sums', rows: texts.map((label) => ({ label, amount: 'USD 1.00', isStrong: true })) },
            { is: 'note', text: texts.join(' ') },
          ],
        }),
      )
      expect((await readPdf(file)).pages.length).toBeGreaterThan(0)
    }),
    { numRuns: 15 },
  )
})

test('a table continues on as many pages as it needs, each with the table head and a page number', async () => {
  const rows = Array.from({ length: 90 }, (_, at) => [`Row ${at}`, 'USD 1.00'])
  const columns = [
    { label: 'Description', width: 0.7 },
    { label: 'Amount', width: 0.3, align: 'right' as const },
  ]
  const { pages } = await readPdf(await drawPdfDocument(pdfDocument({ parts: [{ is: 'table', columns, rows }] })))
  expect(pages.length).toBeGreaterThan(1)
  pages.forEach((page, at) => {
    expect(page).toContain('Description Amount')
    expect(page).toContain(`Paper 1, page ${at + 1} of ${pages.length}`)
  })
  const written = [...pages.join('\n').matchAll(/Row (\d+) USD 1\.00/g)].map(([, at]) => Number(at))
  expect(written).toEqual(rows.map((_, at) => at))
})

test('the same document gives the same file', async () => {
  const one = namesOnly(['Ana Cruz'])
  expect((await drawPdfDocument(one)).equals(await drawPdfDocument(one))).toBe(true)
})
