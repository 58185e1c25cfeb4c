import { useSearchParams } from 'react-router'
import { browserClient } from '#http/client.ts'
import { EmptyState } from '#ui/list/data-table.tsx'
import { ExportButton } from '#ui/list/export-button.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import { ClassWhen } from '#ui/local-time.tsx'
import { exportAttribution } from '../wire/attribution.ts'
import styles from './attribution.module.css'
import { AttributionFilters, CLEARED_FILTER } from './attribution-filters.tsx'
import { CampaignChart } from './campaign-chart.tsx'
import { CampaignTable } from './campaign-table.tsx'
import type { AttributionPageData } from './load-attribution.ts'

export function AttributionView({ filter, report }: AttributionPageData) {
  const [query] = useSearchParams()
  const exportButton = report && (
    <ExportButton
      filename={`attribution-${report.from}-${report.until}.csv`}
      load={() => browserClient().call(exportAttribution, { auth: 'admin', query: filter })}
    />
  )
  return (
    <ListPage
      title="Attribution"
      lead="The campaigns that led to visits, leads, orders and refunds."
      actions={exportButton}
    >
      <AttributionFilters filter={filter} report={report} />
      {report && report.rows.length > 0 && (
        <>
          <CampaignChart report={report} />
          <CampaignTable report={report} />
          <Notes from={report.from} until={report.until} />
        </>
      )}
      {report && report.rows.length === 0 && (
        <EmptyState
          clearUrl={Object.keys(filter).length > 0 ? withSearchParams(query, CLEARED_FILTER) : null}
          clearLabel="Show the last 30 days"
        >
          No visits, leads or orders in these days.
        </EmptyState>
      )}
    </ListPage>
  )
}

function Notes({ from, until }: { from: string; until: string }) {
  const day = (at: string) => <ClassWhen at={`${at}T12:00:00Z`} zone="UTC" form="date" />
  return (
    <ul className={styles.notes}>
      <li>
        Days from {day(from)} to {day(until)}, in UTC. Each visit, lead, order and refund counts on the day it happened.
      </li>
      <li>A visit has a campaign in its address. Browsers that ask not to be tracked are not counted.</li>
      <li>A lead is a request for news or a curriculum, or a place on a waitlist.</li>
      <li>
        Gross and refunded amounts are those of the books, gift cards and credit included. A gift card counts when it is
        bought, is subtracted when it is delivered, and counts for each order that it pays. Lost disputes are subtracted
        from net; their fees are not.
      </li>
    </ul>
  )
}
