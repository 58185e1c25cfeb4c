import type { FormEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { withSearchParams } from '#features/app-shell/with-search-params.ts'
import { Button } from '#ui/button.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import type { MailFilter } from './load-mails.ts'
import styles from './mail.module.css'
import { MAIL_KIND_LABELS } from './mail-labels.ts'

const CLEARED = { kind: null, email: null, after: null, open: null }
const KINDS = Object.entries(MAIL_KIND_LABELS).toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))

export function MailFilters({ filter, hasKinds }: { filter: MailFilter; hasKinds: boolean }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { kind = '', email = '' } = filter
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim() || null])
    void navigate(withSearchParams(query, { ...CLEARED, ...Object.fromEntries(entries) }), { preventScrollReset: true })
  }
  return (
    <search>
      <form key={query.toString()} className={styles.filters} onSubmit={apply}>
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
        <p>
          <Button type="submit" look="quiet" size="compact">
            Filter
          </Button>
          {(kind || email) && (
            <Link className={text.link} to={withSearchParams(query, CLEARED)} preventScrollReset>
              Clear
            </Link>
          )}
        </p>
      </form>
    </search>
  )
}
