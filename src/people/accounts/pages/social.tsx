import { useEffect, useRef, useState } from 'react'
import { data } from 'react-router'
import { browserClient } from '#http/client.ts'
import { depsContext, socialContext } from '#http/context.ts'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { createTitle } from '#ui/page-title.ts'
import { LogInForm } from '../session/log-in-form.tsx'
import { SocialButtons } from '../social/social-buttons.tsx'
import { logInWithProvider } from '../social/social-session.ts'
import type { Route } from './+types/social.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Log in')]

export function loader({ context }: Route.LoaderArgs) {
  const callbackResult = context.get(socialContext)
  if (!callbackResult) throw data(null, { status: 404 })
  const { status, ...page } = callbackResult
  return data({ ...page, providers: [...context.get(depsContext).identity.keys()] }, { status })
}

export const shouldRevalidate = () => false

export default function Social({ loaderData: { body, from, message, providers } }: Route.ComponentProps) {
  const [errorMessage, setErrorMessage] = useState(message)
  const isSubmitted = useRef(false)

  useEffect(() => {
    // Removes the provider's parameters from the address: the server has already used them.
    history.replaceState(history.state, '', location.pathname)
    if (!body || isSubmitted.current) return
    isSubmitted.current = true
    const storage = { local: localStorage, session: sessionStorage }
    void logInWithProvider(browserClient(), storage, body).then((result) =>
      result.profile ? location.replace(from) : setErrorMessage(result.error),
    )
  }, [body, from])

  if (!errorMessage) return <FormFrame title="Logging you in…" lead="One moment." isLogIn />
  return (
    <FormFrame
      title="That did not work"
      lead={
        body
          ? 'If we need to confirm your address first, we’ve e-mailed you a link: open it in this browser. Or log in another way.'
          : 'Try again in a moment, or log in another way.'
      }
      isLogIn
    >
      <ErrorMessage>{errorMessage}</ErrorMessage>
      <SocialButtons providers={providers} from={from} />
      <LogInForm idPrefix="social" onLoggedIn={() => location.replace(from)} />
    </FormFrame>
  )
}
