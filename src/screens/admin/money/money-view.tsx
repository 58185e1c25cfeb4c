import { Link, useSearchParams } from 'react-router'
import { browserClient } from '#http/client.ts'
import { Field, SelectField } from '#ui/field.tsx'
import { ExportButton } from '#ui/list/export-button.tsx'
import { FilterForm } from '#ui/list/filter-form.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import { exportMoney, type MoneyReport } from '../wire/money.ts'
import type { MoneyPageData, Month } from './load-money.ts'
import styles from './money.module.css'
import { CohortTable, CourseTable } from './money-tables.tsx'
import { MoneyTotals } from './money-totals.tsx'

const CLEARED_FILTER = { from: null, until: null, course: null, currency: null }
const MONTH_LINKS = 4

export function MoneyView({ filter, report, months }: MoneyPageData) {
  const { course: _course, ...exported } = filter
  const exportButton = report && (
    <ExportButton
      filename={`money-${report.from}-${report.until}.csv`}
      load={() => browserClient().call(exportMoney, { auth: 'admin', query: exported })}
    />
  )
  return (
    <ListPage
      title="Money"
      lead="What was charged, what went back, and what you keep, from the books of this site."
      actions={exportButton}
    >
      <MonthLinks months={months} filter={filter} />
      <Filters filter={filter} report={report} months={months} />
      {report && (
        <>
          <MoneyTotals report={report} />
          <CourseTable report={report} />
          {report.course && <CohortTable course={report.course} />}
          <Notes report={report} />
        </>
      )}
    </ListPage>
  )
}

function MonthLinks({ months, filter }: Pick<MoneyPageData, 'months' | 'filter'>) {
  const [query] = useSearchParams()
  return (
    <nav className={styles.months} aria-label="Months">
      {months.slice(0, MONTH_LINKS).map((month, back) => (
        <Link
          key={month.from}
          to={withSearchParams(query, month)}
          aria-current={month.from === filter.from && month.until === filter.until ? 'page' : undefined}
        >
          {formatMonth(month)}
          {back === 0 && ' so far'}
        </Link>
      ))}
    </nav>
  )
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const formatMonth = ({ from }: Month): string => MONTH.format(new Date(`${from}T00:00:00Z`))

function Filters({ filter, report, months }: MoneyPageData) {
  const { from, until } = report ?? filter
  const currency = report?.currency ?? filter.currency ?? 'USD'
  const currencies = [...new Set([...(report?.currencies ?? []), currency])].toSorted()
  return (
    <FilterForm
      cleared={CLEARED_FILTER}
      isFiltering={from !== months[0]?.from || until !== months[0]?.until || filter.currency !== undefined}
      submitLabel="Show"
    >
      <Field name="from" label="First day" type="date" defaultValue={from} />
      <Field
        name="until"
        label="Last day"
        type="date"
        defaultValue={until}
        error={report ? undefined : 'Choose at most 366 days, the first day first'}
      />
      {currencies.length > 1 && (
        <SelectField name="currency" label="Currency" defaultValue={currency}>
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
      )}
    </FilterForm>
  )
}

function Notes({ report: { total } }: { report: MoneyReport }) {
  return (
    <ul className={styles.notes}>
      <li>
        Each movement counts on the day when it was booked, in UTC. Kept is charged minus refunded minus disputed.
      </li>
      <li>
        Disputed is what banks took, without what they gave back. A refund counts when the payment provider accepted it.
      </li>
      <li>Due is what deposits owe today, whatever the days above.</li>
      {Number(total.tender.amount) !== 0 && (
        <li>Gift cards and credit are not in these figures: a gift card was charged when it was sold.</li>
      )}
      <li>
        Kept is before the fees of your payment provider. Those of disputes are told under Disputed, and have their own
        lines in the CSV file; others are not known here.
      </li>
      <li>
        The CSV file has one line for each movement, with the buyer and the time in UTC. It has no sums, and no balances
        that are still due: those are in the CSV file of the orders.
      </li>
    </ul>
  )
}
