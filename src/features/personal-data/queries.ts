/** The statements that apply a rule of age to any table, one batch at a time. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { AgeRule } from './table.ts'

/**
 * Deletes or empties at most `limit` rows; answers how many. Rows that another transaction holds are left for the next
 * run. The rule's column has an index wherever the table grows (migration 0047).
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
  const all = [
    sql`${sql.ref(after)} < ${isMilliseconds ? limit.getTime() : limit}`,
    ...(whileNull ? [sql`${sql.ref(whileNull)} is null`] : []),
    ...(clear ? [sql`(${sql.join(stillThere(clear), sql` or `)})`] : []),
  ]
  return sql.join(all, sql` and `)
}

function assignments(clear: NonNullable<AgeRule['clear']>): RawBuilder<unknown>[] {
  return Object.entries(clear).map(([column, value]) => sql`${sql.ref(column)} = ${sql.lit(value)}`)
}

function stillThere(clear: NonNullable<AgeRule['clear']>): RawBuilder<unknown>[] {
  return Object.entries(clear).map(([column, value]) => sql`${sql.ref(column)} is distinct from ${sql.lit(value)}`)
}
