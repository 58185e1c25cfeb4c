import { emailFault } from '#domain/contact.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, ErrorMessage } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { callForgetPassword } from '../calls.ts'
import styles from './form.module.css'

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { form, field, errorMessage, isBusy } = useForm({ email: emailFault }, async ({ email }) => {
    const response = await callForgetPassword(browserClient(), email.trim())
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
        hint="We’ll e-mail you a link. The link works once, within 30 minutes."
        required
      />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Sending…' : 'Send me a link'}
      </Button>
    </form>
  )
}
