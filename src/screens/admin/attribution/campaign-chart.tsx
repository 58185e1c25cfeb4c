import { formatExact } from '#ui/money.tsx'
import type { AttributionReport, ReportRow } from '../wire/attribution.ts'
import styles from './attribution.module.css'
import { formatRowName, getFieldName } from './field-labels.ts'

const SHOWN_BARS = 10
const BAR_STEP = 44
const LONGEST_NAME = 34

export function CampaignChart({ report }: { report: AttributionReport }) {
  const title = `Gross by ${getFieldName(report.by)}`
  const rows = report.rows.filter((row) => Number(row.gross.amount) > 0).slice(0, SHOWN_BARS)
  if (rows.length === 0) return null
  const longest = Math.max(...rows.map((row) => Number(row.gross.amount)))
  return (
    <figure className={styles.chart}>
      <figcaption>
        <b>{title}</b>
        <span>
          <i data-part="net" /> Net
        </span>
        <span>
          <i data-part="refunded" /> Refunded or lost
        </span>
      </figcaption>
      <svg role="img" width="100%" height={rows.length * BAR_STEP}>
        <title>{`${title}: ${rows.map((row) => `${formatRowName(row, report.by)} ${formatExact(row.gross)}`).join(', ')}`}</title>
        {rows.map((row, index) => (
          <Bar key={`${row.kind} ${row.value}`} row={row} by={report.by} top={index * BAR_STEP} longest={longest} />
        ))}
      </svg>
    </figure>
  )
}

type BarProps = { row: ReportRow; by: AttributionReport['by']; top: number; longest: number }

function Bar({ row, by, top, longest }: BarProps) {
  const name = formatRowName(row, by)
  const percent = (amount: string) => `${(Math.max(0, Number(amount)) / longest) * 100}%`
  return (
    <>
      <text y={top + 15}>{name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name}</text>
      <text x="100%" y={top + 15} textAnchor="end" data-part="amount">
        {formatExact(row.gross)}
      </text>
      <rect y={top + 22} width="100%" height={12} rx={4} data-part="track" />
      <rect y={top + 22} width={percent(row.gross.amount)} height={12} rx={4} data-part="refunded" />
      <rect y={top + 22} width={percent(row.net.amount)} height={12} rx={4} data-part="net" />
    </>
  )
}
