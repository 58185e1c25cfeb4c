import { Link, useSearchParams } from 'react-router'
import { browserClient } from '#http/client.ts'
import { EmptyList, ListDetail, ListRows } from '#people/app-shell/list-detail.tsx'
import { withSearchParams } from '#people/app-shell/with-search-params.ts'
import { ClassWhen } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { callExportAttribution } from '../calls.ts'
import { ExportButton } from '../parts/export-button.tsx'
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
      load={() => callExportAttribution(browserClient(), filter)}
    />
  )
  return (
    <ListDetail title="Attribution" actions={exportButton}>
      <p className={styles.lead}>The campaigns that led to visits, leads, orders and refunds.</p>
      <AttributionFilters filter={filter} report={report} />
      {report && (
        <ListRows>
          {report.rows.length > 0 ? (
            <div className={styles.report}>
              <CampaignChart report={report} />
              <CampaignTable report={report} />
              <Notes from={report.from} until={report.until} />
            </div>
          ) : (
            <EmptyList>
              No visits, leads or orders in these days.{' '}
              {Object.keys(filter).length > 0 && (
                <Link className={text.link} to={withSearchParams(query, CLEARED_FILTER)}>
                  Show the last 30 days
                </Link>
              )}
            </EmptyList>
          )}
        </ListRows>
      )}
    </ListDetail>
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
        bought, is subtracted when it is delivered, and counts for each order that it pays. Lost disputes are not
        subtracted.
      </li>
    </ul>
  )
}
