import { Plus, Search, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { closeMenuOnBlur, closeMenuOnEscape } from '#ui/browser/close-menus.ts'
import text from '#ui/text.module.css'
import styles from './filter-bar.module.css'
import { withSearchParams } from './with-search-params.ts'

const SEARCH_DELAY_MS = 250

/** `name` is the parameter in the address; `spoken` is the value for screen readers. */
export type ActiveFilter = { name: string; label: string; value: ReactNode; spoken: string }
type Props = {
  /** `text` is the current search, the parameter `q`. */
  search: { text: string; label: string; placeholder: string }
  active: readonly ActiveFilter[]
  cleared: Readonly<Record<string, null>>
  /** The fields of the menu “Filter”. They call `useFilter`. */
  children: ReactNode
}

/** Sets a parameter of the address, which asks the server for other rows. */
export function useFilter(): (name: string, value: string) => void {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  return (name, value) =>
    void navigate(withSearchParams(query, { [name]: value || null, after: null, open: null }), {
      preventScrollReset: true,
    })
}

/** A search, the active filters, and a menu with further ones. Each counts at once, and its value is in the address. */
export function FilterBar({ search, active, cleared, children }: Props) {
  const [query] = useSearchParams()
  return (
    <search className={styles.filters}>
      <SearchBox {...search} />
      {active.map(({ name, label, value, spoken }) => (
        <span key={name} className={styles.chosen}>
          {label} <b>{value}</b>
          <Link
            to={withSearchParams(query, { [name]: null, after: null })}
            preventScrollReset
            aria-label={`Remove filter: ${label.toLowerCase()} ${spoken}`}
          >
            <X size={15} aria-hidden />
          </Link>
        </span>
      ))}
      <FilterMenu>{children}</FilterMenu>
      {(active.length > 0 || search.text) && (
        <Link className={text.link} to={withSearchParams(query, cleared)} preventScrollReset>
          Clear
        </Link>
      )}
    </search>
  )
}

/** A choice by mouse or finger closes it, because it covers the rows. Keys choose on the way to another choice. */
function FilterMenu({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const isByPointer = useRef(false)
  return (
    <details
      className={styles.add}
      ref={menu}
      onBlur={closeMenuOnBlur}
      onPointerDown={() => {
        isByPointer.current = true
      }}
      onKeyDown={(event) => {
        isByPointer.current = false
        closeMenuOnEscape(event)
      }}
      onChange={() => {
        if (!isByPointer.current || !menu.current) return
        menu.current.open = false
        menu.current.querySelector('summary')?.focus()
      }}
    >
      <summary>
        <Plus size={16} aria-hidden /> Filter
      </summary>
      <div tabIndex={-1}>{children}</div>
    </details>
  )
}

function SearchBox({ text: current, label, placeholder }: Props['search']) {
  const setFilter = useFilter()
  const searchInput = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (searchInput.current && searchInput.current !== document.activeElement) searchInput.current.value = current
  }, [current])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (event?: FormEvent) => {
    event?.preventDefault()
    clearTimeout(timer.current)
    const searchText = searchInput.current?.value.trim() ?? ''
    if (searchText !== current) setFilter('q', searchText)
  }
  return (
    <form className={styles.search} onSubmit={search}>
      <Search size={16} aria-hidden />
      <input
        ref={searchInput}
        type="search"
        name="q"
        defaultValue={current}
        placeholder={placeholder}
        aria-label={label}
        aria-keyshortcuts="/"
        enterKeyHint="search"
        autoComplete="off"
        data-list-search
        onInput={() => {
          clearTimeout(timer.current)
          timer.current = setTimeout(search, SEARCH_DELAY_MS)
        }}
      />
    </form>
  )
}
