import type { SiteSetting } from '#domain/site/site.ts'
import { Button } from '#ui/button.tsx'
import { focusField } from '#ui/focus.ts'
import styles from './site-settings.module.css'
import type { Conflict } from './use-site-form.ts'

const LABELS: Record<SiteSetting, string> = {
  name: 'Name of the site',
  headline: 'Headline',
  lead: 'Sentence below',
  footerLine: 'Footer line',
  supportAddress: 'Support address',
  sellerName: 'Legal name',
  sellerAddress: 'Postal address',
  sellerTaxId: 'Tax number',
  timezoneId: 'Time zone',
  countryCode: 'Country',
  refundPolicy: 'Refund rule',
}

type Props = { conflict: Conflict; isDirty: boolean; onUseTheirs: (setting: SiteSetting, theirs: string) => void }

/**
 * Somebody else saved meanwhile, and their changes are in the fields, except where this person has typed. Takes the
 * focus, because the button that saves is at the other end of the page.
 */
export function ConflictNotice({ conflict: { by, at, settings }, isDirty, onUseTheirs }: Props) {
  const time = at && new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(at))
  return (
    <div className={styles.conflict} ref={focusField} tabIndex={-1} role="alert">
      <p>
        <b>
          {by ?? 'Someone else'} saved changes{time && ` at ${time}`}.
        </b>{' '}
        {isDirty
          ? 'What you typed is still here, and not saved yet. Save keeps yours.'
          : 'The fields show them. You have no other changes.'}
      </p>
      {settings.map(({ setting, theirs }) => (
        <div key={setting} className={styles.theirs}>
          <p>
            {LABELS[setting]}: they saved {theirs === '' ? 'an empty field' : <q>{theirs}</q>}
          </p>
          <Button look="quiet" size="compact" onClick={() => onUseTheirs(setting, theirs)}>
            Use theirs
          </Button>
        </div>
      ))}
    </div>
  )
}
