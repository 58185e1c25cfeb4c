import { useEffect, useRef, useState } from 'react'
import { data } from 'react-router'
import { browserClient } from '#http/client.ts'
import { depsContext, socialContext } from '#http/context.ts'
import { Told } from '#ui/field.tsx'
import { FormFrame } from '#ui/form-frame.tsx'
import { LogInForm } from '../log-in-form.tsx'
import { SocialButtons } from '../social-buttons.tsx'
import { logInSociallyHere } from '../social-session.ts'
import type { Route } from './+types/social.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Log in · Understudy' }, { name: 'robots', content: 'noindex' }]

export function loader({ context }: Route.LoaderArgs) {
  const arrival = context.get(socialContext)
  if (!arrival) throw data(null, { status: 404 })
  const { status, ...page } = arrival
  return data({ ...page, providers: [...context.get(depsContext).identity.keys()] }, { status })
}

export const shouldRevalidate = () => false

export default function Social({ loaderData: { body, from, message, providers } }: Route.ComponentProps) {
  const [told, setTold] = useState(message)
  const isHandedIn = useRef(false)

  useEffect(() => {
    // What the provider wrote into the address was for the server, and is spent.
    history.replaceState(history.state, '', location.pathname)
    if (!body || isHandedIn.current) return
    isHandedIn.current = true
    const kept = { local: localStorage, session: sessionStorage }
    void logInSociallyHere(browserClient(), kept, body).then((inside) =>
      inside.profile ? location.replace(from) : setTold(inside.error),
    )
  }, [body, from])

  if (!told) return <FormFrame title="Logging you in…" lead="One moment." />
  return (
    <FormFrame
      title="That did not work"
      lead={
        body
          ? 'If your address has to be confirmed first, we have sent you a mail: open its link in this browser. Or log in another way.'
          : 'Try it once more in a moment, or log in another way.'
      }
    >
      <Told>{told}</Told>
      <SocialButtons providers={providers} from={from} />
      <LogInForm idPrefix="social" onLoggedIn={() => location.replace(from)} />
    </FormFrame>
  )
}
