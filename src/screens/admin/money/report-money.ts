/** The money of a period, on the page and as a CSV file for bookkeepers. docs/contract §46. */
import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { MAX_REPORT_DAYS, parseReportPeriod, toInstants } from '#domain/attribution-report.ts'
import { money, toMajor, toWire } from '#domain/money/money.ts'
import { formatTaxRate } from '#domain/money/tax.ts'
import { formatCreditNoteNumber, formatInvoiceNumber } from '#domain/orders/document-number.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Person, SentFile } from '#http/handle.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import {
  type CourseSums,
  chooseCurrency,
  type DueRow,
  getCourseTitle,
  listChargeCurrencies,
  listMovementRows,
  type MoneyPeriod,
  type MoneySums,
  type MovementRow,
  sumDueByCohort,
  sumMoneyByCohort,
  sumMoneyByCourse,
} from '../queries/money.ts'
import type { CourseMoney, MoneyFigures, MoneyQuery, MoneyReport } from '../wire/money.ts'

const BATCH_SIZE = 500

export async function reportMoney(deps: Deps, query: MoneyQuery): Promise<Outcome<MoneyReport>> {
  const scope = await parseScope(deps, query)
  if (!scope) return refusePeriod()
  const { from, until, currencies, period } = scope
  const [sums, due] = await Promise.all([sumMoneyByCourse(deps.db, period), sumDueByCohort(deps.db, period.currency)])
  const { currency } = period
  const rows = addCoursesWithDue(sums, due)
  const chosen = query.course ? await loadCourse(deps, query.course, period, due) : null
  if (query.course && !chosen) return refused('COURSE_NOT_FOUND')
  const total = sumAll(rows)
  return accepted({
    from,
    until,
    currency,
    currencies,
    total: {
      ...toFigures(total, sumDue(due), currency),
      charges: total.charges,
      refunds: total.refunds,
      fees: toWire(money(total.fees_minor, currency)),
      tender: toWire(money(total.tender_minor, currency)),
    },
    courses: rows.map((row) => ({
      kind: toKind(row),
      courseCode: row.course_code,
      title: row.title,
      ...toFigures(row, sumDue(due.filter((one) => one.course_code === row.course_code && row.has_order)), currency),
    })),
    course: chosen,
  })
}

const COLUMNS = [
  'at',
  'movement',
  'amount',
  'currency',
  'account',
  'method',
  'provider_id',
  'order',
  'invoice',
  'credit_note',
  'course',
  'course_code',
  'cohort_code',
  'tax_country',
  'tax_name',
  'tax_percent',
  'buyer_name',
  'buyer_email',
] as const
type CsvRecord = { [Column in (typeof COLUMNS)[number]]: string | number }

/**
 * One line for each movement, oldest first; amounts that went away are negative. The lines of an account sum to its
 * entries in the ledger. A byte order mark lets spreadsheets read UTF-8. Times are in UTC. Text that would start a
 * formula is escaped; amounts are numbers, which none is.
 */
