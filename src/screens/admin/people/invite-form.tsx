import { useState } from 'react'
import { emailFault } from '#domain/contact.ts'
import { browserClient } from '#http/client.ts'
import { INVITED_ROLES, type InvitedRole, isRoleOfCourse } from '#people/invitations/invited-roles.ts'
import { invite } from '#people/invitations/wire.ts'
import { Button } from '#ui/button.tsx'
import { EmailField, ErrorMessage, SelectField } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import type { RoleCourses } from '../wire/people.ts'
import { CourseChoice } from './course-choice.tsx'
import styles from './people.module.css'

const CHOICES: Readonly<Record<InvitedRole, string>> = {
  co_teacher: 'Co-teacher of a course',
  assistant: 'Assistant in a course',
  creator: 'Creator who may make courses',
  community_admin: 'Admin',
}

type Props = {
  courses: RoleCourses
  mayInviteAdmins: boolean
  onChanged: () => Promise<void>
  onDone: (message: string | null) => void
}

export function InviteForm({ courses, mayInviteAdmins, onChanged, onDone }: Props) {
  const [role, setRole] = useState<InvitedRole>('co_teacher')
  const [course, setCourse] = useState('')
  const hasCourse = isRoleOfCourse(role)
  const rules = {
    email: emailFault,
    course: () => (hasCourse && course === '' ? 'Please choose a course' : null),
  }
  const { form, field, errorMessage, isBusy } = useForm(rules, async ({ email }) => {
    onDone(null)
    const response = await browserClient().call(invite, {
      auth: 'admin',
      body: { email: email ?? '', role, course: hasCourse ? course : null },
    })
    if (response.error !== null) return response
    await onChanged()
    onDone(`Invitation sent to ${email?.trim()}.`)
    clearEmail()
    return null
  })
  /** Role and course stay, for the next invitation. */
  function clearEmail() {
    const input = form.ref.current?.querySelector<HTMLInputElement>('[name="email"]')
    if (input) input.value = ''
  }
  return (
    <form {...form} className={styles.invite}>
      <EmailField {...field('email')} idPrefix="invite" label="E-mail" autoComplete="off" required />
      <SelectField
        idPrefix="invite"
        name="role"
        label="Role"
        value={role}
        onChange={({ currentTarget }) => setRole(currentTarget.value as InvitedRole)}
      >
        {INVITED_ROLES.filter((one) => mayInviteAdmins || one !== 'community_admin').map((one) => (
          <option key={one} value={one}>
            {CHOICES[one]}
          </option>
        ))}
      </SelectField>
      {hasCourse && (
        <CourseChoice
          idPrefix="invite"
          courses={courses}
          value={course}
          error={course === '' ? field('course').error : undefined}
          onChange={setCourse}
        />
      )}
      <div className={styles.send}>
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? 'Sending…' : 'Send invitation'}
        </Button>
        <p className={styles.quiet}>The link works once, for 14 days.</p>
      </div>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
    </form>
  )
}
