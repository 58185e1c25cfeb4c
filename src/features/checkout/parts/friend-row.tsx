import { Armchair, Ellipsis } from 'lucide-react'
import { useEffect, useState } from 'react'
import { EmailField, Field } from '#ui/field.tsx'
import { When } from '#ui/when.tsx'
import type { About } from './about.ts'
import type { Friend } from './enrolment.ts'
import form from './form.module.css'
import styles from './party.module.css'
import { nameOf } from './party.ts'

type Props = {
  friend: Friend
  at: number
  about: About
  fault: string | undefined
  onType: (change: Partial<Friend>) => void
  onLeave: () => void
  onRemove: () => void
}

export function FriendRow({ friend, at, about, fault, onType, onLeave, onRemove }: Props) {
  const [isOpen, open] = useState(false)
  const called = friend.name.trim() || friend.email.trim()
  useEffect(() => {
    if (fault) open(true)
  }, [fault])

  return (
    <li className={friend.email ? undefined : styles.unnamed}>
      <details open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
        <summary>
          <Armchair size={26} />
          <span>
            <b>{called || 'A friend, named later'}</b>
            <small>
              {friend.email.trim() && called !== friend.email.trim() ? friend.email : <Later about={about} />}
            </small>
          </span>
          <Ellipsis size={20} aria-label={`Name or remove ${called || `friend ${at + 1}`}`} />
        </summary>
        <div className={styles.fields}>
          <div className={form.pair}>
            <Field
              name={`friends.${at}.name`}
              label="Friend’s name"
              autoComplete="off"
              maxLength={100}
              value={friend.name}
              onChange={(event) => onType({ name: event.currentTarget.value })}
            />
            <EmailField
              name={nameOf(at)}
              label="Friend’s e-mail"
              autoComplete="off"
              value={friend.email}
              error={fault}
              onChange={(event) => onType({ email: event.currentTarget.value })}
              onBlur={onLeave}
            />
          </div>
          <p className={styles.promise}>
            One invitation and one reminder go there, nothing else.{' '}
            <button type="button" className={form.textButton} onClick={onRemove}>
              Remove this {about.place}
            </button>
          </p>
        </div>
      </details>
    </li>
  )
}

function Later({ about }: { about: About }) {
  if (!about.startsAt) return 'Name them now, or any time later'
  return (
    <>
      Send the invitation any time before <When at={about.startsAt} zone={about.classZone} form="day" />
    </>
  )
}
