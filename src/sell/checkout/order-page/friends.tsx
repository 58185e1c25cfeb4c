import { Armchair, Check, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { emailFault } from '#domain/contact.ts'
import { type AuthKind, browserClient } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import { hasSession } from '#people/accounts/session/session.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { EmailField, ErrorMessage, Field, Optional, SuccessMessage } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import { useForm } from '#ui/use-form.ts'
import form from '../form/form.module.css'
import { nameAFriend } from '../wire/friends.ts'
import type { OrderView } from '../wire/order.ts'
import styles from './friends.module.css'

type OrderFriend = OrderView['friends'][number]
type Props = {
  order: Pick<OrderView, 'orderId' | 'friends'>
  auth: AuthKind
  noun: 'seat' | 'place'
  /** Nobody can be named any more. */
  isClosed?: boolean
}

export function Friends({ order, auth, noun, isClosed = false }: Props) {
  return (
    <ul className={styles.friends}>
      {order.friends.map((friend) => (
        <FriendSeat
          key={friend.seat}
          friend={friend}
          orderId={order.orderId}
          auth={auth}
          noun={noun}
          isClosed={isClosed}
        />
      ))}
    </ul>
  )
}

type SeatProps = { friend: OrderFriend; orderId: string } & Required<Omit<Props, 'order'>>

function FriendSeat({ friend, orderId, auth, noun, isClosed }: SeatProps) {
  const [isOpen, setOpen] = useState(false)
  const [invited, setInvited] = useState<string | null>(null)
  const name = friend.name || friend.email
  return (
    <li>
      <Armchair size={26} aria-hidden="true" data-ended={friend.status === 'ended' ? '' : undefined} />
      <span>
        <b>
          {friend.status === 'ended' ? (
            <s>{name ?? `The friend for ${noun} ${friend.seat}`}</s>
          ) : (
            (name ??
            (friend.status === 'unnamed' ? 'A friend, not named yet' : `The friend for ${noun} ${friend.seat}`))
          )}
        </b>
        {friend.name && friend.email && <small>{friend.email}</small>}
      </span>
      <FriendStatusChip status={friend.status} />
      {friend.status !== 'ended' && !isClosed && (
        <Button look="quiet" size="compact" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {friend.status === 'unnamed' ? 'Invite' : 'Invite another'}
          <span className={text.unseen}>
            {' '}
            for {noun} {friend.seat}
          </span>
        </Button>
      )}
      {invited && !isOpen && (
        <div className={styles.told}>
          <SuccessMessage>An invitation is on its way to {invited}.</SuccessMessage>
        </div>
      )}
      {isOpen && (
        <NameForm
          seat={friend.seat}
          orderId={orderId}
          auth={auth}
          isReassignment={friend.status !== 'unnamed'}
          onDone={(email) => {
            setInvited(email)
            setOpen(false)
          }}
        />
      )}
    </li>
  )
}

function FriendStatusChip({ status }: Pick<OrderFriend, 'status'>) {
  if (status === 'accepted')
    return (
      <Chip tone="good">
        <Check size={14} /> In
      </Chip>
    )
  if (status === 'invited')
    return (
      <Chip tone="info">
        <Hourglass size={14} /> Invited
      </Chip>
    )
  if (status === 'ended') return <Chip tone="past">Cancelled</Chip>
  return null
}

/** The checkout token of this tab may name unnamed seats. Only the signed-in buyer may reassign a named seat. */
async function inviteFriend(orderId: string, body: RequestBody<typeof nameAFriend>, auth: AuthKind) {
  const client = browserClient()
  const response = await client.call(nameAFriend, { params: { orderId }, body, auth })
  if (response.errorCode !== 'FRIENDS_LOG_IN' || !hasSession({ local: localStorage })) return response
  const buyerResponse = await client.call(nameAFriend, { params: { orderId }, body, auth: 'learner' })
  return buyerResponse.errorCode === 'ORDER_NOT_FOUND' ? response : buyerResponse
}

type FormProps = {
  seat: number
  orderId: string
  auth: AuthKind
  isReassignment: boolean
  onDone: (email: string) => void
}

function NameForm({ seat, orderId, auth, isReassignment, onDone }: FormProps) {
  const { revalidate } = useRevalidator()
  const idPrefix = `friend-${seat}`
  const inviteForm = useForm({ name: () => null, email: emailFault }, async ({ name, email }) => {
    const body = { seat, email: email.trim(), ...(name.trim() && { name: name.trim() }) }
    const response = await inviteFriend(orderId, body, auth)
    if (response.error !== null) return response
    onDone(body.email)
    void revalidate()
    return null
  })
  return (
    <form {...inviteForm.form} className={styles.form}>
      <div className={form.pair}>
        <Field
          {...inviteForm.field('name')}
          idPrefix={idPrefix}
          label={<Optional>Friend’s name</Optional>}
          autoComplete="off"
          maxLength={100}
        />
        <EmailField {...inviteForm.field('email')} idPrefix={idPrefix} label="Friend’s e-mail" autoComplete="off" />
      </div>
      {isReassignment && <p>The person you invited before will lose this seat.</p>}
      {inviteForm.errorMessage && <ErrorMessage>{inviteForm.errorMessage}</ErrorMessage>}
      <Button type="submit" size="compact" aria-busy={inviteForm.isBusy}>
        Send the invitation
      </Button>
    </form>
  )
}
