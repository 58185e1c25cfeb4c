import type { ReactNode } from 'react'
import type { CourseDraft } from '#catalogue/drafts/wire.ts'
import { formatAccessTerm } from '#domain/learning/access-term.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { useSaveKey } from '#ui/browser/use-save-key.ts'
import { CheckField, Field, TextField } from '#ui/field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { ConflictDialog } from '../draft/conflict-dialog.tsx'
import { KeptText } from '../draft/kept-text.tsx'
import { SaveStatus } from '../draft/save-status.tsx'
import { useReloadAfterSave } from '../draft/use-reload-after-save.ts'
import { useUnit } from '../draft/use-unit.ts'
import { CourseFrame } from '../frame/course-frame.tsx'
import { PublishButton } from '../publish/publish-button.tsx'
import type { StudioCourse } from '../wire.ts'
import styles from './course-rules.module.css'
import { NumberField } from './number-field.tsx'
import { describeCompletion, listRuleTexts, type Rules, USUAL_DAYS } from './rule-texts.ts'

type Props = { course: StudioCourse; draft: CourseDraft; personId: string; session: AppSession }
type Unit = ReturnType<typeof useUnit<Rules>>
type PartProps = {
  deliveryType: CourseDraft['deliveryType']
  state: Unit['state']
  isReadOnly: boolean
  set: (change: Partial<Rules>) => void
  onSave: () => void
}

const PERCENT = { min: 0, max: 100 }
const DAYS = { min: 1, max: 36_500 }
const HOURS = { min: 1, max: 10_000 }

/** How long access lasts, when the course is complete, and the certificate. They are part of the draft. */
export function CourseRules({ course, draft, personId, session }: Props) {
  const { coursePrefixCode, deliveryType } = draft
  const place = { course: coursePrefixCode, personId, as: session.as, unit: 'rules' }
  const { saver, state } = useUnit<Rules>(place, draft.units.rules)
  useReloadAfterSave(state.savedAt)
  const save = () => void saver.flush()
  useSaveKey(save)
  const part: PartProps = {
    deliveryType,
    state,
    isReadOnly: state.kept !== null,
    set: (change) => saver.change({ ...saver.getState().body, ...change }),
    onSave: save,
  }
  return (
    <CourseFrame
      course={course}
      session={session}
      page="rules"
      title="Rules"
      lead="What a seat gives. Changes are public once you publish."
      actions={
        <>
          <SaveStatus states={[state]} onRetry={save} />
          {course.actions.includes('course.publish') && draft.state !== 'withdrawn' && (
            <PublishButton draft={draft} savers={{ rules: saver }} isDirty={false} as={session.as} />
          )}
        </>
      }
    >
      <div className={styles.desk}>
        <KeptText saver={saver} kept={state.kept} />
        <Section title="Access">
          <Access {...part} />
        </Section>
        <Section title="Completion">
          <Completion {...part} />
        </Section>
        <Section title="Certificate">
          <Certificate {...part} teacherNames={draft.teachers.map(({ name }) => name).join(', ')} />
        </Section>
      </div>
      <ConflictDialog saver={saver} state={state} listTexts={(body) => listRuleTexts(body, deliveryType)} />
    </CourseFrame>
  )
}

function Access({ deliveryType, state, isReadOnly, set, onSave }: PartProps) {
  const { accessDays } = state.body
  const choose = (days: number | null) => {
    set({ accessDays: days })
    onSave()
  }
  return (
    <>
      <fieldset className={styles.choices} disabled={isReadOnly}>
        <legend>How long lessons and recordings stay open</legend>
        <Choice id="access-forever" isChosen={accessDays === null} onChoose={() => choose(null)}>
          For ever
        </Choice>
        <Choice id="access-days" isChosen={accessDays !== null} onChoose={() => choose(accessDays ?? USUAL_DAYS)}>
          For a number of days
        </Choice>
      </fieldset>
      {accessDays !== null && (
        <NumberField
          {...DAYS}
          name="accessDays"
          label={deliveryType === 'live' ? 'Days after the last session' : 'Days after the purchase'}
          value={accessDays}
          isReadOnly={isReadOnly}
          fault={state.fields.accessDays}
          onChange={(days) => set({ accessDays: days })}
          onSave={onSave}
        />
      )}
      <p className={styles.hint}>
        The page says: “{formatAccessTerm({ accessDays, deliveryType })}”. Seats that people already have keep their
        access: a change never shortens it.
      </p>
    </>
  )
}

