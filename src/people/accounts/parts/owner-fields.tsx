import { SecretField } from '#ui/field.tsx'
import type { SecondFactor } from '../wire/second-factor.ts'
import type { OwnerProof } from '../wire/step-up.ts'
import { OtpField } from './otp-field.tsx'

/** The proofs that this account can ask for. */
export type VerificationMethods = Pick<SecondFactor, 'hasPassword' | 'totp'>

export const ownerRules = ({ hasPassword, totp }: VerificationMethods) => ({
  password: (text: string) => (hasPassword && text === '' ? 'Password is required' : null),
  otp: (text: string) => (totp && text.trim() === '' ? 'Code is required' : null),
})

export const toOwnerProof = (
  { password, otp }: { password: string; otp: string },
  { hasPassword, totp }: VerificationMethods,
): OwnerProof => ({
  ...(hasPassword && { password }),
  ...(totp && { otp }),
})

type OwnerFieldProps = { name: string; error: string | undefined }
type Props = {
  verification: VerificationMethods
  email: string
  idPrefix: string
  field: (name: 'password' | 'otp') => OwnerFieldProps
}

export function OwnerFields({ verification, email, idPrefix, field }: Props) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {verification.hasPassword && (
        <SecretField
          {...field('password')}
          label="Your password"
          autoComplete="current-password"
          idPrefix={idPrefix}
          required
        />
      )}
      {verification.totp && <OtpField {...field('otp')} idPrefix={idPrefix} />}
    </>
  )
}
