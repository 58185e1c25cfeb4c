import { Fragment, type ReactNode } from 'react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import { formatListCount } from '#domain/list-count.ts'
import text from '#ui/text.module.css'
import styles from './data-table.module.css'
import { withSearchParams } from './with-search-params.ts'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** Names the row for screen readers. */
  isRowHeader?: true
  look?: 'number' | 'quiet'
  /** The corner of the card on a narrow page. Without one, the card shows the header above the value. */
  card?: 'top' | 'topEnd' | 'bottom' | 'bottomEnd'
  /** Left out where the list is narrower than 820 px. */
  isWideOnly?: true
  /** `?sort=placed` sorts ascending, `?sort=-placed` descending. The server sorts. */
  sort?: string
  className?: string | undefined
}

type Props<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  empty: ReactNode
  /** The row of the open entry. */
  openKey?: string | null
  defaultSort?: string
  /** More about a row, in a row of its own. */
  below?: (row: Row) => ReactNode
  totals?: Row
  /** Scrolls on a narrow page instead of showing cards. The name of the scrolled part. */
  scrolls?: string
}

/** The rows of a list, in a table that becomes cards on a narrow page. Old rows are dimmed while new ones load. */
export function DataTable<Row>({ rows, empty, scrolls, ...table }: Props<Row>) {
  const isBusy = useNavigation().state === 'loading'
  const content = rows.length === 0 ? empty : <Table rows={rows} isScrolled={scrolls !== undefined} {...table} />
  return (
    <div className={styles.list} aria-busy={isBusy}>
      {scrolls && rows.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the table on a narrow page
        <section className={styles.scroll} aria-label={scrolls} tabIndex={0}>
          {content}
        </section>
      ) : (
        content
      )}
    </div>
  )
}

type TableProps<Row> = Omit<Props<Row>, 'empty' | 'scrolls'> & { isScrolled: boolean }

function Table<Row>({ columns, rows, rowKey, openKey, defaultSort, below, totals, isScrolled }: TableProps<Row>) {
  const narrow = isScrolled ? styles.whole : columns.some(({ card }) => card) ? styles.placed : styles.labelled
  return (
    <table className={`${styles.table} ${narrow}`}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell key={column.header} column={column} defaultSort={defaultSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = rowKey(row)
          const more = below?.(row)
          return (
            <Fragment key={key}>
              <tr data-row={key} aria-current={key === openKey ? 'true' : undefined}>
                <Cells columns={columns} row={row} />
              </tr>
              {more && (
                <tr className={styles.below}>
                  <td colSpan={columns.length}>{more}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
      {totals && (
        <tfoot>
          <tr>
            <Cells columns={columns} row={totals} />
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function HeaderCell<Row>({ column, defaultSort }: { column: Column<Row>; defaultSort: string | undefined }) {
  const [query] = useSearchParams()
  const { header, sort } = column
  if (!sort) {
    return (
      <th scope="col" className={getCellClass(column)}>
        {header}
      </th>
    )
  }
  const current = query.get('sort') ?? defaultSort
  const [isAscending, isDescending] = [current === sort, current === `-${sort}`]
  const next = isDescending ? sort : `-${sort}`
  const order = isAscending ? 'ascending' : isDescending ? 'descending' : undefined
  return (
    <th scope="col" className={getCellClass(column)} aria-sort={order}>
      <Link to={withSearchParams(query, { sort: next === defaultSort ? null : next, after: null })} preventScrollReset>
        {header}
      </Link>
    </th>
  )
}

function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column) =>
    column.isRowHeader ? (
      <th key={column.header} scope="row" className={getCellClass(column)}>
        {column.cell(row)}
      </th>
    ) : (
      <td key={column.header} className={getCellClass(column)} data-label={column.header}>
        {column.cell(row)}
      </td>
    ),
  )
}

function getCellClass<Row>({ look, card, isWideOnly, className }: Column<Row>): string | undefined {
  return [look && styles[look], card && styles[card], isWideOnly && styles.wideOnly, className]
    .filter(Boolean)
    .join(' ')
}

/** Opens the entry of a row. It covers the whole row. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.rowLink} to={to} preventScrollReset>
      {children}
    </Link>
  )
}

type EmptyProps = { children: ReactNode; clearUrl?: string | null; clearLabel?: string }

/** Stands for the rows: before the first one, or with a link that clears the filters if none match. */
export function EmptyState({ children, clearUrl, clearLabel = 'Clear the filters' }: EmptyProps) {
  return (
    <p className={styles.empty}>
      {children}{' '}
      {clearUrl && (
        <Link className={text.link} to={clearUrl}>
          {clearLabel}
        </Link>
      )}
    </p>
  )
}

type FootProps = {
  /** The cursor of the next page. */
  next: string | number | null
  isFirst: boolean
  /** Names the next page, and the first one. */
  more: string
  first?: string
  /** The rows of all pages. */
  count?: { value: number; noun: string; plural?: string }
}

export function ListFoot({ next, isFirst, more, first = 'Back to the newest', count }: FootProps) {
  const [query] = useSearchParams()
  const pageUrl = (after: string | null) => withSearchParams(query, { after, open: null })
  if (isFirst && !next && !count) return null
  return (
    <p className={styles.foot}>
      {count && (
        <span role="status">
          {formatListCount(count.value)} {count.value === 1 ? count.noun : (count.plural ?? `${count.noun}s`)}
        </span>
      )}
      <span>
        {!isFirst && (
          <Link className={text.link} to={pageUrl(null)}>
            {first}
          </Link>
        )}
        {next && (
          <Link className={text.link} to={pageUrl(String(next))}>
            {more}
          </Link>
        )}
      </span>
    </p>
  )
}
