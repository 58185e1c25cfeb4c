import type { FormEvent, ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import text from '#ui/text.module.css'
import styles from './filter-form.module.css'
import { withSearchParams } from './with-search-params.ts'

type Props = {
  /** The parameters of the address that the form sets, and those that a new filter removes. */
  cleared: Readonly<Record<string, null>>
  isFiltering: boolean
  submitLabel?: string
  /** Sets the widths of the form and of its fields. */
  className?: string | undefined
  children: ReactNode
}

/** The filter of a list. Its values are in the address of the page, so a link leads to the same rows. */
export function FilterForm({ cleared, isFiltering, submitLabel = 'Filter', className, children }: Props) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim() || null])
    void navigate(withSearchParams(query, { ...cleared, ...Object.fromEntries(entries) }), { preventScrollReset: true })
  }
  return (
    <search>
      <form key={query.toString()} className={`${styles.form} ${className ?? ''}`} onSubmit={apply}>
        {children}
        <p>
          <Button type="submit" look="quiet" size="compact">
            {submitLabel}
          </Button>
          {isFiltering && (
            <Link className={text.link} to={withSearchParams(query, cleared)} preventScrollReset>
              Clear
            </Link>
          )}
        </p>
      </form>
    </search>
  )
}
