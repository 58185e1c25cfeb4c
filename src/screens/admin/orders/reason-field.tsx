import { Field } from '#ui/field.tsx'

const REASONS = ['Can’t make the dates', 'Bought twice', 'Not what was expected', 'Illness', 'Our mistake']

type Props = { reasons?: readonly string[]; label?: string }

export function ReasonField({ reasons = REASONS, label = 'Reason, saved with the order' }: Props) {
  return (
    <>
      <Field name="reason" label={label} list="reasons" maxLength={500} autoComplete="off" />
      <datalist id="reasons">
        {reasons.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
    </>
  )
}
