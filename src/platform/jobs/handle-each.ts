/** The rows of a scheduled job, one after the other. A row that fails does not keep the later ones waiting. */
import { logFailure } from '../db/unavailable.ts'
import type { Log } from '../log.ts'

/** The message of the log, and the ids of the row. */
type DescribeFailure<Row> = (row: Row) => [message: string, ids: object]

/**
 * A failed row is logged, and is tried again by the next run.
 *
 * @returns how many rows failed
 */
export async function handleEach<Row>(
  log: Log,
  rows: Iterable<Row>,
  handle: (row: Row) => Promise<unknown>,
  describeFailure: DescribeFailure<Row>,
): Promise<number> {
  let failedCount = 0
  for (const row of rows) {
    try {
      await handle(row)
    } catch (error) {
      failedCount++
      logFailure(log, error, ...describeFailure(row))
    }
  }
  return failedCount
}

/**
 * Handles every due row, in batches.
 *
 * @param listDue the next ids in their order, after the given one; empty after the last
 */
export async function handleAllDue(
  log: Log,
  listDue: (after: string | null) => Promise<string[]>,
  handle: (id: string) => Promise<unknown>,
  describeFailure: DescribeFailure<string>,
): Promise<void> {
  for (let ids = await listDue(null); ids.length > 0; ids = await listDue(ids.at(-1)!))
    await handleEach(log, ids, handle, describeFailure)
}
