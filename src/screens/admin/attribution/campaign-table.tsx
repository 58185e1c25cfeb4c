import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Money } from '#ui/money.tsx'
import type { AttributionReport, CampaignFigures, ReportRow } from '../wire/attribution.ts'
import styles from './attribution.module.css'
import { FIELD_LABELS, formatRowName } from './field-labels.ts'

type Row = CampaignFigures & { kind: ReportRow['kind'] | 'total'; value: string | null }

export function CampaignTable({ report: { rows, total, by } }: { report: AttributionReport }) {
  const nameColumn: Column<Row> = {
    header: FIELD_LABELS[by],
    isRowHeader: true,
    className: styles.name,
    cell: ({ kind, value }) => {
      if (kind === 'total') return 'Total'
      return <span className={kind === 'value' ? undefined : styles.rest}>{formatRowName({ kind, value }, by)}</span>
    },
  }
  return (
    <DataTable<Row>
      columns={[nameColumn, ...FIGURES]}
      rows={rows}
      rowKey={({ kind, value }) => `${kind} ${value}`}
      totals={{ ...total, kind: 'total', value: null }}
      scrolls="Figures"
      empty={null}
    />
  )
}

const COUNT = new Intl.NumberFormat('en-GB')
const SHARE = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })

const figure = (header: string, cell: Column<Row>['cell']): Column<Row> => ({ header, look: 'number', cell })
const FIGURES: Column<Row>[] = [
  figure('Visits', ({ visits }) => (visits === null ? '–' : COUNT.format(visits))),
  figure('Leads', ({ leads }) => COUNT.format(leads)),
  figure('Orders', ({ orders }) => COUNT.format(orders)),
  figure('Conversion', ({ kind, visits, orders }) =>
    kind === 'value' && visits ? SHARE.format(orders / visits) : '–',
  ),
  figure('Gross', ({ gross }) => <Money {...gross} exact />),
  figure('Refunds', ({ refunds }) => COUNT.format(refunds)),
  figure('Refunded', ({ refunded }) => <Money {...refunded} exact />),
  figure('Lost', ({ lost }) => <Money {...lost} exact />),
  figure('Net', ({ net }) => (
    <b>
      <Money {...net} exact />
    </b>
  )),
]
