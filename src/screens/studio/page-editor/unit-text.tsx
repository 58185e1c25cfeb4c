import { useState } from 'react'
import type { CourseText } from '#catalogue/catalog/wire/course-texts.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextField } from '#ui/field.tsx'
import type { useUnit } from '../draft/use-unit.ts'
import styles from './page-editor.module.css'
import { type About, getMaxLength, TEXT_FIELDS } from './page-fields.ts'
import { Removed } from './removed.tsx'

type Props = {
  name: CourseText
  unit: ReturnType<typeof useUnit<About>>
  /** What the page shows while the field is empty. Undefined: it needs a text. */
  calculated: string | undefined
}

/** One text of the page. One that was calculated can be replaced by another, and put back. */
export function UnitText({ name, unit: { saver, state }, calculated }: Props) {
  const { label, rows, hint } = TEXT_FIELDS[name]
  const value = state.body[name]
  const maxLength = getMaxLength(name)
  const isReadOnly = state.kept !== null
  const set = (next: string) => saver.change({ ...saver.getState().body, [name]: next })
  const Control = rows ? TextField : Field
  const [cleared, setCleared] = useState('')
  const isTyped = value !== '' && calculated !== undefined
  return (
    <div className={styles.text}>
      <Control
        name={name}
        idPrefix="about"
        label={label}
        {...(rows && { rows })}
        value={value}
        maxLength={maxLength}
        readOnly={isReadOnly}
        error={state.fields[name]}
        hint={hint}
        placeholder={calculated}
        beside={value === '' ? undefined : `${value.length} of ${maxLength}`}
        autoComplete="off"
        onChange={({ currentTarget }: { currentTarget: { value: string } }) => set(currentTarget.value)}
        onBlur={() => saver.flush()}
      />
      {isTyped && !isReadOnly && (
        <Button
          look="bare"
          size="compact"
          aria-label={`${label}: use the calculated text`}
          onClick={() => {
            setCleared(value)
            set('')
            saver.flush()
            document.getElementById(`about-${name}`)?.focus()
          }}
        >
          Use the calculated text
        </Button>
      )}
      {value === '' && cleared !== '' && !isReadOnly && (
        <Removed
          onUndo={() => {
            set(cleared)
            saver.flush()
            document.getElementById(`about-${name}`)?.focus()
          }}
        >
          Your text is replaced.
        </Removed>
      )}
    </div>
  )
}
