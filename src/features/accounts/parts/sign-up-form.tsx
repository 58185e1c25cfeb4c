import { emailFault, phoneFault } from '#domain/contact.ts'
import { passwordFault } from '#domain/password.ts'
import { attributionOf } from '#http/attribution.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, Field, Optional, SecretField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { storeSignUpKey } from '../browser/sign-up-key.ts'
import { callSignUp } from '../calls.ts'
import type { Unconfirmed } from '../log-in-form.tsx'
import styles from './form.module.css'

type Props = { idPrefix: string; onSent: (unconfirmed: Unconfirmed) => void }

const RULES = {
  name: (text: string) => (text.trim() === '' ? 'Name is required' : null),
  email: emailFault,
  password: passwordFault,
  phoneNumber: phoneFault,
}

export function SignUpForm({ idPrefix, onSent }: Props) {
  const { form, field, told, isBusy } = useForm(RULES, async (given) => {
    const body = {
      name: given.name.trim(),
      email: given.email.trim(),
      password: given.password,
      ...(given.phoneNumber.trim() !== '' && { phoneNumber: given.phoneNumber.trim() }),
      timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
      ...attributionOf(sessionStorage),
    }
    const attempt = async () => {
      const answer = await callSignUp(browserClient(), body)
      if (answer.error === null) storeSignUpKey(localStorage, answer.data)
      return answer
    }
    const answer = await attempt()
    if (answer.error !== null) {
      return answer.errorCode === 'PASSWORD_WEAK' && !answer.fields ? { error: answer.error, at: 'password' } : answer
    }
    onSent({ email: body.email, resend: async () => (await attempt()).error })
    return null
  })
  const common = { idPrefix, required: true }

  return (
    <form {...form} className={styles.form}>
      {told && <Told>{told}</Told>}
      <Field {...common} {...field('name')} label="Name" autoComplete="name" />
      <EmailField {...common} {...field('email')} label="E-mail" autoComplete="username" />
      <SecretField
        {...common}
        {...field('password')}
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters. A few words in a row are good."
      />
      <Field
        {...field('phoneNumber')}
        idPrefix={idPrefix}
        label={<Optional>Mobile</Optional>}
        type="tel"
        autoComplete="tel"
        hint="For changes at short notice. Start with + and your country code."
      />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Making your account…' : 'Make my account'}
      </Button>
    </form>
  )
}
