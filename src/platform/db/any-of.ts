import { type RawBuilder, sql } from 'kysely'

/**
 * For a list whose length is not fixed: `where('id', '=', anyOf(ids))`. PostgreSQL refuses `in ()`, the statement of an
 * empty list, and each length of `in` would be another statement.
 */
export function anyOf<Value>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`any(${[...values]})`
}
