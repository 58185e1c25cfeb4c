import type { FormEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { AttributionField } from '#domain/attribution.ts'
import { withSearchParams } from '#features/app-shell/with-search-params.ts'
import { Button } from '#ui/button.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import styles from './attribution.module.css'
import { FIELD_LABELS } from './field-labels.ts'
import type { AttributionPageData } from './load-attribution.ts'

export const CLEARED_FILTER = { from: null, until: null, touch: null, by: null, currency: null }
const FIELDS = Object.entries(FIELD_LABELS) as [AttributionField, string][]

export function AttributionFilters({ filter, report }: AttributionPageData) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { from, until, touch = 'last', by = 'campaign' } = report ?? filter
  const currency = report?.currency ?? filter.currency ?? 'USD'
  const currencies = [...new Set([...(report?.currencies ?? []), currency])].toSorted()
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value) || null])
    void navigate(withSearchParams(query, Object.fromEntries(entries)), { preventScrollReset: true })
  }
  return (
    <search>
      <form key={query.toString()} className={styles.filters} onSubmit={apply}>
        <Field name="from" label="First day" type="date" defaultValue={from} />
        <Field
          name="until"
          label="Last day"
          type="date"
          defaultValue={until}
          error={report ? undefined : 'Choose at most 366 days, the first day first'}
        />
        <SelectField name="touch" label="Credit goes to" defaultValue={touch}>
          <option value="last">Last touch</option>
          <option value="first">First touch</option>
        </SelectField>
        <SelectField name="by" label="Group by" defaultValue={by}>
          {FIELDS.map(([field, label]) => (
            <option key={field} value={field}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField name="currency" label="Currency" defaultValue={currency}>
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
        <p>
          <Button type="submit" look="quiet" size="compact">
            Show
          </Button>
          {Object.keys(filter).length > 0 && (
            <Link className={text.link} to={withSearchParams(query, CLEARED_FILTER)} preventScrollReset>
              Clear
            </Link>
          )}
        </p>
      </form>
    </search>
  )
}
