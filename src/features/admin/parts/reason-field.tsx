import { Field } from '#ui/field.tsx'

const REASONS = ['Cannot make the dates', 'Bought twice', 'Not what was expected', 'Illness', 'Our mistake']

export function ReasonField({ reasons = REASONS }: { reasons?: readonly string[] }) {
  return (
    <>
      <Field name="reason" label="Reason, kept with the order" list="reasons" maxLength={500} autoComplete="off" />
      <datalist id="reasons">
        {reasons.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
    </>
  )
}
