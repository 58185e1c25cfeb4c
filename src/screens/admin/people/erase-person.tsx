import { useRef, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { EffectsDialog } from '#screens/studio/effects/effects-dialog.tsx'
import { useEffects } from '#screens/studio/effects/use-effects.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { erasePerson, type PersonDetail } from '../wire/people.ts'
import styles from './people.module.css'

type Props = { person: PersonDetail; onChanged: () => Promise<void>; onErased: () => Promise<void> }

/** For a person who asks for it. */
export function ErasePerson({ person: { personId, name, email, mayChange, isSelf }, onChanged, onErased }: Props) {
  const [typed, setTyped] = useState('')
  const address = typed.trim().toLowerCase()
  const isErased = useRef(false)
  const change = useEffects(
    async (confirmation) => {
      const response = await browserClient().call(erasePerson, {
        auth: 'admin',
        params: { personId },
        body: { ...(confirmation.preview ? {} : { email: address }), ...confirmation },
      })
      isErased.current = response.error === null && !confirmation.preview
      return response
    },
    // After a refusal, the person stays open.
    () => (isErased.current ? onErased() : onChanged()),
  )
  if (isSelf || !mayChange) return null
  const { fields, error } = change.failure ?? {}
  return (
    <section className={styles.erase}>
      <h3>Erase this person</h3>
      <p className={styles.quiet}>
        When the person asks for it. You see first what goes and what the law keeps. They can also do it themselves, in
        their settings.
      </p>
      <Button look="quiet" size="compact" aria-busy={change.isBusy} onClick={() => void change.open()}>
        Erase…
      </Button>
      <EffectsDialog
        ref={change.dialog}
        title={
          <>
            Erase <bdi>{name || email}</bdi>?
          </>
        }
        effects={change.effects}
        isChanged={change.isChanged}
        error={fields?.email ? null : (error ?? null)}
        isBusy={change.isBusy}
        isSaving={change.isSaving}
        note="This can’t be undone."
        cancelLabel="Keep the person"
        confirmLabel="Erase for good"
        isDanger
        canConfirm={address === email}
        onConfirm={() => void change.confirm()}
        onRetry={() => void change.preview()}
        onClose={change.onClose}
        below={
          <Field
            idPrefix="erase"
            name="email"
            label={
              <>
                Type <bdi>{email}</bdi>
              </>
            }
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            value={typed}
            error={fields?.email}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        }
      />
    </section>
  )
}
