/** Papers are drawn by a thread of their own: each takes some milliseconds, in which nobody else would be answered. */
import { createRequire } from 'node:module'
import { Tinypool } from 'tinypool'
import type { Paper } from './paper.ts'

const IDLE_MILLISECONDS = 60_000
/** Some hundred milliseconds of work. Whoever comes after them is told to come back. */
const LONGEST_QUEUE = 32

/** Begun by the first paper, and ended when none has come for a while. */
const pool = new Tinypool({
  // By its name in the house: the bundle that this may stand in is elsewhere.
  filename: createRequire(import.meta.url).resolve('#platform/pdf/paper.ts'),
  name: 'drawPaper',
  minThreads: 0,
  maxThreads: 1,
  maxQueue: LONGEST_QUEUE,
  idleTimeout: IDLE_MILLISECONDS,
})

/** @returns the PDF, as `drawPaper` draws it; null where too many wait already */
export async function drawAside(paper: Paper): Promise<Buffer | null> {
  if (pool.queueSize >= LONGEST_QUEUE) return null
  return Buffer.from((await pool.run(paper)) as Uint8Array)
}
