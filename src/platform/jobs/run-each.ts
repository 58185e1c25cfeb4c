/** The parts of a job. A part that fails does not keep the others from running. */
import { logFailure } from '../db/unavailable.ts'
import type { Log } from '../log.ts'

/** Runs the parts one after the other, then throws the first failure, so that the job fails and is tried again. */
export async function runEach(log: Log, parts: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const failures: unknown[] = []
  for (const [part, run] of Object.entries(parts)) {
    try {
      await run()
    } catch (error) {
      failures.push(error)
      logFailure(log, error, 'a part of a job failed', { part })
    }
  }
  if (failures.length > 0) throw failures[0]
}
