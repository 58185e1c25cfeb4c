/** Draws PDF documents in a worker thread, because drawing blocks a thread for several milliseconds. */
import { createRequire } from 'node:module'
import { Tinypool } from 'tinypool'
import type { PdfDocument } from './pdf-document.ts'

const IDLE_MS = 60_000
/** Several hundred milliseconds of work. Further requests are refused. */
const MAX_QUEUE = 32

/** The thread starts with the first document and stops when idle. */
const pool = new Tinypool({
  // Resolved by name, because a bundle may contain this module.
  filename: createRequire(import.meta.url).resolve('#platform/pdf/pdf-document.ts'),
  name: 'drawPdf',
  minThreads: 0,
  maxThreads: 1,
  maxQueue: MAX_QUEUE,
  idleTimeout: IDLE_MS,
})

/** @returns the PDF, or null if the queue is full */
export async function drawPdfInWorker(pdfDocument: PdfDocument): Promise<Buffer | null> {
  if (pool.queueSize >= MAX_QUEUE) return null
  return Buffer.from((await pool.run(pdfDocument)) as Uint8Array)
}
