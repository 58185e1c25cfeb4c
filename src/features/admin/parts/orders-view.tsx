import { useRef } from 'react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import { PortalFrame } from '#features/portal/parts/portal-frame.tsx'
import text from '#ui/text.module.css'
import { CohortBar } from './cohort-bar.tsx'
import { ExportButton } from './export-button.tsx'
import { ListDetail } from './list-detail.tsx'
import type { Orders } from './load-orders.ts'
import { OrderFilters } from './order-filters.tsx'
import { OrderKeys } from './order-keys.tsx'
import { OrderSide } from './order-side.tsx'
import { OrdersTable } from './orders-table.tsx'
import styles from './orders-view.module.css'
import { placeIn } from './place.ts'
import { useOrderKeys } from './use-order-keys.ts'

const NOTHING = { q: null, status: null, since: null, course: null, only: null, after: null, open: null }
const HAS_GONE = 'This order is not known.'

export function OrdersView({ audience, profile, onChanged, ...loaded }: Orders & { onChanged: () => void }) {
  const [asked] = useSearchParams()
  const list = useRef<HTMLDivElement>(null)
  const isBusy = useNavigation().state === 'loading'
  const { open, orders, counts, count, filter, isMissing } = loaded
  const isFiltered = Object.keys(filter).length > 0
  const to = (orderId: string | null) => placeIn(asked, { open: orderId })
  const at = orders.findIndex(({ orderId }) => orderId === open?.order.orderId)
  const beside = { before: orders[at - 1]?.orderId ?? null, after: at < 0 ? null : (orders[at + 1]?.orderId ?? null) }
  useOrderKeys({ list, openId: open?.order.orderId ?? null, beside, to })

  const only = (changes: Record<string, string>) => placeIn(asked, { ...NOTHING, ...changes })
  const isOnly = (names: string) => Object.entries(filter).join() === names
  const views = [
    { to: only({}), label: 'All', count: counts.all, isHere: !isFiltered },
    {
      to: only({ since: loaded.yesterday }),
      label: 'Since yesterday',
      count: counts.sinceYesterday,
      isHere: isOnly(`since,${loaded.yesterday}`),
    },
    {
      to: only({ only: 'attention' }),
      label: 'Needs a look',
      count: counts.attention,
      isHere: isOnly('only,attention'),
    },
    {
      to: only({ only: 'balance-due' }),
      label: 'Balance due',
      count: counts.balanceDue,
      isHere: isOnly('only,balance-due'),
    },
    { to: only({ only: 'refunded' }), label: 'Refunded', count: counts.refunded, isHere: isOnly('only,refunded') },
  ]
  const side = open ? (
    <OrderSide key={open.order.orderId} whole={open} beside={beside} to={to} onChanged={onChanged} />
  ) : null
  return (
    <PortalFrame name={profile.name} audience={audience} current="orders" isWide>
      <ListDetail title="Orders" views={views} actions={<ExportButton filter={filter} />} side={side}>
        {isMissing && <p role="alert">{HAS_GONE}</p>}
        <OrderFilters filter={filter} courses={loaded.courses} />
        {loaded.cohort && <CohortBar key={loaded.cohort.courseCode} cohort={loaded.cohort} onChanged={onChanged} />}
        <div className={styles.list} ref={list} aria-busy={isBusy}>
          {orders.length > 0 ? (
            <OrdersTable orders={orders} openId={open?.order.orderId ?? null} to={to} />
          ) : (
            <Empty isFirstUse={counts.all === 0} isAttention={isOnly('only,attention')} clear={only({})} />
          )}
        </div>
        <p className={styles.foot}>
          <span role="status">{count === 1 ? '1 order' : `${count.toLocaleString('en-GB')} orders`}</span>
          <Pages asked={asked} {...loaded} />
        </p>
        <OrderKeys />
      </ListDetail>
    </PortalFrame>
  )
}

function Empty({ isFirstUse, isAttention, clear }: { isFirstUse: boolean; isAttention: boolean; clear: string }) {
  if (isFirstUse)
    return (
      <p className={styles.empty}>
        Nobody has bought anything yet. The first order will be here, a moment after it is placed.{' '}
        <a className={text.link} href="/#courses">
          See what is on sale
        </a>
      </p>
    )
  if (isAttention) return <p className={styles.empty}>All caught up. No order needs a look.</p>
  return (
    <p className={styles.empty}>
      No order is like that.{' '}
      <Link className={text.link} to={clear}>
        Clear the filters
      </Link>
    </p>
  )
}

function Pages({ asked, next, isFirst }: { asked: URLSearchParams } & Pick<Orders, 'next' | 'isFirst'>) {
  return (
    <span>
      {!isFirst && (
        <Link className={text.link} to={placeIn(asked, { after: null, open: null })}>
          Back to the newest
        </Link>
      )}
      {next && (
        <Link className={text.link} to={placeIn(asked, { after: String(next), open: null })}>
          Older orders
        </Link>
      )}
    </span>
  )
}
