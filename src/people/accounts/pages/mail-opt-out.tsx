import { isForTeachers, listRelevantChoices, type MailCategory } from '#people/mailing/mail-categories.ts'
import { changeMailOptOut } from '#people/mailing/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { createTitle } from '#ui/page-title.ts'
import { BrokenLink } from '../parts/broken-link.tsx'
import { type LinkCall, useLinkCall } from '../parts/link-call.ts'
import type { Route } from './+types/mail-opt-out.ts'
import styles from './mail-opt-out.module.css'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Your e-mails')]

type Choice = { category: MailCategory; label: string; isOff: boolean }
type OptOut = Choice & { address: string; choices: Choice[] }
const read: LinkCall<OptOut> = (client, token) => client.call(changeMailOptOut, { body: { token, isOff: null } })
const turn =
  (isOff: boolean, category?: MailCategory): LinkCall<OptOut> =>
  (client, token) =>
    client.call(changeMailOptOut, { body: { token, isOff, category } })

export default function MailOptOut() {
  const { data: optOut, isBroken, message, isBusy, call, load } = useLinkCall(read)

  if (isBroken) return <BrokenLink />
  if (!optOut) {
    return (
      <FormFrame key="loading" title="Your e-mails" lead="Loading your choice…">
        {message && <ErrorMessage>{message}</ErrorMessage>}
        {message && <Button onClick={load}>Try again</Button>}
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
      <Button look={isOff ? 'quiet' : undefined} size="tall" wide aria-busy={isBusy} onClick={() => call(turn(!isOff))}>
        {isOff ? 'Turn on again' : 'Turn off'}
      </Button>
      <section className={styles.choices}>
        <h2>Other e-mails to {address}</h2>
        <ul>
          {listRelevantChoices(choices, isForTeachers(category))
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
                  onClick={() => call(turn(!choice.isOff, choice.category))}
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
