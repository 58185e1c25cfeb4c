import { browserClient, type SignedInAudience } from '#http/client.ts'
import { PROVIDER_LABELS } from '#platform/identity/provider.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import text from '#ui/text.module.css'
import { listIdentities } from '../wire/identities.ts'
import { readSecondFactor } from '../wire/second-factor.ts'

/** Log-in methods besides the password. A new password does not change them. */
export async function listOtherLogIns(audience: SignedInAudience): Promise<string[]> {
  const client = browserClient()
  const [factor, identities] = await Promise.all([
    client.call(readSecondFactor, { auth: audience }),
    client.call(listIdentities, { auth: audience }),
  ])
  return [
    ...(factor.error === null ? factor.data.data.passkeys.map(({ name }) => `The passkey “${name}”`) : []),
    ...(identities.error === null ? identities.data.data.map(({ provider }) => PROVIDER_LABELS[provider]) : []),
  ]
}

export function OtherLogIns({ otherLogIns }: { otherLogIns: string[] }) {
  return (
    <FormFrame title="Your password is set" lead="You’re logged in. You can still log in with:">
      <ul>
        {otherLogIns.map((logIn) => (
          <li key={logIn}>{logIn}</li>
        ))}
      </ul>
      <p>
        Don’t recognise one?{' '}
        <a className={text.link} href="/portal/settings#passkeys">
          Remove it in your settings
        </a>
        .
      </p>
      <ButtonLink href="/portal">They’re mine, continue</ButtonLink>
    </FormFrame>
  )
}
