import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import {
  callAddPasskey,
  callPasskeyRegistrationOptions,
  callRemovePasskey,
} from '#features/accounts/calls/second-factor.ts'
import { makePasskey, useCanPasskeys } from '#features/accounts/passkey-here.ts'
import type { PasskeyView } from '#features/accounts/wire/second-factor.ts'
import { browserClient, type Signed } from '#http/client.ts'
import { focusHere } from '#ui/arrival.ts'
import { Button } from '#ui/button.tsx'
import { Done, Field, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { When } from '#ui/when.tsx'
import styles from './devices.module.css'
import { refusalOf } from './refusal.ts'
import form from './settings.module.css'

type Props = { as: Signed; passkeys: PasskeyView[]; device: string | undefined }
type News = { done: string } | { error: string }

export function PasskeySettings({ as, passkeys: first, device }: Props) {
  const can = useCanPasskeys()
  const [passkeys, setPasskeys] = useState(first)
  const [told, setTold] = useState<News | null>(null)
  const [busy, setBusy] = useState<string | null>(null)

  async function remove({ passkeyId, name }: PasskeyView) {
    if (busy) return
    setBusy(passkeyId)
    setTold(null)
    const answer = await callRemovePasskey(browserClient(), as, passkeyId)
    setBusy(null)
    if (answer.error !== null && answer.errorCode !== 'PASSKEY_NOT_FOUND') return setTold(refusalOf(answer, as))
    setPasskeys((before) => before.filter((passkey) => passkey.passkeyId !== passkeyId))
    setTold({ done: `“${name}” is removed. Delete it on its device too.` })
  }

  function add(passkey: PasskeyView) {
    setPasskeys((before) => [...before, passkey])
    setTold({ done: `“${passkey.name}” is added. You can log in with it.` })
  }

  return (
    <div className={styles.devices}>
      {told && (
        <div ref={'done' in told ? focusHere : undefined} tabIndex={-1}>
          {'done' in told ? <Done>{told.done}</Done> : <Told>{told.error}</Told>}
        </div>
      )}
      {passkeys.length > 0 && (
        <ul>
          {passkeys.map((passkey) => (
            <Passkey
              key={passkey.passkeyId}
              passkey={passkey}
              isBusy={busy === passkey.passkeyId}
              onRemove={() => remove(passkey)}
            />
          ))}
        </ul>
      )}
      {can ? (
        <AddPasskey as={as} device={device} onAsked={() => setTold(null)} onAdded={add} />
      ) : (
        <p>This browser cannot make passkeys here. Open this page in a current browser, at an address with https.</p>
      )}
    </div>
  )
}

function Passkey({ passkey, isBusy, onRemove }: { passkey: PasskeyView; isBusy: boolean; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li>
      <KeyRound size={20} />
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.used}>
          Made <When at={createdAt} zone="UTC" form="short" />
          {lastUsedAt ? ', last used ' : ', not used yet'}
          {lastUsedAt && <When at={lastUsedAt} zone="UTC" form="short" />}
        </p>
      </div>
      <Button look="quiet" size="compact" aria-busy={isBusy} aria-label={`Remove ${name}`} onClick={onRemove}>
        {isBusy ? 'Removing…' : 'Remove'}
      </Button>
    </li>
  )
}

const RULES = { name: (text: string) => (text.trim() === '' ? 'Name is required' : null) }
type AddProps = { as: Signed; device: string | undefined; onAsked: () => void; onAdded: (passkey: PasskeyView) => void }

function AddPasskey({ as, device, onAsked, onAdded }: AddProps) {
  const {
    form: its,
    field,
    told,
    isBusy,
  } = useForm(RULES, async ({ name }) => {
    onAsked()
    const client = browserClient()
    const options = await callPasskeyRegistrationOptions(client, as)
    if (options.error !== null) return refusalOf(options, as)
    const made = await makePasskey(options.data.data)
    if (made.error !== null) return made
    const kept = await callAddPasskey(client, as, { name: name.trim(), credential: made.credential })
    if (kept.error !== null) return refusalOf(kept, as)
    onAdded(kept.data.data)
    return null
  })
  return (
    <form {...its} className={form.form}>
      {told && <Told>{told}</Told>}
      <Field
        {...field('name')}
        label="Name of the new passkey"
        idPrefix="passkey"
        autoComplete="off"
        maxLength={120}
        defaultValue={device}
        hint="So that you know it again. Your browser asks where to keep it."
        required
      />
      <div className={form.send}>
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? 'Adding…' : 'Add a passkey'}
        </Button>
      </div>
    </form>
  )
}
