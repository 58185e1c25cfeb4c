import { CheckField, Field, SelectField } from '#ui/field.tsx'
import type { OutlineLesson } from './edit-outline.ts'
import styles from './lesson-panel.module.css'

type Props = {
  lesson: OutlineLesson
  minutes: number
  isLive: boolean
  mayEdit: boolean
  onChange: (change: Partial<OutlineLesson>) => void
  onSave: () => void
}

const PREVIEWED = ['video', 'audio', 'text']

/** How a lesson counts, and who may see it. */
export function LessonSettings({ lesson, minutes, isLive, mayEdit, onChange, onSave }: Props) {
  const { kind, preview, required, release } = lesson
  return (
    <section aria-label="Settings">
      <h3>Settings</h3>
      {PREVIEWED.includes(kind) && (
        <div className={styles.setting}>
          <CheckField
            name="preview"
            label="Free preview"
            checked={preview}
            disabled={!mayEdit}
            onChange={({ currentTarget }) => onChange({ preview: currentTarget.checked })}
          />
          <p>Everybody can open it on the page of the course.</p>
        </div>
      )}
      <div className={styles.setting}>
        <CheckField
          name="required"
          label="Required"
          checked={required}
          disabled={!mayEdit}
          onChange={({ currentTarget }) => onChange({ required: currentTarget.checked })}
        />
        <p>Learners finish the course with the required lessons.</p>
      </div>
      <SelectField
        name="release"
        idPrefix="lesson"
        label="Opens"
        value={release.rule}
        disabled={!mayEdit}
        onChange={({ currentTarget }) => onChange({ release: createRelease(currentTarget.value, lesson) })}
      >
        <option value="at-once">With its module</option>
        <option value="after-previous">After the lesson before it is done</option>
        <option value="after-days">{isLive ? 'Days after the first session' : 'Days after enrolling'}</option>
        {release.rule === 'on-date' && (
          <option value="on-date">On {release.at?.replace('T', ', ').slice(0, 17)}</option>
        )}
        {release.rule === 'with-session' && <option value="with-session">With a session</option>}
      </SelectField>
      {release.rule === 'after-days' && (
        <Field
          name="days"
          idPrefix="lesson"
          label="Days"
          inputMode="numeric"
          autoComplete="off"
          value={release.days ?? ''}
          readOnly={!mayEdit}
          onChange={({ currentTarget }) => {
            const days = Number(currentTarget.value.replaceAll(/\D/g, '').slice(0, 4))
            onChange({ release: { ...release, days } })
          }}
          onBlur={onSave}
        />
      )}
      <Field
        name="minutes"
        idPrefix="lesson"
        label="Length in minutes"
        hint="Empty: taken from the file, or from the time to read the text."
        inputMode="numeric"
        autoComplete="off"
        placeholder={String(minutes)}
        value={lesson.minutes ?? ''}
        readOnly={!mayEdit}
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value.replaceAll(/\D/g, '').slice(0, 3)
          onChange({ minutes: Number(typed) > 0 ? Math.min(Number(typed), MAX_MINUTES) : null })
        }}
        onBlur={onSave}
      />
    </section>
  )
}

const MAX_MINUTES = 600

/** The rule as a person chooses it. One that an import made stays as it is until another one is chosen. */
function createRelease(rule: string, { release }: OutlineLesson): OutlineLesson['release'] {
  const none = { at: null, days: null, session: null }
  if (rule === 'after-days') return { ...none, rule, days: 7 }
  return rule === 'after-previous' || rule === 'at-once' ? { ...none, rule } : release
}
