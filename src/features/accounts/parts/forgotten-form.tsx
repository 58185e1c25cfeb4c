import { emailFault } from '#domain/contact.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { callForgetPassword } from '../calls.ts'
import styles from './form.module.css'

export function ForgottenForm({ onSent }: { onSent: (email: string) => void }) {
  const { form, field, told, isBusy } = useForm({ email: emailFault }, async ({ email }) => {
    const answer = await callForgetPassword(browserClient(), email.trim())
    if (answer.error !== null) return answer
    onSent(email.trim())
    return null
  })
  return (
    <form {...form} className={styles.form}>
      {told && <Told>{told}</Told>}
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
