import { useState } from 'react'
import { browserClient, type Client } from '#http/client.ts'
import formStyles from '#people/accounts/parts/form.module.css'
import { useLinkCall } from '#people/accounts/parts/link-call.ts'
import { clearLinkToken } from '#people/accounts/parts/link-token.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorMessage, Field } from '#ui/field.tsx'
import { FormFrame } from '#ui/frame/form-frame.tsx'
import { When } from '#ui/local-time.tsx'
import { createTitle } from '#ui/page-title.ts'
import { useForm } from '#ui/use-form.ts'
import { useSite } from '#ui/use-site.ts'
import { acceptInvitation, readInvitation } from '../wire.ts'
import { describeInvitation, describeRole } from '../words.ts'
import type { Route } from './+types/invitation.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Invitation')]

const read = (client: Client, token: string) => client.call(readInvitation, { body: { token } })
type Accepted = { isAdmin: boolean; passwordToken: string | null; what: string }

export default function InvitationPage() {
  const { data, token, message, isBroken, isBusy, load } = useLinkCall(read)
  const [isUsed, setUsed] = useState(false)
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  if (accepted) return <Welcome {...accepted} />
  if (isBroken || isUsed) {
    return (
      <FormFrame
        key="used"
        title="This invitation has been used or has ended"
        lead="Invitations work once, for 14 days."
        isLogIn
      >
        <p className={formStyles.note}>
          <b>Did you accept it?</b> Then the role is yours. Log in; if you have no password yet, “Forgot it?” there sets
          one.
        </p>
        <ButtonLink href="/?login=1" size="tall" wide>
          Log in
        </ButtonLink>
        <ButtonLink href="/login" look="quiet" size="tall" wide>
          Log in as an admin
        </ButtonLink>
        <p className={formStyles.note}>Otherwise ask the person who invited you for a new invitation.</p>
      </FormFrame>
    )
  }
  if (!data || !token) {
    return (
      <FormFrame title="Invitation" lead={message ? 'We couldn’t check your link.' : 'Checking your link…'}>
        {message && (
          <>
            <ErrorMessage>{message}</ErrorMessage>
            <Button look="quiet" aria-busy={isBusy} onClick={() => void load()}>
              Try again
            </Button>
          </>
        )}
      </FormFrame>
    )
  }
  return <Accept {...data} token={token} onUsed={() => setUsed(true)} onAccepted={setAccepted} />
}

type Props = {
  email: string
  role: Parameters<typeof describeRole>[0]
  course: { title: string } | null
  invitedBy: string
  expiresAt: string
  needsName: boolean
  token: string
  onUsed: () => void
  onAccepted: (accepted: Accepted) => void
}

function Accept({ email, role, course, invitedBy, expiresAt, needsName, token, onUsed, onAccepted }: Props) {
  const site = useSite()
  const what = describeRole(role, course?.title ?? '', site?.name ?? '')
  const rules = { name: (text: string) => (needsName && text.trim() === '' ? 'Name is required' : null) }
  const { form, field, errorMessage, isBusy } = useForm(rules, async ({ name }) => {
    const response = await browserClient().call(acceptInvitation, {
      body: { token, ...(needsName && { name: name ?? '' }) },
    })
    if (response.error === null) {
      clearLinkToken()
      onAccepted({ ...response.data.data, what })
      return null
    }
    if (response.errorCode === 'VERIFICATION_INVALID') onUsed()
    return response
  })
  return (
    <FormFrame title="You’re invited" lead={describeInvitation(invitedBy, what)}>
      <p className={formStyles.note}>
        <b>{email}</b>
        <br />
        The invitation works once, until <When at={expiresAt} zone="UTC" form="date-year" />.
      </p>
      <form {...form} className={formStyles.form}>
        {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
        {needsName && (
          <Field {...field('name')} idPrefix="invited" label="Your name" autoComplete="name" maxLength={120} required />
        )}
        <Button type="submit" size="tall" wide aria-busy={isBusy}>
          {isBusy ? 'Accepting…' : 'Accept'}
        </Button>
      </form>
      <p className={formStyles.note}>Not for you? Close this page and nothing happens.</p>
    </FormFrame>
  )
}

function Welcome({ isAdmin, passwordToken, what }: Accepted) {
  const logIn = isAdmin ? '/login' : '/?login=1'
  return (
    <FormFrame
      key="accepted"
      title="Welcome"
      lead={
        passwordToken
          ? `You’re now ${what}. Choose a password to log in.`
          : `You’re now ${what}. Log in with the account that you have.`
      }
      isLogIn
    >
      {passwordToken ? (
        <ButtonLink href={`/set-password${isAdmin ? '?admin=1' : ''}#token=${passwordToken}`} size="tall" wide>
          Choose a password
        </ButtonLink>
      ) : (
        <ButtonLink href={logIn} size="tall" wide>
          Log in
        </ButtonLink>
      )}
    </FormFrame>
  )
}
