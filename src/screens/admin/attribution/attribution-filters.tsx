import type { AttributionField } from '#domain/attribution.ts'
import { Field, SelectField } from '#ui/field.tsx'
import { FilterForm } from '#ui/list/filter-form.tsx'
import { FIELD_LABELS } from './field-labels.ts'
import type { AttributionPageData } from './load-attribution.ts'

export const CLEARED_FILTER = { from: null, until: null, touch: null, by: null, currency: null }
const FIELDS = Object.entries(FIELD_LABELS) as [AttributionField, string][]

export function AttributionFilters({ filter, report }: AttributionPageData) {
  const { from, until, touch = 'last', by = 'campaign' } = report ?? filter
  const currency = report?.currency ?? filter.currency ?? 'USD'
  const currencies = [...new Set([...(report?.currencies ?? []), currency])].toSorted()
  return (
    <FilterForm cleared={CLEARED_FILTER} isFiltering={Object.keys(filter).length > 0} submitLabel="Show">
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
    </FilterForm>
  )
}
