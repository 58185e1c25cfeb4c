import { useEffect, useState } from 'react'
import { callMailOptOut } from '#features/mailing/calls.ts'
import type { MailCategory } from '#features/mailing/mail-categories.ts'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { BrokenLink } from '../parts/broken-link.tsx'
import { useLinkToken } from '../parts/link-token.ts'
import type { Route } from './+types/mail-opt-out.ts'
import styles from './mail-opt-out.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Your e-mails · Understudy' }]

type Choice = { category: MailCategory; label: string; isOff: boolean }
type OptOut = Choice & { address: string; choices: Choice[] }
type State = { optOut: OptOut | null; errorCode: string | null; message: string | null; isBusy: boolean }

const START: State = { optOut: null, errorCode: null, message: null, isBusy: true }

export default function MailOptOut() {
  const token = useLinkToken()
  const [{ optOut, errorCode, message, isBusy }, setState] = useState(START)

  async function call(linkToken: string, isOff: boolean | null, category?: MailCategory) {
    setState((state) => ({ ...state, isBusy: true, message: null }))
    const answer = await callMailOptOut(browserClient(), linkToken, isOff, category)
    setState((state) => ({
      optOut: answer.error === null ? answer.data.data : state.optOut,
      errorCode: answer.errorCode ?? null,
      message: answer.error,
      isBusy: false,
    }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads once for each link
  useEffect(() => {
    if (token) void call(token, null)
  }, [token])

  if (token === null || errorCode === 'VERIFICATION_INVALID') {
    return <BrokenLink />
  }
  if (!token || !optOut) {
    return (
      <FormFrame key="loading" title="Your e-mails" lead="Loading your choice…">
        {message && <ErrorMessage>{message}</ErrorMessage>}
        {message && token && <Button onClick={() => call(token, null)}>Try again</Button>}
      </FormFrame>
    )
  }
  const { category, label, isOff, address, choices } = optOut
  return (
    <FormFrame
      key={String(isOff)}
      title={isOff ? 'Turned off' : `Turn off ${label}?`}
      lead={
        isOff ? `We won’t send you ${label} any more.` : 'You still get the e-mails about your orders and your account.'
      }
    >
      {message && <ErrorMessage>{message}</ErrorMessage>}
      <Button
        look={isOff ? 'quiet' : undefined}
        size="tall"
        wide
        aria-busy={isBusy}
        onClick={() => call(token, !isOff)}
      >
        {isOff ? 'Turn on again' : 'Turn off'}
      </Button>
      <section className={styles.choices}>
        <h2>Other e-mails to {address}</h2>
        <ul>
          {choices
            .filter((choice) => choice.category !== category)
            .map((choice) => (
              <li key={choice.category}>
                <span>
                  {choice.label[0]?.toUpperCase()}
                  {choice.label.slice(1)}
                </span>
                <Button
                  look="quiet"
                  size="compact"
                  aria-busy={isBusy}
                  aria-label={`${choice.isOff ? 'Turn on' : 'Turn off'} ${choice.label}`}
                  onClick={() => call(token, !choice.isOff, choice.category)}
                >
                  {choice.isOff ? 'Turn on' : 'Turn off'}
                </Button>
              </li>
            ))}
        </ul>
        <p>You always get e-mails about your orders, your account and its security.</p>
      </section>
    </FormFrame>
  )
}
