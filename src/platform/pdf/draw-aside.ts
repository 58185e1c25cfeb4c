/** Draws PDF documents in a thread of its own: each takes some milliseconds, in which no request would be answered. */
import { createRequire } from 'node:module'
import { Tinypool } from 'tinypool'
import type { PdfDocument } from './pdf-document.ts'

const IDLE_MILLISECONDS = 60_000
/** Some hundred milliseconds of work. Whoever comes after them is told to come back. */
const LONGEST_QUEUE = 32

/** Starts with the first document and stops when none has come for a while. */
const pool = new Tinypool({
  // By its name in the house: the bundle that this may stand in is elsewhere.
  filename: createRequire(import.meta.url).resolve('#platform/pdf/pdf-document.ts'),
  name: 'drawPdf',
  minThreads: 0,
  maxThreads: 1,
  maxQueue: LONGEST_QUEUE,
  idleTimeout: IDLE_MILLISECONDS,
})

/** @returns the PDF, as `drawPdf` draws it; null where too many wait already */
export async function drawAside(pdfDocument: PdfDocument): Promise<Buffer | null> {
  if (pool.queueSize >= LONGEST_QUEUE) return null
  return Buffer.from((await pool.run(pdfDocument)) as Uint8Array)
}
