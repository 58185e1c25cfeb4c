/** Compares the stored and the planned catalogue. */
import { isDeepStrictEqual } from 'node:util'
import type { CatalogueRows } from '../catalogue-rows.ts'

export type RowKind = keyof CatalogueRows
export type Change = {
  kind: RowKind
  code: string
  changeType: 'new' | 'changed' | 'removed'
  /** Fields that differ, with both values; empty for a new or removed row. */
  fields: FieldChange[]
  /** The currencies of its amounts, before and after; null when it has none. */
  currencies: { from: string | null; to: string | null }
}
/** JSON values: an instant is ISO text, and a missing value is null. */
export type FieldChange = { name: string; from: unknown; to: unknown }
type ComparableRow = { code: string; courseCode: string | null; fields: Record<string, unknown> }

const KINDS = ['refundTerms', 'creators', 'promoCodes', 'courses', 'cohorts', 'offers'] as const satisfies RowKind[]

/**
 * `retained` lists rows of the database that the files do not contain: they stay, unless `removes` is set. Cohorts and offers
 * of a course in the files always follow the files, and are removed when the files omit them.
 */
export function compareCatalogues(
  stored: CatalogueRows,
  planned: CatalogueRows,
  removes: boolean,
): { changes: Change[]; retained: Pick<Change, 'kind' | 'code'>[] } {
  const changes: Change[] = []
  const retained: Pick<Change, 'kind' | 'code'>[] = []
  const knownCourses = new Set(planned.courses.map((course) => course.course_code))
  for (const kind of KINDS) {
    const before = new Map(listRows(stored, kind).map((row) => [row.code, row]))
    const after = listRows(planned, kind)
    for (const { code, fields } of after) {
      const storedRow = before.get(code)
      before.delete(code)
      if (!storedRow)
        changes.push({ kind, code, changeType: 'new', fields: [], currencies: getCurrencies(null, fields) })
      else {
        const changed = listChangedFields(storedRow.fields, fields)
        if (changed.length > 0)
          changes.push({
            kind,
            code,
            changeType: 'changed',
            fields: changed,
            currencies: getCurrencies(storedRow.fields, fields),
          })
      }
    }
    for (const { code, courseCode, fields } of before.values()) {
      if (removes || (courseCode !== null && knownCourses.has(courseCode)))
        changes.push({ kind, code, changeType: 'removed', fields: [], currencies: getCurrencies(fields, null) })
      else if (courseCode === null) retained.push({ kind, code })
    }
  }
  return { changes, retained: retained }
}

function listRows(rows: CatalogueRows, kind: RowKind): ComparableRow[] {
  const courseCodeByCohort = new Map(rows.cohorts.map((cohort) => [cohort.cohort_code, cohort.course_code]))
  const toRow = (code: string, fields: Record<string, unknown>, courseCode: string | null = null) => ({
    code,
    courseCode,
    fields,
  })
  const lists: Record<RowKind, () => ComparableRow[]> = {
    refundTerms: () => rows.refundTerms.map((row) => toRow(row.delivery_type, row)),
    creators: () => rows.creators.map((row) => toRow(row.slug, row)),
    promoCodes: () => rows.promoCodes.map((row) => toRow(row.code, row)),
    courses: () => rows.courses.map(({ definition, ...row }) => toRow(row.course_code, { ...row, ...definition })),
    cohorts: () => rows.cohorts.map((row) => toRow(row.cohort_code, row, row.course_code)),
    offers: () => rows.offers.map((row) => toRow(row.offer_code, row, courseCodeByCohort.get(row.cohort_code) ?? null)),
  }
  return lists[kind]()
}

function getCurrencies(
  before: ComparableRow['fields'] | null,
  after: ComparableRow['fields'] | null,
): Change['currencies'] {
  const getCurrency = (fields: ComparableRow['fields'] | null) =>
    typeof fields?.currency === 'string' ? fields.currency : null
  return { from: getCurrency(before), to: getCurrency(after) }
}

function listChangedFields(before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, from: toJsonValue(before[name]), to: toJsonValue(after[name]) }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

/** The value as the database would return it: an instant as text, nothing undefined. */
function toJsonValue(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}
