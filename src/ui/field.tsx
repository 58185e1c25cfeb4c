import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import styles from './field.module.css'

type ShellProps = {
  name: string
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  start?: ReactNode
  end?: ReactNode
  beside?: ReactNode
  idPrefix?: string
}
type FieldProps = ShellProps & Omit<ComponentProps<'input'>, 'name' | 'id'>
type TextProps = ShellProps & Omit<ComponentProps<'textarea'>, 'name' | 'id'>
type SelectProps = ShellProps & Omit<ComponentProps<'select'>, 'name' | 'id'>

export function Field({ name, label, error, hint, start, end, beside, idPrefix, ...input }: FieldProps) {
  const shell = { name, label, error, hint, start, end, beside, idPrefix }
  return <Shell {...shell}>{(common) => <input {...input} {...common} />}</Shell>
}

export function SelectField({ name, label, error, hint, start, end, beside, idPrefix, ...select }: SelectProps) {
  const shell = { name, label, error, hint, start, end, beside, idPrefix }
  return <Shell {...shell}>{(common) => <select {...select} {...common} />}</Shell>
}

export function TextField({ name, label, error, hint, end, beside, idPrefix, ...text }: TextProps) {
  const shell = { name, label, error, hint, end, beside, idPrefix }
  return <Shell {...shell}>{(common) => <textarea rows={4} {...text} {...common} />}</Shell>
}

type Common = { id: string; name: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

function Shell({ name, label, error, hint, start, end, beside, idPrefix, children }: Absent<ShellProps> & Inner) {
  const id = idPrefix ? `${idPrefix}-${name}` : name
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={error ? `${styles.field} ${styles.bad}` : styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={start ? `${styles.control} ${styles.started}` : styles.control}>
        {start}
        {children({ id, name, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
        {end}
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <CircleAlert size={16} /> {error}
        </p>
      )}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {beside && <span className={styles.beside}>{beside}</span>}
    </div>
  )
}

type Inner = { children: (common: Common) => ReactNode }
type Absent<Props> = { [Name in keyof Props]: Props[Name] | undefined } & { name: string }

export function EmailField(field: FieldProps) {
  return <Field {...field} type="email" inputMode="email" autoCapitalize="none" />
}

export function SecretField(field: FieldProps) {
  const [isShown, show] = useState(false)
  const toggle = (
    <button
      type="button"
      className={styles.reveal}
      aria-pressed={isShown}
      aria-label={isShown ? 'Hide the password' : 'Show the password'}
      onClick={() => show(!isShown)}
    >
      {isShown ? 'Hide' : 'Show'}
    </button>
  )
  return <Field {...field} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} end={toggle} />
}

export function ErrorMessage({ children }: { children: ReactNode }) {
  return (
    <p className={styles.told} role="alert">
      <CircleAlert size={18} /> <span>{children}</span>
    </p>
  )
}

export function SuccessMessage({ children }: { children: ReactNode }) {
  return (
    <p className={`${styles.told} ${styles.done}`} role="status">
      <CircleCheck size={18} /> <span>{children}</span>
    </p>
  )
}

export function Optional({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span className={styles.optional}>(optional)</span>
    </>
  )
}

export function CheckField({
  name,
  label,
  ...input
}: { name: string; label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={styles.check}>
      <input {...input} name={name} type="checkbox" />
      <span>{label}</span>
    </label>
  )
}
