/** Applies the declared retention rules, in small batches that lock rows only briefly. */
import type { Deps } from '#http/deps.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import { type ExpiryRule, isNamed, listExpiryRules } from './declaration.ts'
import { expiryStatements } from './queries/expired.ts'
import { type ExpiryCursor, FIRST_ROW } from './queries/expiry-cursor.ts'
import { expireByAge } from './queries.ts'
import type { ExpiryPosition } from './queue.ts'

/** Rows per statement. */
const BATCH = 500
/** A job may run for a minute; the next job continues. */
const MAX_DURATION_MS = 40_000
const HOURLY_DAYS = 1

type ExpireDependencies = Pick<Deps, 'db' | 'clock' | 'log'>

const START: ExpiryPosition = { rule: 0, after: FIRST_ROW }

/**
 * Applies the rules from `start` on. A failing rule does not stop the others.
 *
 * @returns the position at which the time was used up; null if every rule is finished
 */
export async function expire(
  deps: ExpireDependencies,
  frequency: 'hourly' | 'nightly',
  { batch = BATCH, start = START }: { batch?: number; start?: ExpiryPosition | undefined } = {},
): Promise<ExpiryPosition | null> {
  const startedAtMs = deps.clock().getTime()
  const rules = listExpiryRules().filter((rule) => frequency === 'nightly' || isHourly(rule))
  let next: ExpiryCursor | null = start.after
  for (const [index, expiryRule] of [...rules.entries()].slice(start.rule)) {
    for (let after: ExpiryCursor | null = next ?? FIRST_ROW; after; after = next) {
      if (deps.clock().getTime() - startedAtMs >= MAX_DURATION_MS) return { rule: index, after }
      next = await applyRule(deps, expiryRule, batch, after).catch((error) => {
        logFailure(deps.log, error, 'data past its retention could not be deleted', { table: expiryRule.table })
        return null
      })
    }
  }
  return null
}

async function applyRule(
  { db, clock }: ExpireDependencies,
  { table, rule }: ExpiryRule,
  batch: number,
  after: ExpiryCursor,
): Promise<ExpiryCursor | null> {
  if (isNamed(rule)) return expiryStatements[rule.rule](db, clock(), batch, after)
  return (await expireByAge(db, table, rule, clock(), batch)) < batch ? null : FIRST_ROW
}

function isHourly({ rule }: ExpiryRule): boolean {
  return (!isNamed(rule) && rule.days <= HOURLY_DAYS) || (isNamed(rule) && rule.rule === 'gift card recipients')
}
