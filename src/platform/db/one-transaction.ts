/** A verb's one transaction: what is refused half way leaves nothing behind. */
import type { Outcome } from '#domain/outcome.ts'
import type { Db, Tx } from './db.ts'

export async function inOneTransaction<Value>(
  db: Db,
  work: (tx: Tx) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  let outcome: Outcome<Value> | undefined
  const undo = Symbol('refused')
  try {
    await db.transaction().execute(async (tx) => {
      outcome = await work(tx)
      if (!outcome.ok) throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
  return outcome!
}
