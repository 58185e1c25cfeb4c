import { useSearchParams } from 'react-router'
import { formatListCount } from '#domain/list-count.ts'
import { EmptyList, ListDetail, ListFoot, ListRows } from '#people/app-shell/list-detail.tsx'
import { withSearchParams } from '#people/app-shell/with-search-params.ts'
import type { MailCounts } from '../wire/mails.ts'
import { AddressTable } from './address-table.tsx'
import type { AddressesData, MailsData } from './load-mails.ts'
import styles from './mail.module.css'
import { MailFilters } from './mail-filters.tsx'
import { MailPanel } from './mail-panel.tsx'
import { MailTable } from './mail-table.tsx'
import { SuppressForm } from './suppress-form.tsx'

const VIEWS: [keyof MailCounts, string][] = [
  ['all', 'All'],
  ['waiting', 'Waiting'],
  ['failed', 'Failed'],
  ['unknown', 'May have arrived'],
  ['suppressed', 'Suppressed'],
  ['cancelled', 'Cancelled'],
  ['sent', 'Sent'],
  ['addresses', 'Suppressed addresses'],
]

type Props = (MailsData | AddressesData) & { onChanged: () => void }

export function MailPage(props: Props) {
  const [query] = useSearchParams()
  const { counts, filter, list } = props
  const current = list === 'addresses' ? 'addresses' : (filter.view ?? 'all')
  const views = VIEWS.map(([view, label]) => ({
    to: withSearchParams(query, { view: view === 'all' ? null : view, kind: null, after: null, open: null }),
    label,
    count: counts[view],
    isCurrent: view === current,
  }))
  return list === 'addresses' ? <Addresses {...props} views={views} /> : <Mails {...props} views={views} />
}

type Views = { views: Parameters<typeof ListDetail>[0]['views'] }

function Mails({
  mails,
  count,
  open,
  isMissing,
  filter,
  onChanged,
  views,
  ...page
}: MailsData & Views & Pick<Props, 'onChanged'>) {
  const [query] = useSearchParams()
  const detail = open && <MailPanel key={open.mailId} mail={open} onChanged={onChanged} />
  return (
    <ListDetail title="E-mails" views={views ?? []} detail={detail}>
      <p className={styles.lead}>
        Every e-mail of the last year. Nobody can read its text here: the links and codes are only for its reader, and
        the text is deleted when the e-mail is sent.
      </p>
      {isMissing && <p role="alert">E-mail not found.</p>}
      <MailFilters filter={filter} hasKinds />
      <ListRows>
        {mails.length > 0 ? (
          <MailTable
            mails={mails}
            openId={open?.mailId ?? null}
            mailUrl={(id) => withSearchParams(query, { open: id })}
          />
        ) : (
          <EmptyList>{page.isFirst && !hasFilter(filter) ? 'No e-mails yet.' : 'No e-mails match.'}</EmptyList>
        )}
      </ListRows>
      <ListFoot {...page} older="Older e-mails">
        <span role="status">{count === 1 ? '1 e-mail' : `${formatListCount(count)} e-mails`}</span>
      </ListFoot>
    </ListDetail>
  )
}

function Addresses({
  suppressions,
  filter,
  onChanged,
  views,
  ...page
}: AddressesData & Views & Pick<Props, 'onChanged'>) {
  return (
    <ListDetail title="E-mails" views={views ?? []}>
      <p className={styles.lead}>
        These addresses get only e-mails about security, payments and refunds. Bounces are added when your mail server
        refuses an address, and removed when an e-mail arrives. Complaints are added by hand.
      </p>
      <SuppressForm onChanged={onChanged} />
      <MailFilters filter={filter} hasKinds={false} />
      <ListRows>
        {suppressions.length > 0 ? (
          <AddressTable suppressions={suppressions} onChanged={onChanged} />
        ) : (
          <EmptyList>{filter.email ? 'This address gets all e-mails.' : 'Every address gets all e-mails.'}</EmptyList>
        )}
      </ListRows>
      <ListFoot {...page} older="Older entries" />
    </ListDetail>
  )
}

const hasFilter = (filter: MailsData['filter']): boolean => Object.keys(filter).length > 0
