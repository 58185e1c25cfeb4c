import { ACTION_LABELS, AUDIT_ACTIONS } from '#people/audit-log/actions.ts'
import { Field, SelectField } from '#ui/field.tsx'
import { FilterForm } from '#ui/list/filter-form.tsx'
import type { AuditLogFilter, AuditLogPageData } from './load-audit-log.ts'

export const CLEARED_FILTER = { actor: null, action: null, show: null, object: null, day: null, after: null }

type Props = { filter: AuditLogFilter; admins: AuditLogPageData['admins'] }

export function AuditFilters({ filter, admins }: Props) {
  const { actor = '', action = '', show = '', object = '', day = '' } = filter
  const isActorListed = ['', 'operator', 'unknown'].includes(actor) || admins.some(({ personId }) => personId === actor)
  return (
    <FilterForm cleared={CLEARED_FILTER} isFiltering={Object.keys(filter).length > 0}>
      <SelectField name="actor" label="Who" defaultValue={actor}>
        <option value="">Anyone</option>
        {admins.map(({ personId, name }) => (
          <option key={personId} value={personId}>
            {name}
          </option>
        ))}
        <option value="operator">Command line</option>
        <option value="unknown">Not logged in</option>
        {!isActorListed && <option value={actor}>Selected person</option>}
      </SelectField>
      <SelectField name="show" label="Show" defaultValue={show}>
        <option value="">Changes</option>
        <option value="all">Everything</option>
      </SelectField>
      <SelectField name="action" label="Action" defaultValue={action}>
        <option value="">Any</option>
        {AUDIT_ACTIONS.map((one) => (
          <option key={one} value={one}>
            {ACTION_LABELS[one]}
          </option>
        ))}
      </SelectField>
      <Field name="object" label="Object" defaultValue={object} placeholder="Order or course code" />
      <Field name="day" label="Day" type="date" defaultValue={day} />
    </FilterForm>
  )
}
