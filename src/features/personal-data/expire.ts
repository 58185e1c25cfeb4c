/** Applies the declared rules of retention, in batches that hold their locks for a moment only. */
import type { Deps } from '#http/deps.ts'
import { logFault } from '#platform/db/away.ts'
import { type ExpiryRule, isNamed, listExpiryRules } from './declaration.ts'
import { expiryStatements } from './queries/expired.ts'
import { expireByAge } from './queries.ts'

/** Rows in one statement. */
const BATCH = 500
/** A job may run for a minute; the rest is done by the next one. */
const LONGEST_MS = 40_000
const HOURLY_DAYS = 1

type Work = Pick<Deps, 'db' | 'clock' | 'log'>

/** Answers whether every rule found its last row. A rule that fails keeps no other one from running. */
export async function expire(deps: Work, often: 'hourly' | 'nightly', batch = BATCH): Promise<boolean> {
  const began = deps.clock().getTime()
  let isDone = true
  for (const one of listExpiryRules().filter((rule) => often === 'nightly' || isHourly(rule))) {
    let count = batch
    while (count === batch && deps.clock().getTime() - began < LONGEST_MS)
      count = await applyRule(deps, one, batch).catch((error) => {
        logFault(deps.log, error, 'data past its retention could not be deleted', { table: one.table })
        return 0
      })
    isDone &&= count < batch
  }
  return isDone
}

function applyRule({ db, clock }: Work, { table, rule }: ExpiryRule, batch: number): Promise<number> {
  return isNamed(rule) ? expiryStatements[rule.rule](db, clock(), batch) : expireByAge(db, table, rule, clock(), batch)
}

function isHourly({ rule }: ExpiryRule): boolean {
  return (!isNamed(rule) && rule.days <= HOURLY_DAYS) || (isNamed(rule) && rule.rule === 'gift card recipients')
}
