/** The transaction of a verb. A refusal rolls it back, and a deadlock repeats it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from '#domain/outcome.ts'
import type { Db, Tx } from './db.ts'

/** 40001 serialization failure, 40P01 deadlock: the transaction was rolled back and may be repeated. */
const CONFLICT_CODES = /^40(001|P01)$/
const MAX_ATTEMPTS = 3

export function transact<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  return repeatConflicts(() => db.transaction().execute(work))
}

/** For a transaction, or a single statement that writes several rows. */
export async function repeatConflicts<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isConflict = error instanceof Error && 'code' in error && CONFLICT_CODES.test(String(error.code))
      if (!isConflict || attempt === MAX_ATTEMPTS) throw error
      await pause(Math.random() * 50 * attempt)
    }
  }
}

export async function inOneTransaction<Value>(
  db: Db,
  work: (tx: Tx) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const refusals = new WeakSet<object>()
  try {
    return await transact(db, async (tx) => {
      const outcome = await work(tx)
      if (outcome.ok) return outcome
      refusals.add(outcome)
      throw outcome
    })
  } catch (error) {
    if (typeof error === 'object' && error !== null && refusals.has(error)) return error as Outcome<Value>
    throw error
  }
}
