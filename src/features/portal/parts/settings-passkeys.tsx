import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import {
  callAddPasskey,
  callPasskeyRegistrationOptions,
  callRemovePasskey,
} from '#features/accounts/calls/second-factor.ts'
import { type Ask, OwnerFields, ownerIn, ownerRules } from '#features/accounts/parts/owner-fields.tsx'
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
import { WayIn } from './way-in.tsx'

type Common = { as: Signed; email: string; ask: Ask; device: string | undefined }

export function PasskeySettings({ passkeys: first, ...common }: Common & { passkeys: PasskeyView[] }) {
  const can = useCanPasskeys()
  const [passkeys, setPasskeys] = useState(first)
  const [done, setDone] = useState<string | null>(null)

  function removed({ passkeyId, name }: PasskeyView) {
    setPasskeys((before) => before.filter((passkey) => passkey.passkeyId !== passkeyId))
    setDone(`“${name}” is removed. Delete it on its device too.`)
  }

  function added(passkey: PasskeyView) {
    setPasskeys((before) => [...before, passkey])
    setDone(`“${passkey.name}” is added. You can log in with it.`)
  }

  return (
    <div className={styles.devices}>
      {done && (
        <div key={done} ref={focusHere} tabIndex={-1}>
          <Done>{done}</Done>
        </div>
      )}
      {passkeys.length > 0 && (
        <ul>
          {passkeys.map((passkey) => (
            <Passkey key={passkey.passkeyId} {...common} passkey={passkey} onRemoved={() => removed(passkey)} />
          ))}
        </ul>
      )}
      {can ? (
        <AddPasskey {...common} onAsked={() => setDone(null)} onAdded={added} />
      ) : (
        <p>This browser cannot make passkeys here. Open this page in a current browser, at an address with https.</p>
      )}
    </div>
  )
}

type PasskeyProps = Common & { passkey: PasskeyView; onRemoved: () => void }

function Passkey({ as, email, ask, passkey, onRemoved }: PasskeyProps) {
  const { passkeyId, name, createdAt, lastUsedAt } = passkey
  return (
    <WayIn
      icon={<KeyRound size={20} />}
      name={name}
      as={as}
      email={email}
      ask={ask}
      id={passkeyId}
      goneCode="PASSKEY_NOT_FOUND"
      remove={(owner) => callRemovePasskey(browserClient(), as, passkeyId, owner)}
      onRemoved={onRemoved}
    >
      Made <When at={createdAt} zone="UTC" form="short" />
      {lastUsedAt ? ', last used ' : ', not used yet'}
      {lastUsedAt && <When at={lastUsedAt} zone="UTC" form="short" />}
    </WayIn>
  )
}

const NAME = (text: string) => (text.trim() === '' ? 'Name is required' : null)
type AddProps = Common & { onAsked: () => void; onAdded: (passkey: PasskeyView) => void }

function AddPasskey({ as, email, ask, device, onAsked, onAdded }: AddProps) {
  const rules = { name: NAME, ...ownerRules(ask) }
  const its = useForm(rules, async ({ name, ...given }) => {
    onAsked()
    const client = browserClient()
    const options = await callPasskeyRegistrationOptions(client, as, ownerIn(given, ask))
    if (options.error !== null) return refusalOf(options, as)
    const made = await makePasskey(options.data.data)
    if (made.error !== null) return made
    const kept = await callAddPasskey(client, as, { name: name.trim(), credential: made.credential })
    if (kept.error !== null) return refusalOf(kept, as)
    its.form.ref.current?.reset()
    onAdded(kept.data.data)
    return null
  })
  return (
    <form {...its.form} className={form.form}>
      {its.told && <Told>{its.told}</Told>}
      <Field
        {...its.field('name')}
        label="Name of the new passkey"
        idPrefix="passkey"
        autoComplete="off"
        maxLength={120}
        defaultValue={device}
        hint="So you can recognise it. Your browser asks where to keep it."
        required
      />
      <OwnerFields ask={ask} email={email} idPrefix="passkey" field={its.field} />
      <div className={form.send}>
        <Button type="submit" aria-busy={its.isBusy}>
          {its.isBusy ? 'Adding…' : 'Add a passkey'}
        </Button>
      </div>
    </form>
  )
}
