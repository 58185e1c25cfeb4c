import { passwordFault } from '#domain/password.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, SecretField } from '#ui/field.tsx'
import { type FormRefusal, useForm } from '#ui/use-form.ts'
import styles from './form.module.css'

type Props = {
  label: string
  hint: string
  /** The text of the button. */
  action?: string
  send: (password: string) => Promise<FormRefusal | null>
}

export function NewPasswordForm({ label, hint, action = 'Save and log in', send }: Props) {
  const { form, field, errorMessage, isBusy } = useForm({ password: passwordFault }, ({ password }) => send(password))
  return (
    <form {...form} className={styles.form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <SecretField {...field('password')} label={label} autoComplete="new-password" hint={hint} required />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Saving…' : action}
      </Button>
    </form>
  )
}
