import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { type FormRefusal, useForm } from '#ui/use-form.ts'
import { OwnerFields, ownerRules, toOwnerProof, type VerificationMethods } from '../parts/owner-fields.tsx'
import type { OwnerProof } from '../wire/step-up.ts'
import styles from './settings.module.css'

type SubmitButton = Pick<ComponentProps<typeof Button>, 'look' | 'ref'> & { label: string; busyLabel: string }
type Props = {
  verification: VerificationMethods
  email: string
  idPrefix: string
  send: (proof: OwnerProof) => Promise<FormRefusal | null>
  submit: SubmitButton
  otherButton?: ReactNode
  label?: string
  children: ReactNode
}

export function OwnerForm({ verification, email, idPrefix, send, submit, otherButton, label, children }: Props) {
  const { label: submitLabel, busyLabel, ...button } = submit
  const { form, field, errorMessage, isBusy } = useForm(ownerRules(verification), (values) =>
    send(toOwnerProof(values, verification)),
  )
  return (
    <form {...form} className={styles.form} aria-label={label}>
      {children}
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <OwnerFields verification={verification} email={email} idPrefix={idPrefix} field={field} />
      <div className={styles.send}>
        <Button {...button} type="submit" aria-busy={isBusy}>
          {isBusy ? busyLabel : submitLabel}
        </Button>
        {otherButton}
      </div>
    </form>
  )
}
