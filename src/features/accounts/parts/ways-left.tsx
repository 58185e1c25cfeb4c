import { browserClient } from '#http/client.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FormFrame } from '#ui/form-frame.tsx'
import text from '#ui/text.module.css'
import { callIdentities } from '../calls/identities.ts'
import { callSecondFactor } from '../calls/second-factor.ts'
import { providerLabels } from '../provider-labels.ts'

/** What lets somebody in besides their password: a new one changes nothing about it. */
export async function waysLeft(): Promise<string[]> {
  const client = browserClient()
  const [factor, identities] = await Promise.all([
    callSecondFactor(client, 'learner'),
    callIdentities(client, 'learner'),
  ])
  return [
    ...(factor.error === null ? factor.data.data.passkeys.map(({ name }) => `The passkey “${name}”`) : []),
    ...(identities.error === null ? identities.data.data.map(({ provider }) => providerLabels[provider]) : []),
  ]
}

export function WaysLeft({ ways }: { ways: string[] }) {
  return (
    <FormFrame title="Your password is set" lead="You are logged in. These let you in as before:">
      <ul>
        {ways.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
      <p>
        One you do not know?{' '}
        <a className={text.link} href="/portal/settings#passkeys">
          Remove it in your settings
        </a>
        .
      </p>
      <ButtonLink href="/portal">They are mine: go on</ButtonLink>
    </FormFrame>
  )
}
