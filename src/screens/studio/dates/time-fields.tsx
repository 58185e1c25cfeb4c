import { nameZone } from '#domain/dates/zone-name.ts'
import { Field, SelectField } from '#ui/field.tsx'
import styles from './move-session.module.css'
import { LengthOptions } from './time-options.tsx'
import type { TypedTime } from './use-time-dialog.ts'

type Props = {
  idPrefix: string
  form: TypedTime
  /** Of the class. */
  timezoneId: string
  faults: { localStart?: string | undefined; minutes?: string | undefined }
  onChange: (change: Partial<TypedTime>) => void
}

/** Day, start and length of one session. */
export function TimeFields({ idPrefix, form: { day, start, minutes }, timezoneId, faults, onChange }: Props) {
  return (
    <div className={styles.fields}>
      <Field
        idPrefix={idPrefix}
        name="day"
        label="Day"
        type="date"
        value={day}
        onChange={({ currentTarget }) => onChange({ day: currentTarget.value })}
      />
      <Field
        idPrefix={idPrefix}
        name="start"
        label={`Starts, ${nameZone(timezoneId)}`}
        type="time"
        value={start}
        error={faults.localStart}
        onChange={({ currentTarget }) => onChange({ start: currentTarget.value })}
      />
      <SelectField
        idPrefix={idPrefix}
        name="minutes"
        label="Length"
        value={minutes}
        error={faults.minutes}
        onChange={({ currentTarget }) => onChange({ minutes: currentTarget.value })}
      >
        <LengthOptions current={minutes} />
      </SelectField>
    </div>
  )
}
