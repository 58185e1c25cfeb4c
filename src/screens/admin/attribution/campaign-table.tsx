import { Money } from '#ui/money.tsx'
import table from '#ui/table.module.css'
import type { AttributionReport, CampaignFigures, ReportRow } from '../wire/attribution.ts'
import styles from './attribution.module.css'
import { FIELD_LABELS, formatRowName } from './field-labels.ts'

export function CampaignTable({ report }: { report: AttributionReport }) {
  const { rows, total, by } = report
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the table on a narrow page
    <section className={styles.scroll} aria-label="Figures" tabIndex={0}>
      <table className={`${table.table} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">{FIELD_LABELS[by]}</th>
            <th scope="col">Visits</th>
            <th scope="col">Leads</th>
            <th scope="col">Orders</th>
            <th scope="col">Conversion</th>
            <th scope="col">Gross</th>
            <th scope="col">Refunds</th>
            <th scope="col">Refunded</th>
            <th scope="col">Net</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CampaignRow key={`${row.kind} ${row.value}`} row={row} by={by} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <Figures figures={total} hasShare={false} />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function CampaignRow({ row, by }: { row: ReportRow; by: AttributionReport['by'] }) {
  return (
    <tr data-campaign={row.value ?? row.kind}>
      <th scope="row" className={row.kind === 'value' ? undefined : styles.rest}>
        {formatRowName(row, by)}
      </th>
      <Figures figures={row} hasShare={row.kind === 'value'} />
    </tr>
  )
}

const COUNT = new Intl.NumberFormat('en-GB')
const SHARE = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })

function Figures({ figures, hasShare }: { figures: CampaignFigures; hasShare: boolean }) {
  const { visits, leads, orders, refunds, gross, refunded, net } = figures
  return (
    <>
      <td>{visits === null ? '–' : COUNT.format(visits)}</td>
      <td>{COUNT.format(leads)}</td>
      <td>{COUNT.format(orders)}</td>
      <td>{visits && hasShare ? SHARE.format(orders / visits) : '–'}</td>
      <td>
        <Money {...gross} exact />
      </td>
      <td>{COUNT.format(refunds)}</td>
      <td>
        <Money {...refunded} exact />
      </td>
      <td>
        <b>
          <Money {...net} exact />
        </b>
      </td>
    </>
  )
}
