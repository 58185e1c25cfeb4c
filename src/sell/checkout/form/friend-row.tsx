import { Armchair, Ellipsis } from 'lucide-react'
import { useEffect, useState } from 'react'
import { EmailField, Field } from '#ui/field.tsx'
import { When } from '#ui/local-time.tsx'
import type { CourseSummary } from '../session/course-summary.ts'
import type { CheckoutFriend } from '../session/enrolment.ts'
import { getFriendFieldName } from '../session/group.ts'
import form from './form.module.css'
import styles from './group.module.css'

type Props = {
  friend: CheckoutFriend
  index: number
  courseSummary: CourseSummary
  fault: string | undefined
  onType: (change: Partial<CheckoutFriend>) => void
  onLeave: () => void
  onRemove: () => void
}

export function FriendRow({ friend, index, courseSummary, fault, onType, onLeave, onRemove }: Props) {
  const [isOpen, setOpen] = useState(false)
  const displayName = friend.name.trim() || friend.email.trim()
  useEffect(() => {
    if (fault) setOpen(true)
  }, [fault])

  return (
    <li className={friend.email ? undefined : styles.unnamed}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Armchair size={26} />
          <span>
            <b>{displayName || 'A friend, named later'}</b>
            <small>
              {friend.email.trim() && displayName !== friend.email.trim() ? (
                friend.email
              ) : (
                <NamingHint courseSummary={courseSummary} />
              )}
            </small>
          </span>
          <Ellipsis size={20} aria-label={`Name or remove ${displayName || `friend ${index + 1}`}`} />
        </summary>
        <div className={styles.fields}>
          <div className={form.pair}>
            <Field
              name={`friends.${index}.name`}
              label="Friend’s name"
              autoComplete="off"
              maxLength={100}
              value={friend.name}
              onChange={(event) => onType({ name: event.currentTarget.value })}
            />
            <EmailField
              name={getFriendFieldName(index)}
              label="Friend’s e-mail"
              autoComplete="off"
              value={friend.email}
              error={fault}
              onChange={(event) => onType({ email: event.currentTarget.value })}
              onBlur={onLeave}
            />
          </div>
          <p className={styles.promise}>
            We’ll send one invitation and one reminder, nothing else.{' '}
            <button type="button" className={form.textButton} onClick={onRemove}>
              Remove this {courseSummary.noun}
            </button>
          </p>
        </div>
      </details>
    </li>
  )
}

function NamingHint({ courseSummary }: { courseSummary: CourseSummary }) {
  if (!courseSummary.startsAt) return 'Name them now, or any time later'
  return (
    <>
      Send the invitation any time before <When at={courseSummary.startsAt} zone={courseSummary.classZone} form="day" />
    </>
  )
}
