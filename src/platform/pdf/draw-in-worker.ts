/** Draws PDF documents in a worker thread, because drawing blocks a thread for several milliseconds. */
import { createRequire } from 'node:module'
import { Tinypool } from 'tinypool'
import type { PdfDocument } from './pdf-document.ts'
import type { PdfDrawing } from './pdf-drawing.ts'

const IDLE_MS = 60_000
/** Several hundred milliseconds of work. Further requests are refused. */
const MAX_QUEUE = 32

/** The thread starts with the first document and stops when idle. */
const pool = new Tinypool({
  // Resolved by name, because a bundle may contain this module.
  filename: createRequire(import.meta.url).resolve('#platform/pdf/draw-pdf.ts'),
  name: 'drawPdf',
  minThreads: 0,
  maxThreads: 1,
  maxQueue: MAX_QUEUE,
  idleTimeout: IDLE_MS,
})

/** @returns the PDF, or null if the queue is full */
export async function drawPdfInWorker(content: PdfDocument | PdfDrawing): Promise<Buffer | null> {
  if (pool.queueSize >= MAX_QUEUE) return null
  return Buffer.from((await pool.run(content)) as Uint8Array)
}
