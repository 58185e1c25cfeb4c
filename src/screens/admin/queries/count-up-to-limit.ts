import { type RawBuilder, sql } from 'kysely'
import { COUNT_LIMIT } from '#domain/list-count.ts'

/** A subselect that counts at most `COUNT_LIMIT + 1` rows. @param source what follows `from` */
export function countUpToLimit(source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*)::int from (select from ${source} limit ${COUNT_LIMIT + 1}) counted)`
}
