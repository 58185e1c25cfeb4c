/** Statements that apply an age rule to any table, one batch at a time. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { AgeRule } from './table.ts'

/**
 * Deletes or empties at most `limit` rows and returns how many. Skips rows that another transaction has locked. The
 * rule's column has an index if the table grows.
 */
export async function expireByAge(db: Db, table: string, rule: AgeRule, now: Date, limit: number): Promise<number> {
  const name = sql.table(table)
  const batch = sql`select ctid from ${name} where ${conditions(rule, now)} limit ${limit} for update skip locked`
  const change = rule.clear ? sql`update ${name} set ${sql.join(assignments(rule.clear))}` : sql`delete from ${name}`
  const result = await sql`${change} where ctid = any(array(${batch}))`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

function conditions({ after, isMilliseconds, days, clear, whileNull }: AgeRule, now: Date): RawBuilder<unknown> {
  const limit = new Date(now.getTime() - days * 86_400_000)
  const allConditions = [
    sql`${sql.ref(after)} < ${isMilliseconds ? limit.getTime() : limit}`,
    ...(whileNull ? [sql`${sql.ref(whileNull)} is null`] : []),
    ...(clear ? [sql`(${sql.join(createDifferences(clear), sql` or `)})`] : []),
  ]
  return sql.join(allConditions, sql` and `)
}

function assignments(clear: NonNullable<AgeRule['clear']>): RawBuilder<unknown>[] {
  return Object.entries(clear).map(([column, value]) => sql`${sql.ref(column)} = ${sql.lit(value)}`)
}

function createDifferences(clear: NonNullable<AgeRule['clear']>): RawBuilder<unknown>[] {
  return Object.entries(clear).map(([column, value]) => sql`${sql.ref(column)} is distinct from ${sql.lit(value)}`)
}
