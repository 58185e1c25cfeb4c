import { plainDigits } from '#domain/typed-text.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field } from '#ui/field.tsx'
import { focusField } from '#ui/focus.ts'
import link from '#ui/text.module.css'
import { useForm } from '#ui/use-form.ts'
import type { TotpSetup } from '../second-factor/totp.ts'
import { confirmTotp } from '../wire/second-factor.ts'
import { CopyButton } from './copy-button.tsx'
import type { RefusalHandler } from './form-refusal.ts'
import styles from './second-factor.module.css'
import settings from './settings.module.css'

type Props = {
  as: SignedInAudience
  newTotp: TotpSetup
  handleRefusal: RefusalHandler
  onCodes: (codes: string[]) => void
  onLeave: () => void
}

const RULES = {
  otp: (text: string) => (/^\d{6}$/.test(plainDigits(text)) ? null : 'Enter the 6-digit code from the app'),
}

export function SecondFactorSetup({ as, newTotp, handleRefusal, onCodes, onLeave }: Props) {
  const { form, field, errorMessage, isBusy } = useForm(RULES, async ({ otp }) => {
    const response = await browserClient().call(confirmTotp, { body: { otp: plainDigits(otp) }, auth: as })
    if (response.error !== null) return handleRefusal(response)
    onCodes(response.data.data.recoveryCodes)
    return null
  })
  const { secret, uri, qrSvg } = newTotp

  return (
    <form {...form} className={settings.form}>
      <h3 className={styles.step} ref={focusField} tabIndex={-1}>
        Scan this QR code with your authenticator app
      </h3>
      <img
        className={styles.picture}
        src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`}
        alt="QR code with the secret shown below as text"
        width="200"
        height="200"
      />
      <p>
        Is the app on this device?{' '}
        <a className={link.link} href={uri}>
          Open it here
        </a>
        , or enter this secret:
      </p>
      <p className={styles.secret}>
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} label="Copy the secret" />
      </p>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <Field
        {...field('otp')}
        label="6-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        idPrefix="set-up"
        maxLength={16}
        required
      />
      <div className={settings.send}>
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? 'Checking…' : 'Turn it on'}
        </Button>
        <Button look="bare" onClick={onLeave}>
          Not now
        </Button>
      </div>
    </form>
  )
}
