import { useRef, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { type Invitation, revokeInvitation, sendInvitationAgain } from '#people/invitations/wire.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import { Dialog } from '#ui/layout/dialog.tsx'
import { type Column, DataTable, EmptyState } from '#ui/list/data-table.tsx'
import { When } from '#ui/local-time.tsx'
import { InviteForm } from './invite-form.tsx'
import type { InvitationsData } from './load-people.ts'
import styles from './people.module.css'
import { useCall } from './use-call.ts'
import { getRoleLabel } from './words.ts'

type Props = InvitationsData & { onChanged: () => Promise<void> }

/** Invites by e-mail, and lists the invitations that nobody has accepted. */
export function Invitations({ invitations, hasMore, mayInviteAdmins, courses, onChanged }: Props) {
  const [message, setMessage] = useState<string | null>(null)
  const change = { onChanged, onDone: setMessage }
  const columns: Column<Invitation>[] = [
    {
      header: 'Invited',
      card: 'top',
      className: styles.person,
      cell: ({ email, invitedBy, sentAt, isUndelivered }) => (
        <>
          <b>{email}</b>
          <small>
            {invitedBy && (
              <>
                By <bdi>{invitedBy}</bdi>,{' '}
              </>
            )}
            <When at={sentAt} zone="UTC" form="date-year" />
          </small>
          {isUndelivered && <small>The e-mail was not delivered.</small>}
        </>
      ),
    },
    {
      header: 'Role',
      card: 'bottom',
      className: styles.person,
      cell: (invitation) => (
        <>
          {getRoleLabel(invitation)}
          {invitation.course && <small>{invitation.course.title}</small>}
        </>
      ),
    },
    {
      header: 'Until',
      card: 'topEnd',
      cell: ({ expiresAt, isOver }) =>
        isOver ? <Chip tone="past">Ended</Chip> : <When at={expiresAt} zone="UTC" form="date-year" />,
    },
    {
      header: 'Change',
      card: 'bottomEnd',
      cell: (invitation) => invitation.mayChange && <InvitationButtons invitation={invitation} {...change} />,
    },
  ]
  return (
    <section className={styles.invitations} id="invite" aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <InviteForm courses={courses} mayInviteAdmins={mayInviteAdmins} {...change} />
      {message && <SuccessMessage>{message}</SuccessMessage>}
      <DataTable
        columns={columns}
        rows={invitations}
        rowKey={({ invitationId }) => invitationId}
        empty={<EmptyState>No invitation is open.</EmptyState>}
      />
      {hasMore && <p className={styles.quiet}>These are the newest 100.</p>}
    </section>
  )
}

type ButtonsProps = {
  invitation: Invitation
  onChanged: () => Promise<void>
  onDone: (message: string | null) => void
}

function InvitationButtons({ invitation: { invitationId, email, isOver }, onChanged, onDone }: ButtonsProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const again = useCall(async () => {
    onDone(null)
    const response = await browserClient().call(sendInvitationAgain, { auth: 'admin', params: { invitationId } })
    if (response.error === null) {
      await onChanged()
      onDone(`Invitation sent to ${email} again. The link before no longer works.`)
    }
    return response
  })
  const back = useCall(async () => {
    onDone(null)
    const response = await browserClient().call(revokeInvitation, { auth: 'admin', params: { invitationId } })
    if (response.error === null) {
      onDone(`The invitation of ${email} is taken back.`)
      await onChanged()
    }
    return response
  })
  return (
    <>
      <span className={styles.buttons}>
        <Button
          look="bare"
          size="compact"
          aria-busy={again.isBusy}
          aria-label={`Send again to ${email}`}
          onClick={again.run}
        >
          Send again
        </Button>
        <Button
          look="bare"
          size="compact"
          aria-busy={back.isBusy}
          aria-label={`Take back the invitation of ${email}`}
          onClick={() => (isOver ? back.run() : dialog.current?.showModal())}
        >
          Take back
        </Button>
      </span>
      {(again.error ?? back.error) && <ErrorMessage>{again.error ?? back.error}</ErrorMessage>}
      <Dialog
        ref={dialog}
        title="Take the invitation back?"
        actions={
          <>
            <Button type="submit" look="danger" onClick={back.run}>
              Take it back
            </Button>
            <Button type="submit" look="quiet">
              Keep it
            </Button>
          </>
        }
      >
        <p>The link in the e-mail to {email} stops working. You can invite the address again.</p>
      </Dialog>
    </>
  )
}
