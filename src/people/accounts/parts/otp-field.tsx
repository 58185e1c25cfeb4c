import type { ComponentProps } from 'react'
import { Field } from '#ui/field.tsx'

type Props = Pick<ComponentProps<typeof Field>, 'name' | 'error' | 'idPrefix' | 'hint' | 'autoCapitalize' | 'ref'>

export function OtpField({ hint = 'The 6-digit code from your app, or a recovery code.', ...props }: Props) {
  return (
    <Field
      {...props}
      label="Code"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      maxLength={32}
      hint={hint}
      required
    />
  )
}
