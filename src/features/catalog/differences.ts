/** What would have to change for the database to hold what the files ask for. */
import { isDeepStrictEqual } from 'node:util'
import type { CatalogueRows } from './catalogue-rows.ts'

export type Kind = keyof CatalogueRows
export type Change = {
  kind: Kind
  code: string
  how: 'new' | 'changed' | 'removed'
  /** Its fields that differ, with both values; empty for what is new or removed. */
  fields: FieldChange[]
  /** Of its amounts, before and after; null where it has none. */
  currencies: { from: string | null; to: string | null }
}
/** Values as JSON keeps them: a moment is its ISO text, and what is absent is null. */
export type FieldChange = { name: string; from: unknown; to: unknown }
type Row = { code: string; prefixCode: string | null; fields: Record<string, unknown> }

const KINDS = ['refundTerms', 'creators', 'promoCodes', 'courses', 'cohorts', 'offers'] as const satisfies Kind[]

/**
 * `kept` is what the database holds and the files do not know: left as it is unless `removes`. Runs and offers of a
 * course that the files know are theirs alone to say, and go when they no longer name them.
 */
export function differences(
  stored: CatalogueRows,
  planned: CatalogueRows,
  removes: boolean,
): { changes: Change[]; kept: Pick<Change, 'kind' | 'code'>[] } {
  const changes: Change[] = []
  const kept: Pick<Change, 'kind' | 'code'>[] = []
  const known = new Set(planned.courses.map((course) => course.prefix_code))
  for (const kind of KINDS) {
    const before = new Map(rowsOf(stored, kind).map((row) => [row.code, row]))
    const after = rowsOf(planned, kind)
    for (const { code, fields } of after) {
      const old = before.get(code)
      before.delete(code)
      if (!old) changes.push({ kind, code, how: 'new', fields: [], currencies: currenciesOf(null, fields) })
      else {
        const changed = differing(old.fields, fields)
        if (changed.length > 0)
          changes.push({ kind, code, how: 'changed', fields: changed, currencies: currenciesOf(old.fields, fields) })
      }
    }
    for (const { code, prefixCode, fields } of before.values()) {
      if (removes || (prefixCode !== null && known.has(prefixCode)))
        changes.push({ kind, code, how: 'removed', fields: [], currencies: currenciesOf(fields, null) })
      else if (prefixCode === null) kept.push({ kind, code })
    }
  }
  return { changes, kept }
}

function rowsOf(rows: CatalogueRows, kind: Kind): Row[] {
  const prefixOf = new Map(rows.cohorts.map((cohort) => [cohort.course_code, cohort.prefix_code]))
  const own = (code: string, fields: Record<string, unknown>, prefixCode: string | null = null) => ({
    code,
    prefixCode,
    fields,
  })
  const lists: Record<Kind, () => Row[]> = {
    refundTerms: () => rows.refundTerms.map((row) => own(row.delivery_type, row)),
    creators: () => rows.creators.map((row) => own(row.slug, row)),
    promoCodes: () => rows.promoCodes.map((row) => own(row.code, row)),
    courses: () => rows.courses.map(({ definition, ...row }) => own(row.prefix_code, { ...row, ...definition })),
    cohorts: () => rows.cohorts.map((row) => own(row.course_code, row, row.prefix_code)),
    offers: () => rows.offers.map((row) => own(row.offer_code, row, prefixOf.get(row.course_code) ?? null)),
  }
  return lists[kind]()
}

function currenciesOf(before: Row['fields'] | null, after: Row['fields'] | null): Change['currencies'] {
  const of = (fields: Row['fields'] | null) => (typeof fields?.currency === 'string' ? fields.currency : null)
  return { from: of(before), to: of(after) }
}

function differing(before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, from: plain(before[name]), to: plain(after[name]) }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

/** As the database would give it back: a moment as its text, nothing undefined. */
function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}
