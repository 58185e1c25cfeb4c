import { Mail } from 'lucide-react'
import { emailFault } from '#domain/contact.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, ErrorMessage } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { callRequestLogInLink } from '../calls.ts'
import styles from './form.module.css'

export function LogInLinkForm({ idPrefix, onSent }: { idPrefix: string; onSent: (email: string) => void }) {
  const { form, field, errorMessage, isBusy } = useForm({ email: emailFault }, async ({ email }) => {
    const response = await callRequestLogInLink(browserClient(), email.trim())
    if (response.error !== null) return response
    onSent(email.trim())
    return null
  })
  return (
    <form {...form} className={styles.form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <EmailField
        {...field('email')}
        label="E-mail"
        autoComplete="username"
        idPrefix={idPrefix}
        hint="Bought without an account? Use the address on your receipt."
        required
      />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        <Mail size={20} aria-hidden /> {isBusy ? 'Sending…' : 'E-mail me a log-in link'}
      </Button>
    </form>
  )
}
