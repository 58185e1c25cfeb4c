import type { FormEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { withSearchParams } from '#features/app-shell/with-search-params.ts'
import { AUDIT_ACTIONS } from '#features/audit-log/actions.ts'
import { Button } from '#ui/button.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import { ACTION_LABELS } from './audit-labels.ts'
import styles from './audit-log.module.css'
import type { AuditLogFilter, AuditLogPageData } from './load-audit-log.ts'

export const CLEARED_FILTER = { actor: null, action: null, object: null, day: null, after: null }

type Props = { filter: AuditLogFilter; admins: AuditLogPageData['admins'] }

export function AuditFilters({ filter, admins }: Props) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { actor = '', action = '', object = '', day = '' } = filter
  const isActorListed = ['', 'operator', 'unknown'].includes(actor) || admins.some(({ personId }) => personId === actor)
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim() || null])
    void navigate(withSearchParams(query, { ...CLEARED_FILTER, ...Object.fromEntries(entries) }), {
      preventScrollReset: true,
    })
  }
  return (
    <search>
      <form key={query.toString()} className={styles.filters} onSubmit={apply}>
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
        <p>
          <Button type="submit" look="quiet" size="compact">
            Filter
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
