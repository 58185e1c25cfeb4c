import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { confirmEmail } from '../browser/confirm-email.ts'
import type { Profile } from '../wire.ts'
import { EmailedCodeField, isWholeCode, Resend, removeNonDigits } from './emailed-code.tsx'
import styles from './form.module.css'

type Props = {
  email: string
  idPrefix: string
  resend: () => Promise<string | null>
  onLoggedIn: (profile: Profile) => void
}

export function CodeForm({ email, idPrefix, resend, onLoggedIn }: Props) {
  const rules = {
    code: (text: string) => (isWholeCode(text) ? null : 'Please enter the 6-digit code from the e-mail'),
  }
  const { form, field, errorMessage, isBusy, submit } = useForm(rules, async ({ code }) => {
    const result = await confirmEmail(browserClient(), { email, code: removeNonDigits(code) })
    if (result.errorCode === 'VERIFICATION_INVALID') {
      return { error: 'This code is wrong or no longer valid.', at: 'code' }
    }
    if (result.errorCode === 'RATE_LIMITED') {
      return { error: 'Too many attempts for this address. Use the button in the e-mail.', at: 'code' }
    }
    if (!result.profile) return result
    onLoggedIn(result.profile)
    return null
  })

  return (
    <form {...form} className={styles.form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <EmailedCodeField {...field('code')} idPrefix={idPrefix} onComplete={() => void submit()} />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Checking…' : 'Confirm'}
      </Button>
      <Resend resend={resend} />
    </form>
  )
}
