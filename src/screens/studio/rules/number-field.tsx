import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { type Bounds, readWholeNumber } from './rule-texts.ts'

type Props = Bounds & {
  name: string
  label: string
  hint?: string
  /** Null: the field may be empty, and is. */
  value: number | null
  isOptional?: boolean
  isReadOnly: boolean
  fault?: string | undefined
  onChange: (value: number | null) => void
  onSave: () => void
}

/** A whole number. What is typed stays; only a number within the bounds is saved. */
export function NumberField({
  value,
  isOptional = false,
  isReadOnly,
  min,
  max,
  fault,
  onChange,
  onSave,
  ...input
}: Props) {
  const read = (text: string) => readWholeNumber(text, { min, max })
  const isEmpty = (text: string) => isOptional && text.trim() === ''
  const isGood = (text: string) => isEmpty(text) || read(text) !== null
  const format = (number: number | null) => (number === null ? '' : String(number))
  const [field, setField] = useState({ value, typed: format(value) })
  // Only a value from elsewhere replaces what is typed.
  if (field.value !== value)
    setField({ value, typed: isGood(field.typed) && read(field.typed) === value ? field.typed : format(value) })
  const { typed } = field
  return (
    <Field
      {...input}
      idPrefix="rules"
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      readOnly={isReadOnly}
      error={isGood(typed) ? fault : `Please enter a whole number from ${min} to ${max.toLocaleString('en-GB')}`}
      onChange={({ currentTarget }) => {
        setField({ value, typed: currentTarget.value })
        if (isGood(currentTarget.value)) onChange(read(currentTarget.value))
      }}
      onBlur={onSave}
    />
  )
}
