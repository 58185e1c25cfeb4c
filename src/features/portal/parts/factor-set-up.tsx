import { callConfirmTotp } from '#features/accounts/calls/second-factor.ts'
import type { NewTotp } from '#features/accounts/totp.ts'
import { browserClient, type Signed } from '#http/client.ts'
import { focusHere } from '#ui/arrival.ts'
import { Button } from '#ui/button.tsx'
import { Field, Told } from '#ui/field.tsx'
import link from '#ui/text.module.css'
import { useForm } from '#ui/use-form.ts'
import { CopyButton } from './copy-button.tsx'
import type { Refuse } from './refusal.ts'
import styles from './second-factor.module.css'
import settings from './settings.module.css'

type Props = {
  as: Signed
  begun: NewTotp
  refuse: Refuse
  onCodes: (codes: string[]) => void
  onLeave: () => void
}

const digitsOf = (text: string) => text.replace(/\s/g, '')
const RULES = {
  otp: (text: string) => (/^\d{6}$/.test(digitsOf(text)) ? null : 'Please type the six digits from the app'),
}

export function FactorSetUp({ as, begun, refuse, onCodes, onLeave }: Props) {
  const { form, field, told, isBusy } = useForm(RULES, async ({ otp }) => {
    const answer = await callConfirmTotp(browserClient(), as, digitsOf(otp))
    if (answer.error !== null) return refuse(answer)
    onCodes(answer.data.data.recoveryCodes)
    return null
  })
  const { secret, uri, qrSvg } = begun

  return (
    <form {...form} className={settings.form}>
      <h3 className={styles.step} ref={focusHere} tabIndex={-1}>
        Scan this QR code with your authenticator app
      </h3>
      <img
        className={styles.picture}
        src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`}
        alt="QR code with the secret that stands below as text"
        width="200"
        height="200"
      />
      <p>
        The app is on this device?{' '}
        <a className={link.link} href={uri}>
          Open it here
        </a>
        , or type this secret into it:
      </p>
      <p className={styles.secret}>
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} label="Copy the secret" />
      </p>
      {told && <Told>{told}</Told>}
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
