import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field, SuccessMessage } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import { When } from '#ui/local-time.tsx'
import { useForm } from '#ui/use-form.ts'
import { OwnerFields, ownerRules, toOwnerProof, type VerificationMethods } from '../parts/owner-fields.tsx'
import { createPasskey, usePasskeySupport } from '../passkeys/browser-passkeys.ts'
import { addPasskey, type PasskeyView, passkeyRegistrationOptions, removePasskey } from '../wire/second-factor.ts'
import styles from './devices.module.css'
import { toFormRefusal } from './form-refusal.ts'
import { LogInMethod } from './log-in-method.tsx'
import form from './settings.module.css'

type CommonProps = {
  as: SignedInAudience
  email: string
  verification: VerificationMethods
  device: string | undefined
}

export function PasskeySettings({ passkeys: initialPasskeys, ...common }: CommonProps & { passkeys: PasskeyView[] }) {
  const canUsePasskeys = usePasskeySupport()
  const [passkeys, setPasskeys] = useState(initialPasskeys)
  const [notice, setNotice] = useState<string | null>(null)

  function handleRemoved({ passkeyId, name }: PasskeyView) {
    setPasskeys((before) => before.filter((passkey) => passkey.passkeyId !== passkeyId))
    setNotice(`“${name}” removed. Delete it on its device too.`)
  }

  function handleAdded(passkey: PasskeyView) {
    setPasskeys((before) => [...before, passkey])
    setNotice(`“${passkey.name}” added. You can now log in with it.`)
  }

  return (
    <div className={styles.devices}>
      {notice && (
        <div key={notice} ref={focusField} tabIndex={-1}>
          <SuccessMessage>{notice}</SuccessMessage>
        </div>
      )}
      {passkeys.length > 0 && (
        <ul>
          {passkeys.map((passkey) => (
            <Passkey key={passkey.passkeyId} {...common} passkey={passkey} onRemoved={() => handleRemoved(passkey)} />
          ))}
        </ul>
      )}
      {canUsePasskeys ? (
        <AddPasskey {...common} onSubmit={() => setNotice(null)} onAdded={handleAdded} />
      ) : (
        <p>This browser can’t create passkeys here. Open this page in an up-to-date browser over https.</p>
      )}
    </div>
  )
}

type PasskeyProps = CommonProps & { passkey: PasskeyView; onRemoved: () => void }

function Passkey({ as, email, verification, passkey, onRemoved }: PasskeyProps) {
  const { passkeyId, name, createdAt, lastUsedAt } = passkey
  return (
    <LogInMethod
      icon={<KeyRound size={20} />}
      name={name}
      as={as}
      email={email}
      verification={verification}
      id={passkeyId}
      notFoundCode="PASSKEY_NOT_FOUND"
      remove={(owner) => browserClient().call(removePasskey, { params: { passkeyId }, body: owner, auth: as })}
      onRemoved={onRemoved}
    >
      Created <When at={createdAt} zone="UTC" form="short" />
      {lastUsedAt ? ', last used ' : ', not used yet'}
      {lastUsedAt && <When at={lastUsedAt} zone="UTC" form="short" />}
    </LogInMethod>
  )
}

const validateName = (text: string) => (text.trim() === '' ? 'Name is required' : null)
type AddProps = CommonProps & { onSubmit: () => void; onAdded: (passkey: PasskeyView) => void }

function AddPasskey({ as, email, verification, device, onSubmit, onAdded }: AddProps) {
  const rules = { name: validateName, ...ownerRules(verification) }
  const addForm = useForm(rules, async ({ name, ...values }) => {
    onSubmit()
    const client = browserClient()
    const options = await client.call(passkeyRegistrationOptions, {
      body: toOwnerProof(values, verification),
      auth: as,
    })
    if (options.error !== null) return toFormRefusal(options, as)
    const newPasskey = await createPasskey(options.data.data)
    if (newPasskey.error !== null) return newPasskey
    const addResponse = await client.call(addPasskey, {
      body: { name: name.trim(), credential: newPasskey.credential },
      auth: as,
    })
    if (addResponse.error !== null) return toFormRefusal(addResponse, as)
    addForm.form.ref.current?.reset()
    onAdded(addResponse.data.data)
    return null
  })
  return (
    <form {...addForm.form} className={form.form}>
      {addForm.errorMessage && <ErrorMessage>{addForm.errorMessage}</ErrorMessage>}
      <Field
        {...addForm.field('name')}
        label="Name of the new passkey"
        idPrefix="passkey"
        autoComplete="off"
        maxLength={120}
        defaultValue={device}
        hint="So you can recognise it. Your browser asks where to save it."
        required
      />
      <OwnerFields verification={verification} email={email} idPrefix="passkey" field={addForm.field} />
      <div className={form.send}>
        <Button type="submit" aria-busy={addForm.isBusy}>
          {addForm.isBusy ? 'Adding…' : 'Add a passkey'}
        </Button>
      </div>
    </form>
  )
}
