/** A verb's one transaction: what is refused half way leaves nothing behind, and a deadlock is tried again. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from '#domain/outcome.ts'
import type { Db, Tx } from './db.ts'

/** PostgreSQL's words for "somebody else was in the way, nothing happened": 40001, 40P01. */
const IN_THE_WAY = /^40(001|P01)$/
const TRIES = 3

export async function transact<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const isPassing = error instanceof Error && 'code' in error && IN_THE_WAY.test(String(error.code))
      if (!isPassing || attempt === TRIES) throw error
      await pause(Math.random() * 50 * attempt)
    }
  }
}

export async function inOneTransaction<Value>(
  db: Db,
  work: (tx: Tx) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const undone = new WeakSet<object>()
  try {
    return await transact(db, async (tx) => {
      const outcome = await work(tx)
      if (outcome.ok) return outcome
      undone.add(outcome)
      throw outcome
    })
  } catch (error) {
    if (typeof error === 'object' && error !== null && undone.has(error)) return error as Outcome<Value>
    throw error
  }
}
