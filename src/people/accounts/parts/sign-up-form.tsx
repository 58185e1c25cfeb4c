import { emailFault, phoneFault } from '#domain/contact.ts'
import { passwordFault } from '#domain/password.ts'
import { getAttribution } from '#http/attribution.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, ErrorMessage, Field, Optional, SecretField } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { storeSignUpKey } from '../browser/sign-up-key.ts'
import type { UnconfirmedLogIn } from '../session/log-in-form.tsx'
import { signUp } from '../wire.ts'
import styles from './form.module.css'

type Props = { idPrefix: string; onSent: (unconfirmed: UnconfirmedLogIn) => void }

const RULES = {
  name: (text: string) => (text.trim() === '' ? 'Name is required' : null),
  email: emailFault,
  password: passwordFault,
  phoneNumber: phoneFault,
}

export function SignUpForm({ idPrefix, onSent }: Props) {
  const { form, field, errorMessage, isBusy } = useForm(RULES, async (values) => {
    const body = {
      name: values.name.trim(),
      email: values.email.trim(),
      password: values.password,
      ...(values.phoneNumber.trim() !== '' && { phoneNumber: values.phoneNumber.trim() }),
      timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
      ...getAttribution(sessionStorage),
    }
    const attempt = async () => {
      const response = await browserClient().call(signUp, { body })
      if (response.error === null) storeSignUpKey(localStorage, response.data)
      return response
    }
    const response = await attempt()
    if (response.error !== null) {
      return response.errorCode === 'PASSWORD_WEAK' && !response.fields
        ? { error: response.error, at: 'password' }
        : response
    }
    onSent({ email: body.email, resend: async () => (await attempt()).error })
    return null
  })
  const commonProps = { idPrefix, required: true }

  return (
    <form {...form} className={styles.form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <Field {...commonProps} {...field('name')} label="Name" autoComplete="name" />
      <EmailField {...commonProps} {...field('email')} label="E-mail" autoComplete="username" />
      <SecretField
        {...commonProps}
        {...field('password')}
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters. A few random words work well."
      />
      <Field
        {...field('phoneNumber')}
        idPrefix={idPrefix}
        label={<Optional>Mobile</Optional>}
        type="tel"
        autoComplete="tel"
        hint="Only used if a session changes at short notice. Start with + and your country code."
      />
      <Button type="submit" size="tall" wide aria-busy={isBusy}>
        {isBusy ? 'Creating your account…' : 'Create my account'}
      </Button>
    </form>
  )
}
