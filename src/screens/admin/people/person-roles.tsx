import { useState } from 'react'
import { isAdminRole } from '#domain/permission.ts'
import { browserClient } from '#http/client.ts'
import { EffectsDialog } from '#screens/studio/effects/effects-dialog.tsx'
import { useEffects } from '#screens/studio/effects/use-effects.ts'
import { Button } from '#ui/button.tsx'
import { SuccessMessage } from '#ui/field.tsx'
import { When } from '#ui/local-time.tsx'
import { type PersonDetail, type PersonRole, type RoleCourses, takeRole } from '../wire/people.ts'
import { AddRole } from './add-role.tsx'
import styles from './people.module.css'
import { getRoleLabel } from './words.ts'

type Props = { person: PersonDetail; onChanged: () => Promise<void> }
type SectionProps = Props & { courses: RoleCourses }

export function PersonRoles({ person, courses, onChanged }: SectionProps) {
  const [message, setMessage] = useState<string | null>(null)
  const { roles, mayManageAdmins } = person
  return (
    <section>
      <div className={styles.heading}>
        <h3>Roles</h3>
        <AddRole person={person} courses={courses} onChanged={onChanged} onDone={setMessage} />
      </div>
      {message && <SuccessMessage>{message}</SuccessMessage>}
      {roles.length === 0 && <p className={styles.quiet}>None. A learner needs no role.</p>}
      <ul className={styles.rows}>
        {roles.map((held) => (
          <li key={`${held.role} ${held.course?.courseCode}`}>
            <b>{getRoleLabel(held)}</b>
            {(mayManageAdmins || !(held.course === null && isAdminRole(held.role))) && (
              <RemoveRole person={person} held={held} onChanged={onChanged} onDone={setMessage} />
            )}
            <small>
              {held.course && `in ${held.course.title}, `}since <When at={held.since} zone="UTC" form="date-year" />
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

type RemoveProps = Props & { held: PersonRole; onDone: (message: string) => void }

function RemoveRole({ person: { personId, name, email, isSelf }, held, onChanged, onDone }: RemoveProps) {
  const label = getRoleLabel(held)
  const choice =
    held.course === null ? { role: held.role, course: null } : { role: held.role, course: held.course.courseCode }
  const change = useEffects(
    (confirmation) =>
      browserClient().call(takeRole, { auth: 'admin', params: { personId }, body: { choice, ...confirmation } }),
    onChanged,
    () => onDone(`The role ${label.toLowerCase()} is removed.`),
  )
  return (
    <>
      <Button
        look="bare"
        size="compact"
        aria-busy={change.isBusy}
        aria-label={`Remove the role ${label.toLowerCase()}${held.course ? ` in ${held.course.title}` : ''}`}
        onClick={() => void change.open()}
      >
        Remove…
      </Button>
      <EffectsDialog
        ref={change.dialog}
        title={
          <>
            Remove the role {label.toLowerCase()} of <bdi>{name || email}</bdi>?
          </>
        }
        effects={change.effects}
        isChanged={change.isChanged}
        error={change.failure?.error ?? null}
        isBusy={change.isBusy}
        isSaving={change.isSaving}
        note={
          isSelf && held.course === null && isAdminRole(held.role)
            ? undefined
            : 'You can give the role again at any time.'
        }
        cancelLabel="Keep the role"
        confirmLabel="Remove the role"
        isDanger
        onConfirm={() => void change.confirm()}
        onRetry={() => void change.preview()}
        onClose={change.onClose}
      />
    </>
  )
}
