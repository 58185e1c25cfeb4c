import { useSearchParams } from 'react-router'
import { ListFoot } from '#ui/list/data-table.tsx'
import { ListPage, type View } from '#ui/list/list-page.tsx'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import type { MailCounts } from '../wire/mails.ts'
import { AddressTable } from './address-table.tsx'
import type { AddressesData, MailsData } from './load-mails.ts'
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

type ListProps<Data> = Data & { views: View[]; onChanged: () => void }

function Mails({ mails, count, open, isMissing, filter, next, isFirst, views, onChanged }: ListProps<MailsData>) {
  const [query] = useSearchParams()
  return (
    <ListPage
      title="E-mails"
      views={views}
      lead={
        <>
          Every e-mail of the last year. Nobody can read its text here: the links and codes are only for its reader, and
          the text is deleted when the e-mail is sent.
        </>
      }
      detail={open && <MailPanel key={open.mailId} mail={open} onChanged={onChanged} />}
    >
      {isMissing && <p role="alert">E-mail not found.</p>}
      <MailFilters filter={filter} hasKinds />
      <MailTable
        mails={mails}
        openId={open?.mailId ?? null}
        mailUrl={(id) => withSearchParams(query, { open: id })}
        isFirstUse={isFirst && Object.keys(filter).length === 0}
      />
      <ListFoot next={next} isFirst={isFirst} more="Older e-mails" count={{ value: count, noun: 'e-mail' }} />
    </ListPage>
  )
}

function Addresses({ suppressions, filter, next, isFirst, views, onChanged }: ListProps<AddressesData>) {
  return (
    <ListPage
      title="E-mails"
      views={views}
      lead={
        <>
          These addresses get only e-mails about security, payments and refunds. Bounces are added when your mail server
          refuses an address, and removed when an e-mail arrives. Complaints are added by hand.
        </>
      }
    >
      <SuppressForm onChanged={onChanged} />
      <MailFilters filter={filter} hasKinds={false} />
      <AddressTable suppressions={suppressions} isFiltered={filter.email !== undefined} onChanged={onChanged} />
      <ListFoot next={next} isFirst={isFirst} more="Older entries" />
    </ListPage>
  )
}
