import { Armchair, Check, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { emailFault } from '#domain/contact.ts'
import { hasSession } from '#features/accounts/session.ts'
import { browserClient, type Credential } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Done, EmailField, Field, Optional, Told } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import { useForm } from '#ui/use-form.ts'
import { callNameAFriend } from '../calls.ts'
import type { OrderView } from '../wire/order.ts'
import form from './form.module.css'
import styles from './friends.module.css'

type Friend = OrderView['friends'][number]
type Props = { order: OrderView; auth: Credential; place: 'seat' | 'place' }

export function Friends({ order, auth, place }: Props) {
  return (
    <ul className={styles.friends}>
      {order.friends.map((friend) => (
        <FriendSeat key={friend.seat} friend={friend} orderId={order.orderId} auth={auth} place={place} />
      ))}
    </ul>
  )
}

function FriendSeat({ friend, orderId, auth, place }: { friend: Friend; orderId: string } & Omit<Props, 'order'>) {
  const [isOpen, open] = useState(false)
  const [invited, setInvited] = useState<string | null>(null)
  const name = friend.name || friend.email
  return (
    <li>
      <Armchair size={26} aria-hidden="true" data-ended={friend.status === 'ended' ? '' : undefined} />
      <span>
        <b>
          {friend.status === 'ended' ? (
            <s>{name ?? `The friend for ${place} ${friend.seat}`}</s>
          ) : (
            (name ??
            (friend.status === 'unnamed' ? 'A friend, not named yet' : `The friend for ${place} ${friend.seat}`))
          )}
        </b>
        {friend.name && friend.email && <small>{friend.email}</small>}
      </span>
      <Standing status={friend.status} />
      {friend.status !== 'ended' && (
        <Button look="quiet" size="compact" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {friend.status === 'unnamed' ? 'Invite' : 'Invite another'}
          <span className={text.unseen}>
            {' '}
            for {place} {friend.seat}
          </span>
        </Button>
      )}
      {invited && !isOpen && (
        <div className={styles.told}>
          <Done>An invitation is on its way to {invited}.</Done>
        </div>
      )}
      {isOpen && (
        <NameForm
          seat={friend.seat}
          orderId={orderId}
          auth={auth}
          isInPlace={friend.status !== 'unnamed'}
          onDone={(email) => {
            setInvited(email)
            open(false)
          }}
        />
      )}
    </li>
  )
}

function Standing({ status }: Pick<Friend, 'status'>) {
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

/** This tab's checkout token fills free seats; a seat that has a friend is given to another by the signed-in buyer. */
async function inviteFriend(orderId: string, body: Parameters<typeof callNameAFriend>[2], auth: Credential) {
  const client = browserClient()
  const answer = await callNameAFriend(client, orderId, body, auth)
  if (answer.errorCode !== 'FRIENDS_LOG_IN' || !hasSession({ local: localStorage })) return answer
  const asBuyer = await callNameAFriend(client, orderId, body, 'learner')
  return asBuyer.errorCode === 'ORDER_NOT_FOUND' ? answer : asBuyer
}

type FormProps = {
  seat: number
  orderId: string
  auth: Credential
  isInPlace: boolean
  onDone: (email: string) => void
}

function NameForm({ seat, orderId, auth, isInPlace, onDone }: FormProps) {
  const { revalidate } = useRevalidator()
  const idPrefix = `friend-${seat}`
  const sent = useForm({ name: () => null, email: emailFault }, async ({ name, email }) => {
    const body = { seat, email: email.trim(), ...(name.trim() && { name: name.trim() }) }
    const answer = await inviteFriend(orderId, body, auth)
    if (answer.error !== null) return answer
    onDone(body.email)
    void revalidate()
    return null
  })
  return (
    <form {...sent.form} className={styles.form}>
      <div className={form.pair}>
        <Field
          {...sent.field('name')}
          idPrefix={idPrefix}
          label={<Optional>Friend’s name</Optional>}
          autoComplete="off"
          maxLength={100}
        />
        <EmailField {...sent.field('email')} idPrefix={idPrefix} label="Friend’s e-mail" autoComplete="off" />
      </div>
      {isInPlace && <p>The person you invited before will lose this seat.</p>}
      {sent.told && <Told>{sent.told}</Told>}
      <Button type="submit" size="compact" aria-busy={sent.isBusy}>
        Send the invitation
      </Button>
    </form>
  )
}
