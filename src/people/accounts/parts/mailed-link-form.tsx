import { Mail } from 'lucide-react'
import { emailFault } from '#domain/contact.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, ErrorMessage } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { forgetPassword, requestLogInLink } from '../wire.ts'
import styles from './form.module.css'

const LINKS = {
  password: {
    endpoint: forgetPassword,
    hint: 'We’ll e-mail you a link. The link works once, within 30 minutes.',
    label: 'Send me a link',
  },
  'log-in': {
    endpoint: requestLogInLink,
    hint: 'Bought without an account? Use the address on your receipt.',
    label: 'E-mail me a log-in link',
  },
}

type Props = { link: keyof typeof LINKS; idPrefix?: string; onSent: (email: string) => void }

/** Asks for a link that chooses a new password, or logs in. */
export function MailedLinkForm({ link, idPrefix, onSent }: Props) {
  const { endpoint, hint, label } = LINKS[link]
  const { form, field, errorMessage, isBusy } = useForm({ email: emailFault }, async ({ email }) => {
    const response = await browserClient().call(endpoint, { body: { email: email.trim() } })
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
        {...(idPrefix && { idPrefix })}
        hint={hint}
        required
      />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        <Mail size={20} aria-hidden /> {isBusy ? 'Sending…' : label}
      </Button>
    </form>
  )
}