type ChoiceProps = { id: string; isChosen: boolean; onChoose: () => void; children: ReactNode }

function Choice({ id, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className={styles.choice} htmlFor={id}>
      <input type="radio" id={id} name="access" checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  )
}

function Completion({ deliveryType, state, isReadOnly, set, onSave }: PartProps) {
  const { completion, recordingCounts } = state.body
  const field = (name: keyof Rules['completion'], label: string) => (
    <NumberField
      {...PERCENT}
      name={name}
      label={label}
      value={completion[name]}
      isReadOnly={isReadOnly}
      fault={state.fields[`completion.${name}`]}
      onChange={(percent) => set({ completion: { ...completion, [name]: percent ?? 0 } })}
      onSave={onSave}
    />
  )
  const isLive = deliveryType === 'live'
  return (
    <>
      <div className={styles.pair}>
        {field('lessonsPercent', 'Required lessons, in percent')}
        {isLive && field('sessionsPercent', 'Live sessions, in percent')}
      </div>
      {isLive && (
        <CheckField
          name="recordingCounts"
          label="A session also counts for people who watch its recording"
          checked={recordingCounts}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => {
            set({ recordingCounts: currentTarget.checked })
            onSave()
          }}
        />
      )}
      <p className={styles.hint}>
        {describeCompletion(state.body, deliveryType)} People who have completed it stay so, whatever you change.
      </p>
    </>
  )
}

const MAX_TEXT = 600
const MAX_SIGNATURE = 120

function Certificate({
  deliveryType,
  state,
  isReadOnly,
  set,
  onSave,
  teacherNames,
}: PartProps & { teacherNames: string }) {
  const { certificate } = state.body
  const change = (part: Partial<Rules['certificate']>) => set({ certificate: { ...certificate, ...part } })
  // As the certificate itself has it (src/learn/certificates/documents/certificate-facts.ts).
  const usualSentence = deliveryType === 'live' ? 'completed the required lessons and sessions of' : 'completed'
  const isOn = certificate.mode === 'on-completion'
  return (
    <>
      <CheckField
        name="mode"
        label="Everybody who completes the course gets a certificate"
        checked={isOn}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => {
          change({ mode: currentTarget.checked ? 'on-completion' : 'off' })
          onSave()
        }}
      />
      {isOn && (
        <>
          <TextField
            name="text"
            idPrefix="certificate"
            label="The words between name and course"
            rows={2}
            value={certificate.text}
            maxLength={MAX_TEXT}
            readOnly={isReadOnly}
            placeholder={usualSentence}
            error={state.fields['certificate.text']}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
            onBlur={onSave}
          />
          <div className={styles.pair}>
            <Field
              name="signature"
              idPrefix="certificate"
              label="Signature"
              value={certificate.signature}
              placeholder={teacherNames}
              maxLength={MAX_SIGNATURE}
              readOnly={isReadOnly}
              autoComplete="off"
              error={state.fields['certificate.signature']}
              onChange={({ currentTarget }) => change({ signature: currentTarget.value })}
              onBlur={onSave}
            />
            <NumberField
              {...HOURS}
              name="hours"
              label="Hours of learning"
              isOptional
              value={certificate.hours}
              isReadOnly={isReadOnly}
              fault={state.fields['certificate.hours']}
              onChange={(hours) => change({ hours })}
              onSave={onSave}
            />
          </div>
        </>
      )}
      <p className={styles.hint}>
        Certificates that people already have stay as they are. People who have not finished get what these rules say
        once they are published.
      </p>
    </>
  )
}
