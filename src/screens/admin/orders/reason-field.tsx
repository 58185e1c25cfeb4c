import { Field } from '#ui/field.tsx'

const REASONS = ['Can’t make the dates', 'Bought twice', 'Not what was expected', 'Illness', 'Our mistake']

type Props = { reasons?: readonly string[]; label?: string; defaultValue?: string }

export function ReasonField({
  reasons = REASONS,
  label = 'Reason (required), saved with the order',
  defaultValue,
}: Props) {
  return (
    <>
      <Field
        name="reason"
        label={label}
        list="reasons"
        maxLength={500}
        autoComplete="off"
        defaultValue={defaultValue}
      />
      <datalist id="reasons">
        {reasons.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
    </>
  )
}
