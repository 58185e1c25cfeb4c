import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { CopyButton } from '#people/accounts/settings/copy-button.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorMessage, Field, SuccessMessage } from '#ui/field.tsx'
import { endCalendarFeed, putCalendarFeed } from '../wire/calendar-feed.ts'
import styles from './my-calendar.module.css'

type Props = { as: SignedInAudience; initialUrl: string | null }
type Change = 'create' | 'renew' | 'end'

const DONE = {
  create: null,
  renew: 'The old address no longer works. Subscribe again with the new one.',
  end: 'Your calendar address no longer works.',
}

export function Subscribe({ as, initialUrl }: Props) {
  const [url, setUrl] = useState(initialUrl)
  const [running, setRunning] = useState<Change | null>(null)
  const [result, setResult] = useState<{ error: string | null; done: string | null }>({ error: null, done: null })

  async function change(kind: Change) {
    if (running) return
    setRunning(kind)
    const response =
      kind === 'end'
        ? await browserClient().call(endCalendarFeed, { auth: as })
        : await browserClient().call(putCalendarFeed, { auth: as, body: { renew: kind === 'renew' } })
    setRunning(null)
    setResult({ error: response.error, done: response.error === null ? DONE[kind] : null })
    if (response.error === null) setUrl(response.data?.data.url ?? null)
  }

  return (
    <section className={styles.subscribe} id="subscribe" aria-labelledby="subscribe-title">
      <h2 id="subscribe-title">Subscribe</h2>
      <p className={styles.quiet}>
        Your calendar app then shows all your sessions and the days on which balances are due. It updates by itself.
      </p>
      {url === null ? (
        <Button aria-busy={running === 'create'} onClick={() => change('create')}>
          <CalendarSync size={18} /> Get my calendar address
        </Button>
      ) : (
        <Address url={url} running={running} onChange={change} />
      )}
      {result.error && <ErrorMessage>{result.error}</ErrorMessage>}
      {result.done && <SuccessMessage>{result.done}</SuccessMessage>}
    </section>
  )
}

type AddressProps = { url: string; running: Change | null; onChange: (kind: Change) => void }

function Address({ url, running, onChange }: AddressProps) {
  return (
    <>
      <div className={styles.files}>
        <ButtonLink href={url.replace(/^https?:/, 'webcal:')}>
          <CalendarSync size={18} /> Open in my calendar app
        </ButtonLink>
      </div>
      <Field
        name="feedUrl"
        label="Your private calendar address"
        hint="Anybody who has this address can see your sessions. Don’t share it."
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
        beside={<CopyButton text={url} label="Copy the calendar address" />}
      />
      <div className={styles.files}>
        <Button look="quiet" size="compact" aria-busy={running === 'renew'} onClick={() => onChange('renew')}>
          Get a new address
        </Button>
        <Button look="quiet" size="compact" aria-busy={running === 'end'} onClick={() => onChange('end')}>
          Stop the subscription
        </Button>
      </div>
    </>
  )
}