export async function exportMoney(
  deps: Deps,
  actor: Person,
  query: Omit<MoneyQuery, 'course'>,
): Promise<Outcome<SentFile<Readable>>> {
  const scope = await parseScope(deps, query)
  if (!scope) return refusePeriod()
  const { from, until, period } = scope
  await recordEvent(deps, deps.db, {
    actor: { kind: 'admin', id: actor.personId },
    action: 'money-exported',
    object: { kind: 'orders', id: null },
    details: { from, until },
  })
  const csvStream = stringify({
    bom: true,
    header: true,
    columns: [...COLUMNS],
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  pipeline(Readable.from(listCsvRecords(deps, period)), csvStream, () => {})
  return accepted({ filename: `money-${from}-${until}.csv`, content: csvStream })
}

async function* listCsvRecords({ db }: Deps, period: MoneyPeriod): AsyncGenerator<CsvRecord> {
  let after: string | null = null
  for (;;) {
    const rows: MovementRow[] = await listMovementRows(db, period, { after, limit: BATCH_SIZE })
    yield* rows.map(toCsvRecord)
    after = rows.at(-1)?.id ?? null
    if (rows.length < BATCH_SIZE) return
  }
}

/** `2026-11-28 03:18:37`, which spreadsheets read as a time. */
const formatUtc = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

function toCsvRecord(row: MovementRow): CsvRecord {
  return {
    at: formatUtc(row.at),
    movement: describeMovement(row),
    amount: toMajor(money(row.amount, row.currency)),
    currency: row.currency,
    account: (row.is_tender ? row.method : row.provider) ?? '',
    method: row.method ?? '',
    provider_id: row.provider_id ?? '',
    order: row.order_number === null ? '' : `U-${row.order_number}`,
    invoice: row.invoice_number === null ? '' : formatInvoiceNumber(row.invoice_number),
    credit_note: row.credit_note_numbers?.map(formatCreditNoteNumber).join(' ') ?? '',
    course: row.title ?? (row.order_number === null || row.cohort_code ? '' : 'Gift card'),
    course_code: row.course_code ?? '',
    cohort_code: row.cohort_code ?? '',
    tax_country: row.tax_country ?? '',
    tax_name: row.tax_name ?? '',
    tax_percent: row.tax_rate === null ? '' : formatTaxRate(row.tax_rate),
    buyer_name: row.buyer_name ?? '',
    buyer_email: row.buyer_email ?? '',
  }
}

function describeMovement({ kind, dispute_kind, amount }: MovementRow): string {
  if (kind === 'dispute') return dispute_kind === 'reinstated' ? 'dispute returned' : 'dispute'
  if (kind === 'dispute-fee') return amount > 0 ? 'dispute fee returned' : 'dispute fee'
  return kind === 'refund-failed' ? 'refund failed' : kind
}

async function parseScope({ db, clock }: Deps, query: Omit<MoneyQuery, 'course'>) {
  const days = parseReportPeriod(query, clock())
  if (!days) return null
  const currencies = await listChargeCurrencies(db)
  const currency = query.currency ?? chooseCurrency(currencies)
  return { ...days, currencies, period: { ...toInstants(days), currency } }
}

const refusePeriod = () =>
  refused('FIELD_INVALID', { fields: { until: `Choose at most ${MAX_REPORT_DAYS} days, the first day first` } })

async function loadCourse({ db }: Deps, courseCode: string, period: MoneyPeriod, due: DueRow[]) {
  const title = await getCourseTitle(db, courseCode)
  if (title === null) return null
  const cohorts = await sumMoneyByCohort(db, period, courseCode)
  return {
    courseCode,
    title,
    cohorts: cohorts
      .map((row) => ({
        cohortCode: row.cohort_code,
        name: row.name,
        startsAt: row.starts_at?.toISOString() ?? null,
        timezoneId: row.timezone_id,
        hasMoved: row.charges > 0 || row.refunded_minor !== 0 || row.disputed_minor !== 0,
        ...toFigures(row, sumDue(due.filter((one) => one.cohort_code === row.cohort_code)), period.currency),
      }))
      .filter(({ hasMoved, due: owed }) => hasMoved || Number(owed.amount) > 0)
      .map(({ hasMoved: _, ...cohort }) => cohort),
  }
}

/** A course that only has balances due has no movement in the period. */
function addCoursesWithDue(sums: readonly CourseSums[], due: readonly DueRow[]): CourseSums[] {
  const known = new Set(sums.map((row) => row.course_code))
  const added = [...Map.groupBy(due, (row) => row.course_code)]
    .filter(([courseCode]) => !known.has(courseCode))
    .map(([course_code, [row]]) => ({ ...NOTHING, course_code, title: row!.title, has_order: true }))
  return [...sums, ...added]
}

function toKind({ course_code, has_order }: CourseSums): CourseMoney['kind'] {
  if (course_code !== null) return 'course'
  return has_order ? 'gift-cards' : 'other'
}

const NOTHING: MoneySums = {
  charged_minor: 0,
  refunded_minor: 0,
  disputed_minor: 0,
  fees_minor: 0,
  tender_minor: 0,
  charges: 0,
  refunds: 0,
}

function sumAll(rows: readonly MoneySums[]): MoneySums {
  const keys = Object.keys(NOTHING) as (keyof MoneySums)[]
  return rows.reduce<MoneySums>(
    (total, row) => Object.fromEntries(keys.map((key) => [key, total[key] + row[key]])) as MoneySums,
    NOTHING,
  )
}

const sumDue = (due: readonly DueRow[]): number => due.reduce((sum, row) => sum + row.due_minor, 0)

function toFigures(sums: MoneySums, dueMinor: number, currency: string): MoneyFigures {
  const wire = (minor: number) => toWire(money(minor, currency))
  return {
    charged: wire(sums.charged_minor),
    refunded: wire(sums.refunded_minor),
    disputed: wire(sums.disputed_minor),
    kept: wire(sums.charged_minor - sums.refunded_minor - sums.disputed_minor),
    due: wire(dueMinor),
  }
}
