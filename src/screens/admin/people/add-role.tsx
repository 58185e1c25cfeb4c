import { useEffect, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { EffectsDialog } from '#screens/studio/effects/effects-dialog.tsx'
import { useEffects } from '#screens/studio/effects/use-effects.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField } from '#ui/field.tsx'
import { giveRole, type PersonDetail, type RoleCourses } from '../wire/people.ts'
import { CourseChoice } from './course-choice.tsx'
import styles from './people.module.css'

type Props = {
  person: PersonDetail
  courses: RoleCourses
  onChanged: () => Promise<void>
  onDone: (message: string | null) => void
}
type SiteChoice = { role: 'owner' | 'community_admin' | 'creator'; course: null }
type CourseRoleName = 'creator' | 'co_teacher' | 'assistant'
type Choice = SiteChoice | { role: CourseRoleName; course: string }

/** `own`: the creator of a course, which is given to the person. */
const CHOICES = {
  assistant: { label: 'Assistant in a course', role: 'assistant', isOfCourse: true },
  co_teacher: { label: 'Co-teacher of a course', role: 'co_teacher', isOfCourse: true },
  own: { label: 'Creator of a course', role: 'creator', isOfCourse: true },
  maker: { label: 'Creator who may make courses', role: 'creator', isOfCourse: false },
  community_admin: { label: 'Admin', role: 'community_admin', isOfCourse: false },
  owner: { label: 'Owner', role: 'owner', isOfCourse: false },
} as const
type ChoiceName = keyof typeof CHOICES
const TYPING_MS = 400
const ADMIN_CHOICES: readonly ChoiceName[] = ['community_admin', 'owner']

/** Gives a role, or a course to another creator, after the effects were read. */
export function AddRole({ person, courses, onChanged, onDone }: Props) {
  const { personId, name, email, mayManageAdmins } = person
  const [chosen, setChosen] = useState<ChoiceName | ''>('')
  const [course, setCourse] = useState('')
  const [keepsFormer, setKeepsFormer] = useState(true)
  const choice = toChoice(chosen, course)
  const listed = courses.courses.find((one) => one.courseCode === course)
  const former = chosen === 'own' ? (listed?.creator ?? null) : null
  /** The list has no course of this code, which is typed. */
  const mayHaveFormer = chosen === 'own' && courses.hasMore && course !== '' && !listed
  const change = useEffects(
    (confirmation) =>
      browserClient().call(giveRole, {
        auth: 'admin',
        params: { personId },
        body: { choice: choice!, keepsFormer: chosen === 'own' && keepsFormer, ...confirmation },
      }),
    onChanged,
    () => {
      onDone(chosen === 'own' ? 'The course is given.' : 'The role is given.')
      setChosen('')
      setCourse('')
    },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice asks again
  useEffect(() => {
    change.reset()
    if (!choice) return
    // A code is typed letter by letter.
    const timer = setTimeout(() => void change.preview(), courses.hasMore && choice.course !== null ? TYPING_MS : 0)
    return () => clearTimeout(timer)
  }, [chosen, course, keepsFormer])

  const names = (Object.keys(CHOICES) as ChoiceName[]).filter((one) => mayManageAdmins || !ADMIN_CHOICES.includes(one))
  return (
    <>
      <Button
        look="quiet"
        size="compact"
        onClick={() => {
          onDone(null)
          change.dialog.current?.showModal()
        }}
      >
        Add a role…
      </Button>
      <EffectsDialog
        ref={change.dialog}
        title={
          <>
            Give <bdi>{name || email}</bdi> a role
          </>
        }
        effects={choice ? change.effects : null}
        isChanged={change.isChanged}
        error={change.failure?.error ?? null}
        isBusy={change.isBusy}
        isSaving={change.isSaving}
        cancelLabel="Cancel"
        confirmLabel={chosen === 'own' ? 'Give the course' : 'Give the role'}
        onConfirm={() => void change.confirm()}
        onRetry={() => void change.preview()}
        onClose={change.onClose}
      >
        <div className={styles.fields}>
          <SelectField
            idPrefix="add"
            name="role"
            label="Role"
            value={chosen}
            disabled={change.isSaving}
            onChange={({ currentTarget }) => setChosen(currentTarget.value as ChoiceName | '')}
          >
            <option value="">Choose a role</option>
            {names.map((one) => (
              <option key={one} value={one}>
                {CHOICES[one].label}
              </option>
            ))}
          </SelectField>
          {chosen !== '' && CHOICES[chosen].isOfCourse && (
            <CourseChoice idPrefix="add" courses={courses} value={course} onChange={setCourse} />
          )}
          {(former || mayHaveFormer) && (
            <CheckField
              name="keepsFormer"
              label={
                former ? (
                  <>
                    <bdi>{former}</bdi>, the creator now, stays as co-teacher
                  </>
                ) : (
                  'The creator now, if there is one, stays as co-teacher'
                )
              }
              checked={keepsFormer}
              disabled={change.isSaving}
              onChange={({ currentTarget }) => setKeepsFormer(currentTarget.checked)}
            />
          )}
        </div>
      </EffectsDialog>
    </>
  )
}

function toChoice(chosen: ChoiceName | '', course: string): Choice | null {
  if (chosen === '') return null
  const { role, isOfCourse } = CHOICES[chosen]
  if (!isOfCourse) return { role, course: null } as Choice
  return course === '' ? null : ({ role, course } as Choice)
}
