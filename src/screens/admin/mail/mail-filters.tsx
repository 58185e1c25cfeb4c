import { MAIL_KIND_LABELS } from '#people/mailing/mail-kinds.ts'
import { Field, SelectField } from '#ui/field.tsx'
import { FilterForm } from '#ui/list/filter-form.tsx'
import type { MailFilter } from './load-mails.ts'
import styles from './mail.module.css'

const CLEARED = { kind: null, email: null, after: null, open: null }
const KINDS = Object.entries(MAIL_KIND_LABELS).toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))

export function MailFilters({ filter, hasKinds }: { filter: MailFilter; hasKinds: boolean }) {
  const { kind = '', email = '' } = filter
  return (
    <FilterForm className={styles.filters} cleared={CLEARED} isFiltering={Boolean(kind || email)}>
      {hasKinds && (
        <SelectField name="kind" label="Kind" defaultValue={kind}>
          <option value="">Any</option>
          {KINDS.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <Field
        name="email"
        label="Address"
        defaultValue={email}
        placeholder="The whole address"
        inputMode="email"
        autoComplete="off"
      />
    </FilterForm>
  )
}
