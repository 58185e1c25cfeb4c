import { Field, SecretField } from '#ui/field.tsx'
import type { SecondFactor } from '../wire/second-factor.ts'
import type { Owner } from '../wire/step-up.ts'

/** What this account's owner can show. */
export type Ask = Pick<SecondFactor, 'hasPassword' | 'totp'>

export const ownerRules = ({ hasPassword, totp }: Ask) => ({
  password: (text: string) => (hasPassword && text === '' ? 'Password is required' : null),
  otp: (text: string) => (totp && text.trim() === '' ? 'Code is required' : null),
})

export const ownerIn = ({ password, otp }: { password: string; otp: string }, { hasPassword, totp }: Ask): Owner => ({
  ...(hasPassword && { password }),
  ...(totp && { otp }),
})

type Its = { name: string; error: string | undefined }
type Props = { ask: Ask; email: string; idPrefix: string; field: (name: 'password' | 'otp') => Its }

export function OwnerFields({ ask, email, idPrefix, field }: Props) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {ask.hasPassword && (
        <SecretField
          {...field('password')}
          label="Your password"
          autoComplete="current-password"
          idPrefix={idPrefix}
          required
        />
      )}
      {ask.totp && (
        <Field
          {...field('otp')}
          label="Code"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          maxLength={32}
          hint="Six digits from your app, or one of your recovery codes."
          idPrefix={idPrefix}
          required
        />
      )}
    </>
  )
}
